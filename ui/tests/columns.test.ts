// The table's columns, and the export of rows.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from './axe';
import { announced, on, withBrowser } from './browser';
import { row } from './table';

withBrowser();

const SESSION = { place: 'session', size: { width: 1600, height: 900 } };
const heads = (page: Page): Promise<string[]> => page.locator('.grid .head [data-column]').evaluateAll((all) => all.map((it) => (it as HTMLElement).dataset.column ?? ''));
const first = (page: Page) => page.locator('.grid .body .row:not([hidden])').first();
const cells = (page: Page): Promise<string[]> => first(page).evaluate((row) => [...row.children].map((it) => it.className.split(' ')[0] ?? ''));
const width = async (page: Page, column: string): Promise<number> => (await page.locator(`[data-column="${column}"]`).boundingBox())?.width ?? 0;

/** Presses the mouse button on an element, and releases it elsewhere. */
async function drag(page: Page, from: string, to: { x: number; y: number }): Promise<void> {
  const box = (await page.locator(from).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 10, box.y + box.height / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

describe('columns', () => {
  test('show no graph while the connection is lost', () =>
    on({}, SESSION, async ({ page, desk, errors }) => {
      const curve = (): Promise<string | null> => row(page, 'Conveyor.Speed').locator('.spark path').getAttribute('d');
      await expect.poll(curve).toMatch(/^M/);
      desk.away = true;
      desk.drop();
      await expect.poll(curve).toBe('');
      desk.away = false;
      await expect.poll(curve).toMatch(/^M/);
      errors.length = 0;
    }));

  test('are shown, moved and resized by keyboard, and stored', () =>
    on({}, SESSION, async ({ page }) => {
      await first(page).waitFor();
      await page.getByRole('button', { name: 'View' }).focus();
      await page.keyboard.press('Enter');
      for (const it of ['Address', 'Raw value', 'Unit', 'Time']) {
        await page.getByRole('checkbox', { name: it }).focus();
        await page.keyboard.press('Space');
      }
      await page.getByRole('checkbox', { name: 'Type' }).press('Space');
      for (let i = 0; i < 3; i += 1) await page.getByRole('button', { name: 'Move Address to the left' }).press('Enter');
      const before = await width(page, 'value');
      await page.getByRole('button', { name: 'Value wider', exact: true }).press('Enter');
      await page.getByRole('button', { name: 'Value wider', exact: true }).press('Enter');
      expect(await width(page, 'value')).toBe(before + 32);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      const order = ['name', 'value', 'raw', 'unit', 'address', 'quality', 'age', 'time', 'comment', 'minute'];
      const check = async (): Promise<void> => {
        await expect.poll(() => heads(page)).toEqual(order);
        expect(await cells(page)).toEqual(['pin', 'name', 'val', 'raw', 'unit', 'address', 'qual', 'age', 'time', 'note', 'mini']);
        expect(await width(page, 'value')).toBe(before + 32);
        await expect.poll(() => row(page, 'Capper.HeadCount').locator('.address').innerText()).toBe('%DB1.DBD0');
        await expect.poll(() => first(page).locator('.time').innerText()).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
      };
      await check();
      await page.reload();
      await first(page).waitFor();
      await check();
      await page.getByRole('button', { name: 'View' }).click();
      await page.getByRole('button', { name: 'Reset' }).click();
      await expect.poll(() => heads(page)).toEqual(['name', 'value', 'type', 'quality', 'age', 'comment', 'minute']);
    }));

  test('are moved and resized by dragging, which does not sort', () =>
    on({}, SESSION, async ({ page }) => {
      await first(page).waitFor();
      const name = (await page.locator('[data-column="name"]').boundingBox())!;
      await drag(page, '[data-column="quality"] button', { x: name.x + 3, y: name.y + 10 });
      await expect.poll(() => heads(page)).toEqual(['quality', 'name', 'value', 'type', 'age', 'comment', 'minute']);
      expect(await page.locator('[data-column="quality"]').getAttribute('aria-sort')).toBeNull();
      const before = await width(page, 'value');
      const edge = (await page.locator('[data-column="value"] [data-sizer]').boundingBox())!;
      await drag(page, '[data-column="value"] [data-sizer]', { x: edge.x + edge.width / 2 + 70, y: edge.y + 10 });
      expect(await width(page, 'value')).toBe(before + 70);
      expect((await first(page).locator('.val').boundingBox())?.width).toBe(before + 70);
      await page.locator('[data-column="value"] [data-sizer]').dblclick();
      await expect.poll(() => width(page, 'value')).toBe(before);
      // A click still sorts.
      await page.getByRole('button', { name: 'Quality', exact: true }).first().click();
      await expect.poll(() => page.locator('[data-column="quality"]').getAttribute('aria-sort')).toBe('ascending');
    }));

  test('that need more space than there is scroll sideways, header and rows alike', () =>
    on({}, { ...SESSION, size: { width: 1024, height: 768 } }, async ({ page }) => {
      await first(page).waitFor();
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('button', { name: 'View' }).click();
      for (const it of ['Address', 'Raw value', 'Unit', 'Time']) await page.getByRole('checkbox', { name: it }).click();
      await page.keyboard.press('Escape');
      const room = await page.locator('.grid').evaluate((it) => [it.scrollWidth, it.clientWidth]);
      expect(room[0]).toBeGreaterThan(room[1]!);
      await page.locator('.grid').evaluate((it) => (it.scrollLeft = 1e6));
      const lefts = async (of: string): Promise<number> => (await page.locator(`.grid .row:not([hidden]) > .${of}`).nth(1).boundingBox())!.x;
      const head = (await page.locator('[data-column="comment"]').boundingBox())!;
      expect(await lefts('note')).toBeCloseTo(head.x, 0);
      expect(head.x + head.width).toBeLessThanOrEqual(1024);
      expect(head.width).toBeGreaterThanOrEqual(96);
    }));
});

describe('exported rows', () => {
  async function taken(page: Page, entry: string, rows: string | RegExp): Promise<{ name: string; content: Buffer }> {
    await page.getByRole('button', { name: /^Export/ }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('group', { name: rows }).getByRole('button', { name: entry }).click()]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  }

  test('CSV contains the shown columns, order, words and formats', () =>
    on({}, SESSION, async ({ page }) => {
      await first(page).waitFor();
      await page.getByRole('searchbox').fill('Capper');
      await page.getByRole('button', { name: 'View' }).click();
      await page.getByRole('checkbox', { name: 'Type' }).click();
      await page.getByRole('checkbox', { name: 'Unit' }).click();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('.grid').getAttribute('aria-rowcount')).not.toBe('433');
      const announcements = await announced(page);
      const { name, content } = await taken(page, 'Save as CSV', /^Export the \d+ rows that are shown$/);
      expect(name).toMatch(/^tags-.+-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.csv$/);
      const lines = content.toString('utf8').split('\r\n');
      expect(lines[0]).toBe('\ufeffName,Value,Unit,Quality,Reason,Time,Comment');
      expect(lines.length - 2).toBe(Number(await page.locator('.grid').getAttribute('aria-rowcount')) - 1);
      expect(lines.find((it) => it.startsWith('Capper.HeadCount'))).toMatch(/^Capper\.HeadCount,12,/);
      await expect.poll(announcements).toContainEqual(expect.stringContaining('is saved'));
    }));

  test('the selected rows or all of them: the menu shows the number', () =>
    on({}, SESSION, async ({ page }) => {
      await first(page).waitFor();
      const names = page.locator('.grid .body .row .tag');
      for (const nth of [0, 1, 3]) await names.nth(nth).click({ modifiers: ['ControlOrMeta'] });
      for (const [rows, count] of [['Export 3 selected rows', 3], ['Export all 432 rows', 432]] as const) {
        const { content } = await taken(page, 'Save as CSV', rows);
        expect(content.toString('utf8').trimEnd().split('\r\n').length - 1).toBe(count);
      }
      await page.getByRole('button', { name: 'Export' }).click();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('.grid').focus();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('group', { name: 'Export all 432 rows' }).waitFor();
      expect(await page.getByRole('group', { name: /selected/ }).count()).toBe(0);
    }));

  test('only the selected rows, in German with German separators', () =>
    on({ settings: { language: 'de' } }, SESSION, async ({ page }) => {
      await first(page).waitFor();
      await first(page).locator('.tag').click();
      const { content } = await taken(page, 'Als CSV speichern', '1 ausgewählte Zeile exportieren');
      const lines = content.toString('utf8').trimEnd().split('\r\n');
      expect(lines.length).toBe(2);
      expect(lines[0]).toBe('\ufeffName;Wert;Typ;Qualität;Grund;Zeit;Kommentar');
      // The time, too, has the decimal separator that a German spreadsheet expects.
      expect(lines[1]).toMatch(/;-?\d+(,\d+)?;REAL;Gut;;\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3};/);
    }));

  test('a workbook is saved although pages may not start workers', () =>
    on({ tags: 20_000 }, SESSION, async ({ page }) => {
      await first(page).waitFor();
      const { name, content } = await taken(page, 'Save as an Excel workbook (XLSX)', /^Export all/);
      expect(name).toMatch(/\.xlsx$/);
      expect(content.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
      expect(content.length).toBeGreaterThan(200_000);
    }));
});
