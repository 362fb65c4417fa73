// Selects rows that are not loaded.

import { expect, test } from 'vitest';
import { announced, go, on, withBrowser } from './browser';

withBrowser();

test('thousands of rows are selected between two places, loaded or not', () =>
  on({ tags: 20_000 }, { place: 'session' }, async ({ page, desk }) => {
    const grid = page.getByRole('treegrid');
    await grid.locator('.row:not(.head) .tag').first().waitFor();
    await grid.locator('.body .row .tag').nth(3).click();
    await grid.focus();
    const announcements = await announced(page);
    await page.keyboard.press('Shift+End');
    await expect.poll(announcements).toContainEqual(expect.stringMatching(/The first 10\s000 of 19\s997 rows are selected/));
    expect(desk.calls.findLast((it) => it.command === 'row_names')?.args).toEqual({ session: 'bottling-line-3', from: 3, to: 19_999 });
    await page.keyboard.press('Control+c');
    await expect.poll(() => (desk.calls.findLast((it) => it.command === 'take_rows')?.args as { tags: string[] } | undefined)?.tags.length).toBe(10_000);
    expect(await page.locator('.lane').count()).toBe(8);
    // Loaded rows need no request.
    await page.keyboard.press('Escape');
    const before = desk.calls.filter((it) => it.command === 'row_names').length;
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => grid.locator('.body [aria-selected="true"]:visible').count()).toBe(3);
    expect(desk.calls.filter((it) => it.command === 'row_names').length).toBe(before);
  }));

test('a double click opens a row and leaves it selected, independent of its earlier state', () =>
  on({}, { place: 'session' }, async ({ page }) => {
    const grid = page.getByRole('treegrid');
    const names = grid.locator('.body .row:visible .tag');
    await names.first().waitFor();
    const selected = grid.locator('.body [aria-selected="true"]:visible');
    for (const at of [2, 2, 3]) {
      await names.nth(at).dblclick();
      await page.getByRole('complementary', { name: 'Details of the tag' }).waitFor();
      await expect.poll(() => selected.count()).toBe(1);
      expect(await selected.locator('.tag').getAttribute('title')).toBe(await names.nth(at).getAttribute('title'));
    }
    await page.getByRole('tab', { name: 'Trend' }).click();
    await page.locator('.lane').first().waitFor();
  }));

test('rows are selected, and the trend draws them, after a visit of another place', () =>
  on({}, { place: 'session' }, async ({ page }) => {
    const select = (tag: string) => page.locator(`.tag[title="${tag}"]`).click({ modifiers: ['ControlOrMeta'] });
    await select('Conveyor.Speed');
    await page.locator('.lane').first().waitFor();
    await go(page, 'projects');
    await go(page, 'session');
    expect(await page.locator('.lane').count(), 'what was selected is so still').toBe(1);
    await select('Capper.TorqueActual');
    await expect.poll(() => page.locator('.lane').count()).toBe(2);
  }));
