// The trend: wheel, panning, pause, cursors and their figures, common axis, scales, older pages, full screen,
// export.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ReadOlder } from '../src/bindings/desk';
import { violations } from './axe';
import { on, withBrowser } from './browser';
import { Refusal } from './fake/desk';
import { span } from './table';

withBrowser();

const SESSION = { place: 'session' };
const readout = (page: Page) => page.getByRole('slider', { name: 'Cursor' });
const plot = (page: Page, nth = 0) => page.locator('.plot .u-over').nth(nth);

/** Selects these tags. */
async function select(page: Page, ...tags: string[]): Promise<void> {
  for (const tag of tags) await page.locator(`.tag[title="${tag}"]`).first().click({ modifiers: ['ControlOrMeta'] });
  await page.locator('.lane').nth(tags.length - 1).waitFor();
}

describe('the time', () => {
  test('is zoomed by the wheel: a following view still follows, a fixed one is zoomed at the pointer', () =>
    on({}, SESSION, async ({ page }) => {
      await select(page, 'Conveyor.Speed');
      await expect.poll(() => span(page)).toBe(120);
      await plot(page).hover();
      for (let i = 0; i < 4; i += 1) await page.mouse.wheel(0, -100);
      await expect.poll(() => span(page)).toBeLessThan(60);
      expect(await page.getByRole('button', { name: 'Pause', exact: true }).count()).toBeGreaterThan(0);
      await page.locator('.trend-tools').getByRole('button', { name: 'Pause' }).click();
      const paused = await page.locator('.axis').innerText();
      await page.getByText(/^Paused at .* behind\. Reading continues\./).waitFor();
      expect(await page.locator('.axis').innerText()).toBe(paused);
      await plot(page).hover();
      await page.mouse.wheel(0, 100);
      await expect.poll(() => page.locator('.axis').innerText()).not.toBe(paused);
      await page.locator('.trend-tools').getByRole('button', { name: 'Newest' }).click();
      await expect.poll(() => page.getByText(/^Paused at/).count()).toBe(0);
    }));

  test('is moved by Shift and a drag, by buttons and keys; earlier values are loaded page by page, to the oldest one', () =>
    on({}, SESSION, async ({ page, desk }) => {
      await select(page, 'Conveyor.Speed');
      const box = (await plot(page).boundingBox())!;
      await page.keyboard.down('Shift');
      await page.mouse.move(box.x + 20, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + 120, box.y + 20, { steps: 5 });
      await page.mouse.up();
      await page.keyboard.up('Shift');
      await page.getByText(/^Paused at/).waitFor();
      expect(await span(page)).toBeGreaterThan(110);
      const asked = (): number[] => desk.calls.filter((it) => it.command === 'older_trend').map((it) => (it.args as ReadOlder).before);
      await expect.poll(() => asked().length).toBe(1);
      await readout(page).focus();
      for (let i = 0; i < 12; i += 1) await page.keyboard.press('PageUp');
      await page.getByText(/Known from \d\d:\d\d:\d\d on/).waitFor();
      const all = asked();
      expect(all).toEqual([...all].sort((a, b) => b - a));
      expect(new Set(all).size).toBe(all.length);
      await page.getByRole('button', { name: 'Later' }).click();
      expect(asked().length).toBe(all.length);
    }));

  test('before the oldest available value is marked as unknown, with the reason', () =>
    on({ answers: { older_trend: () => { throw new Refusal({ error: 'unreachable', message: 'the service does not respond', remedy: '' }); } } }, SESSION, async ({ page }) => {
      await select(page, 'Conveyor.Speed');
      await page.getByRole('button', { name: 'Earlier' }).click();
      await page.getByText('Earlier values cannot be loaded: The service does not respond').waitFor();
    }));
});

describe('cursors', () => {
  test('are set by a click, and their figures are shown, by keyboard too', () =>
    on({}, SESSION, async ({ page }) => {
      await select(page, 'Conveyor.Speed', 'Conveyor.DriveFault');
      await page.locator('.trend-tools').getByRole('button', { name: 'Pause' }).click();
      const box = (await plot(page).boundingBox())!;
      await page.mouse.click(box.x + box.width * 0.25, box.y + 20);
      await page.keyboard.down('Shift');
      await page.mouse.click(box.x + box.width * 0.75, box.y + 20);
      await page.keyboard.up('Shift');
      const table = page.getByRole('region', { name: 'Cursors' }).getByRole('table');
      const cell = async (row: number, column: number): Promise<string> => (await table.locator('tbody tr').nth(row).locator('td, th').nth(column).innerText()).trim();
      await expect.poll(() => cell(0, 3)).toMatch(/^(59|60|61)\.\d{3} s$/);
      const [a, b, difference] = [Number(await cell(1, 1)), Number(await cell(1, 2)), Number(await cell(1, 3))];
      expect(b - a).toBeCloseTo(difference, 4);
      expect(await cell(2, 3)).toMatch(/edges?$/);
      expect(await cell(2, 4)).toMatch(/% on/);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      expect(await table.count()).toBe(0);
      await readout(page).focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('a');
      await page.keyboard.press('End');
      await page.keyboard.press('b');
      await expect.poll(() => cell(0, 3)).toMatch(/^1(19|20)\.\d{3} s$/);
      await page.keyboard.press('Escape');
      await expect.poll(() => table.count()).toBe(0);
    }));
});

