// Schedules the drawing of pushed data. Without a graphics card WebKit paints the smallest rectangle around all changes
// since the last paint, so parts that change often are drawn one at a time. Animation frames are not used: each of them
// keeps WebKit's 60 Hz timer running in both processes for a long time, which costs 1.5 % of a core.

type Draw = () => void;

/** Time between two drawings in milliseconds, in which WebKit can paint. */
const PAUSE_MS = 16;

const [urgent, others]: [Draw[], Draw[]] = [[], []];
let wasUrgent = false;
let timer: ReturnType<typeof setTimeout> | 0 = 0;

/** Schedules a drawing, once. An urgent drawing (`first`) runs before the others; after each urgent one, one other drawing
 *  runs. A hidden page draws nothing. */
export function scheduleDraw(draw: Draw, first = false): void {
  if (first) remove(draw, others);
  if (![...urgent, ...others].includes(draw)) (first ? urgent : others).push(draw);
  begin(0);
}

/** Cancels a scheduled drawing. */
export function cancelDraw(draw: Draw): void {
  remove(draw, urgent);
  remove(draw, others);
}

/** Computes the layout of an element with `contain: strict` now. If two such elements wait for their layout, WebKit computes
 *  the layout of the whole page and paints complete panes. Chromium does not: there it would only cost time. */
export function layOutNow(element: Element | undefined): void {
  if (!/Chrom/.test(navigator.userAgent)) element?.getBoundingClientRect();
}

function begin(pause: number): void {
  if (urgent.length + others.length > 0 && !document.hidden) timer ||= setTimeout(next, pause);
}

function next(): void {
  timer = 0;
  if (document.hidden) return;
  wasUrgent = urgent.length > 0 && !(wasUrgent && others.length > 0);
  const draw = (wasUrgent ? urgent : others).shift();
  begin(PAUSE_MS);
  draw?.();
}

function remove(draw: Draw, waiting: Draw[]): void {
  const at = waiting.indexOf(draw);
  if (at >= 0) waiting.splice(at, 1);
}

document.addEventListener('visibilitychange', () => begin(0));
