// Creates elements without Svelte, for parts that are drawn often.

export const SVG = 'http://www.w3.org/2000/svg';

export function div(classes: string, role = ''): HTMLDivElement {
  const element = document.createElement('div');
  element.className = classes;
  if (role) element.setAttribute('role', role);
  return element;
}

export function span(classes: string): HTMLSpanElement {
  const element = document.createElement('span');
  element.className = classes;
  return element;
}

/** Writes a text, if it is another one. */
export function write(element: Element | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

export function icon(name: string, classes: string): SVGSVGElement {
  const element = document.createElementNS(SVG, 'svg');
  element.setAttribute('class', classes);
  element.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#${name}`);
  element.append(use);
  return element;
}
