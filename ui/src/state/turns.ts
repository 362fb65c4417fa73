// When parts of the page draw what was pushed. Without a graphics card WebKit paints the smallest rectangle around all
// that changed since it last painted: who draws often draws alone, one after the other. And it is not asked for
// animation frames, which keep its 60 beats a second going, in both processes, long after each: 1.5 % of a core.

type Draw = () => void;

/** From one to the next, in milliseconds: time to paint. */
const PAUSE_MS = 16;

const waiting: Draw[] = [];
let timer: ReturnType<typeof setTimeout> | 0 = 0;

/** Draws soon, once; `first`: before all others that wait. Nothing is drawn on a page that nobody sees. */
export function takeTurn(draw: Draw, first = false): void {
  if (!waiting.includes(draw)) {
    if (first) waiting.unshift(draw);
    else waiting.push(draw);
  }
  begin(0);
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

function begin(pause: number): void {
  if (waiting.length > 0 && !document.hidden) timer ||= setTimeout(next, pause);
}

function next(): void {
  timer = 0;
  if (document.hidden) return;
  const draw = waiting.shift();
  begin(PAUSE_MS);
  draw?.();
}

document.addEventListener('visibilitychange', () => begin(0));
