// Keyboard users always have a focus: when the focused element is removed or disabled, the nearest
// parent gets the focus. Browsers would focus the page, and the next Tab would begin from the top.

const CAN_HAVE_IT = 'button:enabled, a[href], input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

const isSeen = (it: HTMLElement): boolean => it.isConnected && it.getClientRects().length > 0 && getComputedStyle(it).visibility === 'visible';
const canHave = (it: HTMLElement): boolean => isSeen(it) && !it.matches(':disabled') && !it.closest('[inert]');

/** Starts the observation. The returned function checks the focus after a change without an input. */
export function keepFocus(page: Document, last: () => HTMLElement | null): () => void {
  /** The element that had the focus, and its ancestors from the inside out. */
  let around: HTMLElement[] = [];
  let asked = 0;

  page.addEventListener('focusin', ({ target }) => {
    around = [];
    for (let it = target; it instanceof HTMLElement && it !== page.body; it = it.parentElement) around.push(it);
  });
  // A click outside of all controls removes the focus intentionally.
  page.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && !target.closest(`${CAN_HAVE_IT}, label, [tabindex="-1"]`)) around = [];
  }, true);

  function restore(): void {
    asked = 0;
    const [had, ...outer] = around;
    if (!had || page.activeElement !== page.body || canHave(had)) return;
    for (const it of outer.filter(isSeen)) {
      const isOne = it.matches('[tabindex="0"]');
      const next = isOne ? it : [...it.querySelectorAll<HTMLElement>(CAN_HAVE_IT)].find(canHave);
      next?.focus({ preventScroll: isOne });
      if (next && page.activeElement === next) return;
    }
    last()?.focus({ preventScroll: true });
  }
  // The effect of the input is drawn first.
  const soon = (): void => void (asked ||= requestAnimationFrame(() => (asked = requestAnimationFrame(restore))));
  for (const it of ['keydown', 'keyup', 'click', 'submit']) page.addEventListener(it, soon, true);
  return soon;
}
