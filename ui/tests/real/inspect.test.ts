// Expanded values: structures, arrays and bits expand below their tag, and the details of a tag can be opened.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { go, visit, withBrowser, type Visit } from '../browser';
import { BINARY, Site } from './site';
import { changes, inBothSchemes, names, row } from '../table';

describe.skipIf(!BINARY)('values', () => {
  withBrowser();
  let site: Site;
  let seen: Visit;
  beforeAll(async () => {
    site = await Site.new();
    const demo = await site.demo();
    seen = await visit((JSON.parse(demo.readyLine) as { console: string }).console);
    await go(seen.page, 'session');
    await seen.page.getByRole('heading', { name: 'Live' }).waitFor();
  });
  afterAll(async () => {
    await seen?.close();
    await site?.close();
  });

  const search = (page: Page, text: string): Promise<void> => page.getByRole('searchbox', { name: 'Search tags' }).fill(text);
  const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Details of the tag' });

  test('a structure in an array expands by keyboard, with the comments of its members', async () => {
    const { page } = seen;
    await search(page, 'Conveyors');
    // The row is visible before the search.
    await expect.poll(async () => (await names(page))[0]).toBe('Conveyors');
    await expect.poll(() => row(page, 'Conveyors').locator('.val').innerText()).toBe('3 elements');
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => names(page)).toContain('Conveyors[2]');
    expect(await row(page, 'Conveyors').getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const members = ['Running', 'Overload', 'Speed', 'Current', 'Starts'].map((it) => `Conveyors[2].${it}`);
    // A member may also have its own row: a member that explains an alarm is read by its name.
    await expect.poll(async () => [...new Set((await names(page)).filter((it) => it.startsWith('Conveyors[2].')))]).toEqual(members);
    expect(await row(page, 'Conveyors[2].Speed').getAttribute('aria-level')).toBe('3');
    await changes(page, 'Conveyors[2].Speed');
    expect(await row(page, 'Conveyors[2].Speed').locator('.note').innerText()).not.toBe('');
    expect(await row(page, 'Conveyors[2].Running').locator('.val').innerText()).toMatch(/^(TRUE|FALSE)$/);
    await inBothSchemes(page);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => names(page)).not.toContain('Conveyors[2].Speed');
  });

  test('a word expands into bits, and has a selectable format', async () => {
    const { page } = seen;
    await search(page, 'Scan_Count');
    await row(page, 'Scan_Count').waitFor();
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('Enter');
    await details(page).getByRole('combobox', { name: 'Shown as' }).selectOption('hex');
    await expect.poll(() => row(page, 'Scan_Count').locator('.val').innerText()).toMatch(/^16#[0-9A-F_]+$/);
    await expect.poll(() => details(page).locator('[data-value]').innerText()).toMatch(/^16#/);
    // Numbers below bits are distinguishable.
    const numbers = await details(page).locator('.bits small').evaluateAll((all) => all.map((it) => it.getBoundingClientRect()).map(({ left, right, top }) => ({ left, right, top })));
    expect(numbers.length).toBeGreaterThan(8);
    for (const [i, it] of numbers.entries()) expect(numbers.filter((other, j) => j > i && other.top === it.top && other.left < it.right + 4)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => names(page)).toContain('Scan_Count.5');
    // The lowest bit of a value that counts several times per second changes.
    const bit = row(page, 'Scan_Count.1').locator('.val');
    const before = await bit.innerText();
    await expect.poll(() => bit.innerText()).not.toBe(before);
    await inBothSchemes(page);
    await page.keyboard.press('ArrowLeft');
    await details(page).getByRole('combobox').selectOption('dec');
    await page.getByRole('tab', { name: 'Trend' }).click();
  });

  test('details show the value, its source and where it is used; a use opens its place', async () => {
    const { page } = seen;
    await search(page, 'Line_Running');
    await row(page, 'Line_Running').dblclick();
    const pane = details(page);
    await expect.poll(() => pane.locator('[data-value]').innerText()).toMatch(/^(TRUE|FALSE)$/);
    await pane.getByText(/^logix:\/\/127\.0\.0\.1/).waitFor();
    await expect.poll(() => pane.locator('.facts').last().innerText()).toMatch(/delivered up to no\. \d/);
    await pane.getByText('writes', { exact: true }).waitFor();
    await inBothSchemes(page);
    await pane.getByRole('button', { name: /^Line\/Modes, rung 9$/ }).click();
    await page.locator('.rung.marked[data-rung="9"]').getByRole('button', { name: /^Line_Running/ }).waitFor();
    await inBothSchemes(page);
    await go(page, 'session');
  });

  test('a stopped session shows no value as live', async () => {
    const { page } = seen;
    await search(page, 'Filler');
    await row(page, 'Filler').click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => names(page)).toContain('Filler.Speed');
    await row(page, 'Filler.Speed').dblclick();
    await expect.poll(() => details(page).locator('[data-value]').innerText()).toMatch(/\d/);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('heading', { name: 'Paused' }).waitFor();
    await expect.poll(() => details(page).locator('.quality').innerText()).toMatch(/^Session paused, \d[^]* old$/);
    const weight = (it: Locator): Promise<number> => it.evaluate((value) => Number(getComputedStyle(value).fontWeight));
    expect(await weight(details(page).locator('[data-value]'))).toBeLessThan(500);
    expect(await weight(row(page, 'Filler.Speed').locator('.val'))).toBeLessThan(500);
    expect(await row(page, 'Filler.Speed').locator('.val').innerText()).toMatch(/\d/);
    await page.getByRole('button', { name: 'Resume' }).or(page.getByRole('button', { name: 'Go on' })).click();
    await changes(page, 'Filler.Speed');
    await expect.poll(() => details(page).locator('.quality').innerText()).toMatch(/^Good, .* old$/s);
  });

  test('logs no error', () => expect(seen.errors).toEqual([]));
});
