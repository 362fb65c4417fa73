// The trend with new values: lanes, the cursor by keyboard, files, cut and missing values.

import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { OpenTrend, Trend } from '../src/bindings/desk';
import { clock, clockMillis } from '../src/format';
import { violations } from './axe';
import { on, withBrowser } from './browser';
import { row, span } from './table';

withBrowser();

const SESSION = { place: 'session' };

/** Saves the trend as a file of this type. */
async function save(page: Page, kind: string): Promise<void> {
  await page.locator('.trend').getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.trend').getByRole('button', { name: kind }).click();
}

describe('the trend', () => {
  test('has a lane for each of up to eight tags, a cursor by keyboard, zoom, and saves as CSV and PNG', () =>
    on({}, SESSION, async ({ page, desk }) => {
      await row(page, 'Line.State').waitFor();
      const names = page.locator('.grid .body .row .tag');
      for (let i = 0; i < 9; i += 1) await names.nth(i).click({ modifiers: ['Control'] });
      await expect.poll(() => page.locator('.lane').count()).toBe(8);
      await page.locator('.lane', { hasText: 'RecipeName' }).getByText('no curve').waitFor();
      const cursor = page.getByRole('slider', { name: 'Cursor' });
      await cursor.focus();
      await page.keyboard.press('ArrowLeft');
      // The trend does not move from now on, until the user moves it.
      await cursor.getByText('before').waitFor();
      const at = await cursor.locator('b').innerText();
      await expect.poll(() => cursor.getAttribute('aria-valuetext')).toBe(at);
      await page.keyboard.press('Shift+ArrowLeft');
      await expect.poll(() => cursor.getAttribute('aria-valuetext')).not.toBe(at);
      await expect.poll(() => span(page)).toBe(120);
      await page.keyboard.press('+');
      await expect.poll(() => span(page)).toBe(60);
      await page.keyboard.press('Escape');
      await expect.poll(() => span(page)).toBe(120);
      expect(await violations(page)).toEqual([]);
      for (const [kind, ending] of [['CSV, a column for each tag', 'csv'], ['CSV, a row for each value with its quality', 'csv'], ['PNG', 'png']] as const) {
        const [download] = await Promise.all([page.waitForEvent('download'), save(page, kind)]);
        expect(download.suggestedFilename()).toMatch(new RegExp(`^trend-Bottling-line-3-.*\\.${ending}$`));
      }
      expect((desk.calls.find((it) => it.command === 'export_trend')?.args as { tags: string[] }).tags).toHaveLength(8);
    }));

  test('zooms by dragging, and returns to the newest value', () =>
    on({}, SESSION, async ({ page }) => {
      await row(page, 'Conveyor.Speed').click();
      const plot = page.locator('.lane .u-over');
      await plot.waitFor();
      const box = (await plot.boundingBox())!;
      await expect.poll(() => span(page)).toBe(120);
      await page.mouse.move(box.x + box.width * 0.3, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.6, box.y + 20, { steps: 5 });
      await page.mouse.up();
      // The time range of the drag: three tenths, rounded to the second.
      await expect.poll(() => span(page)).toSatisfy((it: number) => Math.abs(it - 36) <= 2);
      await page.locator('.trend-tools').getByRole('button', { name: 'Newest' }).click();
      await expect.poll(() => span(page)).toBe(120);
      expect(await page.getByRole('button', { name: '2 min' }).getAttribute('aria-pressed')).toBe('true');
    }));
});

