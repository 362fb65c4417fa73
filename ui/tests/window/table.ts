// The tag table of a session in the window.

import { expect } from 'vitest';
import type { Page } from './driver';

/** The row of a tag that is drawn, as an expression; elements that stand by keep what they showed. */
const ROW = `[...document.querySelectorAll('.grid .body .row')].find((it) => !it.hidden && it.querySelector('.tag')?.title === arguments[0])`;

/** A tag's value; empty: its row is not drawn. */
export const value = (page: Page, tag: string): Promise<string> => page.run(`return ${ROW}?.querySelector('.val').textContent ?? ''`, tag);

/** Selects a tag, once its row is drawn. */
export async function select(page: Page, tag: string): Promise<void> {
  await expect.poll(() => page.run(`const it = ${ROW}; it?.querySelector('.tag').dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true })); return !!it;`, tag), { message: tag }).toBe(true);
}
