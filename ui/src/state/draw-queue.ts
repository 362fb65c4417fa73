// When parts of the page draw what was pushed. Without a graphics card WebKit paints the smallest rectangle around all
// that changed since it last painted: who draws often draws alone, one after the other. And it is not asked for
// animation frames, which keep its 60 beats a second going, in both processes, long after each: 1.5 % of a core.

type Draw = () => void;

/** From one to the next, in milliseconds: time to paint. */
const PAUSE_MS = 16;

const [urgent, others]: [Draw[], Draw[]] = [[], []];
let wasUrgent = false;
let timer: ReturnType<typeof setTimeout> | 0 = 0;

/** Draws soon, once; `first`: before the others that wait, of which one draws after each such turn, however fast the
 *  next is asked for. Nothing is drawn on a page that nobody sees. */
export function scheduleDraw(draw: Draw, first = false): void {
  if (first) remove(draw, others);
  if (![...urgent, ...others].includes(draw)) (first ? urgent : others).push(draw);
  begin(0);
}

/** Pending drawing is cancelled. */
export function cancelDraw(draw: Draw): void {
  remove(draw, urgent);
  remove(draw, others);
}

/** Lays out now what changed in an element with `contain: strict`: of two such places that wait, WebKit would lay out
 *  the whole page instead, and paint whole panes. */
export function layOutNow(element: Element | undefined): void {
  element?.getBoundingClientRect();
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
