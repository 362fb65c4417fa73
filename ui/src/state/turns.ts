// Who draws when. Without a graphics card WebKit paints the smallest rectangle around all that changed between two
// frames: parts of the page that change often draw in frames of their own, one after the other.

type Draw = () => void;

const waiting: Draw[] = [];
let asked = 0;

/** Draws in one of the next frames, once; `first`: before all others that wait. */
export function takeTurn(draw: Draw, first = false): void {
  if (!waiting.includes(draw)) {
    if (first) waiting.unshift(draw);
    else waiting.push(draw);
  }
  asked ||= requestAnimationFrame(next);
}

/** What waits to be drawn is not drawn any more. */
export function leave(draw: Draw): void {
  const at = waiting.indexOf(draw);
  if (at >= 0) waiting.splice(at, 1);
}

/** Lays out now what changed in an element with `contain: strict`: of two such places that wait, WebKit would lay out
 *  the whole page instead, and paint whole panes. */
export function settle(element: Element | undefined): void {
  element?.getBoundingClientRect();
}

function next(): void {
  const draw = waiting.shift();
  asked = waiting.length > 0 ? requestAnimationFrame(next) : 0;
  draw?.();
}
