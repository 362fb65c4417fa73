// The tag table of a real session.

import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { violations } from '../axe';

export const row = (page: Page, tag: string): Locator => page.locator('.grid .body .row', { has: page.locator(`[title=${JSON.stringify(tag)}]`) });

/** A tag's value changes. */
export async function changes(page: Page, tag: string): Promise<void> {
  const value = row(page, tag).locator('.val');
  await expect.poll(() => value.textContent()).toMatch(/\d/);
  const before = await value.textContent();
  await expect.poll(() => value.textContent()).not.toBe(before);
}

/** axe finds nothing, in either scheme. */
export async function inBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
}
