// The tag table and the trend of a session, with a fake or real desk.

import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { violations } from './axe';
import { figures } from './browser';

/** A visible row: the pool contains others. */
export const row = (page: Page, tag: string): Locator => page.locator('.grid .body .row:not([hidden])', { has: page.locator(`[title=${JSON.stringify(tag)}]`) });

/** The tags of the visible rows. */
export const names = (page: Page): Promise<string[]> => page.locator('.grid .body .row:not([hidden]) .tag').evaluateAll((all) => all.map((it) => it.getAttribute('title') ?? ''));

/** Waits until a tag's value changes. */
export async function changes(page: Page, tag: string): Promise<void> {
  const value = row(page, tag).locator('.val');
  await expect.poll(() => value.textContent()).toMatch(/\d/);
  const before = await value.textContent();
  await expect.poll(() => value.textContent()).not.toBe(before);
}

/** Checks with axe in both colour schemes. */
export async function inBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
}

/** The length of the trend's time axis, in seconds. */
export async function span(page: Page): Promise<number> {
  const [first = NaN, , last = NaN] = (await page.locator('.axis span').allInnerTexts()).map((it) => Date.parse(`2026-01-01T${it}Z`));
  return ((last - first + 86_400_000) % 86_400_000) / 1000;
}

/** Reads a figure of the session. The figures stay open until another click. */
export async function gauge(page: Page, name: string, part: 'v' | 's'): Promise<string> {
  if ((await page.locator('.health').count()) === 0) await figures(page);
  return page.locator(`[data-gauge="${name}"] .${part}`).innerText();
}
