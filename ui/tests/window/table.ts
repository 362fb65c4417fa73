// The tag table of a session in the window.

import { expect } from 'vitest';
import type { Page } from './driver';

/** The drawn row of a tag, as an expression; unused row elements keep their old contents. */
const ROW = `[...document.querySelectorAll('.grid .body .row')].find((it) => !it.hidden && it.querySelector('.tag')?.title === arguments[0])`;

/** A tag's value; empty: its row is not drawn. */
export const value = (page: Page, tag: string): Promise<string> => page.run(`return ${ROW}?.querySelector('.val').textContent ?? ''`, tag);

/** Scrolls the table by half of the visible height; after the end it starts from the top. */
const SCROLL = `for (let on = document.querySelector('.grid .body .row')?.parentElement; on; on = on.parentElement) {
  if (on.scrollHeight <= on.clientHeight || !/auto|scroll/.test(getComputedStyle(on).overflowY)) continue;
  on.scrollTop = on.scrollTop + on.clientHeight >= on.scrollHeight - 1 ? 0 : on.scrollTop + on.clientHeight / 2;
  break;
}`;

/** Scrolls the table until a tag's row is drawn. */
export async function reveal(page: Page, tag: string): Promise<void> {
  await expect.poll(() => page.run(`const it = ${ROW}; if (!it) { ${SCROLL} } return !!it;`, tag), { message: tag }).toBe(true);
}

/** Selects a tag: the table is scrolled until its row is drawn. */
export async function select(page: Page, tag: string): Promise<void> {
  await expect.poll(() => page.run(`const it = ${ROW}; if (!it) { ${SCROLL} } it?.querySelector('.tag').dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true })); return !!it;`, tag), { message: tag }).toBe(true);
}