describe('curves', () => {
  test('end at the last frame, even if no other follows', () =>
    on({}, SESSION, async ({ page, desk }) => {
      await row(page, 'Conveyor.Speed').click();
      await expect.poll(() => page.locator('.lane .reading').innerText()).toMatch(/\d/);
      desk.state = 'paused';
      await page.getByRole('heading', { name: 'Paused' }).waitFor();
      // All new values arrive immediately after the previous curves.
      await page.evaluate(() => {
        const now = performance.now();
        performance.now = () => now;
      });
      for (const until of [Date.now() + 5000, Date.now() + 10_000]) {
        desk.push({ topic: 'trend', data: { session: 'bottling-line-3', number: desk.opened, renew: false, until, lanes: [{ times: [until], values: [1], uncertain: [] }] } });
        await expect.poll(() => page.getByRole('slider', { name: 'Cursor' }).getAttribute('aria-valuetext')).toBe(clockMillis(until, 'en'));
      }
      // Session updates in the meantime did not open it again.
      expect(desk.calls.filter((it) => it.command === 'trend' && (it.args as OpenTrend).tags.length > 0)).toHaveLength(1);
    }));

  test('of unread tags show the last value in grey, with its age and since when', () =>
    on({}, SESSION, async ({ page, desk, errors }) => {
      await row(page, 'Conveyor.Speed').click();
      const reading = page.locator('.lane .reading');
      const text = (): Promise<string> => reading.locator('span').last().innerText();
      const age = (): Promise<string> => reading.locator('small').innerText();
      await expect.poll(text).toMatch(/\d/);
      await page.getByText('newest', { exact: true }).waitFor();
      expect(await age()).toBe('m/s');
      desk.state = 'waiting';
      await page.getByText(/^not read since \d\d:\d\d:\d\d, \d+\.\d s old$/).waitFor();
      await expect.poll(text).toMatch(/\d/);
      const before = await age();
      expect(before).toMatch(/^m\/s, \d+\.\d s old$/);
      await expect.poll(age).not.toBe(before);
      expect(await reading.getAttribute('class')).toContain('gone');
      expect(await violations(page)).toEqual([]);
      // The earlier value can still be read.
      await page.getByRole('slider', { name: 'Cursor' }).focus();
      await page.keyboard.press('ArrowLeft');
      await expect.poll(text).toMatch(/\d/);
      expect(await reading.getAttribute('class')).not.toContain('gone');
      await page.keyboard.press('Escape');
      desk.state = 'live';
      await page.getByText('newest', { exact: true }).waitFor();
      await expect.poll(text).toMatch(/\d/);
      // This is also the case while the connection is lost.
      desk.away = true;
      desk.drop();
      await page.getByText(/^not read since/).waitFor();
      await expect.poll(age).toMatch(/s old$/);
      errors.length = 0;
    }));

  test('stay if the connection is lost again while they are opened, and no failure hides them', () => {
    let isHeld = false;
    const until = Date.now();
    const trend = ({ tags }: OpenTrend): Trend | Promise<Trend> => (isHeld ? new Promise(() => undefined) : {
      session: 'bottling-line-3', number: 1, until, lanes: tags.map((tag) => ({ tag, type: 'DINT', unit: '', isNotDrawn: false, cutAt: null, times: [until - 600_000, until], values: [1, 2], uncertain: [] })),
    });
    return on({ answers: { trend } }, SESSION, async ({ page, desk, errors }) => {
      const opened = (): number => desk.calls.filter((it) => it.command === 'trend' && (it.args as OpenTrend).tags.length > 0).length;
      await row(page, 'Conveyor.Speed').click();
      await expect.poll(opened).toBe(1);
      isHeld = true;
      desk.drop();
      await expect.poll(opened).toBe(2);
      desk.away = true;
      desk.drop();
      await page.getByText(/^not read since/).waitFor();
      errors.length = 0;
    });
  });

  test('are opened again if they cannot continue', () =>
    on({}, SESSION, async ({ page, desk }) => {
      const opened = (): number => desk.calls.filter((it) => it.command === 'trend' && (it.args as OpenTrend).tags.length > 0).length;
      await row(page, 'Conveyor.Speed').click();
      await expect.poll(opened).toBe(1);
      await expect.poll(() => page.locator('.lane .reading').innerText()).toMatch(/\d/);
      desk.push({ topic: 'trend', data: { session: 'bottling-line-3', number: desk.opened, renew: true, until: 0, lanes: [] } });
      await expect.poll(opened).toBe(2);
      await expect.poll(() => page.locator('.lane .reading').innerText()).toMatch(/\d/);
    }));

  test.each([['en', 'are incomplete: the service kept only the newest'], ['de', 'fehlen Werte: der Dienst hat davon nur die neuesten behalten']] as const)('with values that the service has deleted show this, %s', (language, sentence) => {
    const cutAt = Date.now() - 30_000;
    const trend = ({ tags }: OpenTrend): Trend => ({
      session: 'bottling-line-3', number: 1, until: cutAt, lanes: tags.map((tag) => ({ tag, type: 'DINT', unit: '', isNotDrawn: false, cutAt, times: [cutAt - 600_000, cutAt], values: [1, 2], uncertain: [] })),
    });
    return on({ answers: { trend }, settings: { language } }, SESSION, async ({ page }) => {
      await row(page, 'Conveyor.Speed').click();
      await page.getByText(`${clock(cutAt)} ${sentence}`).waitFor();
      expect(await violations(page)).toEqual([]);
    });
  });

  test('of tags that were never read are hatched, with increasing time', () => {
    const began = Date.now();
    const trend = ({ tags }: OpenTrend): Trend => ({
      session: 'bottling-line-3', number: 1, until: began, lanes: tags.map((tag) => ({ tag, type: 'DINT', unit: '', isNotDrawn: false, cutAt: null, times: [began], values: [null], uncertain: [] })),
    });
    return on({ state: 'paused', answers: { trend, older_trend: () => ({ points: { times: [], values: [], uncertain: [] }, cutAt: null, isWhole: true }) } }, SESSION, async ({ page, desk }) => {
      await row(page, 'Conveyor.Speed').click();
      /** The fraction of the lane's width that is drawn, above its middle. */
      const drawn = (): Promise<number> => page.locator('.lane canvas').evaluate((it) => {
        const { width, height } = it as HTMLCanvasElement;
        const line = (it as HTMLCanvasElement).getContext('2d')!.getImageData(0, height >> 2, width, 1).data;
        return line.filter((alpha, i) => i % 4 === 3 && alpha > 0).length / width;
      });
      await page.getByText('Hatched: not read').waitFor();
      // The shown time is two minutes.
      expect(await drawn()).toBeLessThan((Date.now() - began) / 120_000 + 0.05);
      for (const [until, part] of [[began + 60_000, 0.1], [began + 115_000, 0.2]] as const) {
        desk.push({ topic: 'trend', data: { session: 'bottling-line-3', number: 1, renew: false, until, lanes: [{ times: [], values: [], uncertain: [] }] } });
        await expect.poll(drawn).toBeGreaterThan(part);
      }
    });
  });
});