describe('axes', () => {
  test('one for all tags, with a letter and a colour each, or a manual scale', () =>
    on({}, SESSION, async ({ page }) => {
      await select(page, 'Conveyor.Speed', 'Capper.TorqueActual');
      await page.getByRole('button', { name: 'Common axis', exact: true }).click();
      await expect.poll(() => page.locator('.plot').count()).toBe(1);
      const ink = (): Promise<string[]> => page.locator('.plot canvas').evaluate((canvas) => {
        const it = canvas as HTMLCanvasElement;
        const { data } = it.getContext('2d')!.getImageData(0, 0, it.width, it.height);
        const seen = new Map<string, number>();
        for (let i = 0; i < data.length; i += 4) if (data[i + 3]! > 250) seen.set(`${data[i]},${data[i + 1]},${data[i + 2]}`, (seen.get(`${data[i]},${data[i + 1]},${data[i + 2]}`) ?? 0) + 1);
        return [...seen].filter(([, count]) => count > 60).map(([colour]) => colour);
      });
      await expect.poll(ink).toEqual(expect.arrayContaining(['10,86,134', '180,69,11']));
      await page.getByRole('button', { name: 'Common axis', exact: true }).click();
      await expect.poll(() => page.locator('.plot').count()).toBe(2);
      await page.getByRole('button', { name: 'Scale of Conveyor.Speed' }).click();
      const scale = page.getByRole('group', { name: 'Scale of Conveyor.Speed' });
      await scale.getByLabel('From').fill('0');
      await scale.getByLabel('To').fill('-1');
      expect(await scale.getByRole('button', { name: 'Set', exact: true }).isDisabled()).toBe(true);
      await scale.getByLabel('To').fill('40');
      expect(await violations(page)).toEqual([]);
      await scale.getByRole('button', { name: 'Set', exact: true }).click();
      await page.getByRole('button', { name: 'Scale of Conveyor.Speed' }).click();
      expect(await scale.getByLabel('To').inputValue()).toBe('40');
      await scale.getByRole('button', { name: 'Automatic' }).click();
    }));

  test('fit at every size, in full screen, in German; Escape returns', async () => {
    for (const [scheme, size] of [['light', { width: 1024, height: 768 }], ['dark', { width: 1920, height: 1080 }]] as const) {
      await on({ settings: { language: 'de' } }, { ...SESSION, scheme, size }, async ({ page }) => {
        await select(page, 'Conveyor.Speed', 'Capper.TorqueActual', 'Conveyor.DriveFault');
        await page.getByRole('button', { name: 'Ganzer Bildschirm' }).click();
        const box = (await plot(page).boundingBox())!;
        expect(box.width).toBeGreaterThan(size.width / 2 - 120);
        await page.mouse.click(box.x + box.width * 0.3, box.y + 20);
        await page.keyboard.down('Shift');
        await page.mouse.click(box.x + box.width * 0.6, box.y + 20);
        await page.keyboard.up('Shift');
        await page.getByRole('table').waitFor();
        expect(await page.locator('.trend').evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
        expect(await violations(page)).toEqual([]);
        if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/trend-full-${scheme}.png` });
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Ganzer Bildschirm' }).waitFor();
      });
    }
  });
});

describe('export', () => {
  test('a picture has print size, and is on white paper in either scheme', () =>
    on({}, { ...SESSION, scheme: 'dark' }, async ({ page }) => {
      await select(page, 'Conveyor.Speed', 'Program:Filler.Valve[3].Position');
      await page.locator('.trend').getByRole('button', { name: 'Save', exact: true }).click();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Picture (PNG), for print' }).click()]);
      const png = await readFile(await download.path());
      if (process.env.PICTURES) await download.saveAs(`${process.env.PICTURES}/trend-print.png`);
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2339, 1076]);
      expect(png.length).toBeGreaterThan(20_000);
    }));

  test('a saved trend is restored with its tags, its time and its scales, also in another visit', () =>
    on({}, SESSION, async ({ page }) => {
      await select(page, 'Conveyor.Speed', 'Capper.TorqueActual');
      await page.getByRole('button', { name: 'Common axis', exact: true }).click();
      await page.getByRole('button', { name: '10 min' }).click();
      await page.getByRole('button', { name: 'Saved trends' }).click();
      await page.getByRole('group', { name: 'Saved trends' }).getByLabel('Name', { exact: true }).fill('Cap and belt');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Close the trend' }).click();
      await page.reload();
      await page.getByRole('button', { name: 'Saved trends' }).click();
      await page.getByRole('button', { name: 'Open Cap and belt' }).click();
      await expect.poll(() => page.locator('.lane.legend').count()).toBe(2);
      await expect.poll(() => span(page)).toBe(600);
      await page.getByRole('button', { name: 'Saved trends' }).click();
      await page.getByRole('button', { name: 'Delete Cap and belt' }).click();
      await page.getByText('No trend is saved for this project yet.').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: 'Open Cap and belt' }).waitFor();
    }));
});
