// The session's place in use: its state, its header, and when the connection is lost.

import { describe, expect, test } from 'vitest';
import { violations } from './axe';
import { on, withBrowser } from './browser';
import { row } from './table';

withBrowser();

const SESSION = { place: 'session' };

describe('the state', () => {
  test('that comes of an act takes the focus, not another act', () =>
    on({ state: 'waiting' }, SESSION, async ({ page, desk }) => {
      const focused = (): Promise<string | null | undefined> => page.evaluate(() => document.activeElement?.textContent);
      await page.getByRole('button', { name: 'Try now' }).press('Enter');
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      await expect.poll(focused).toBe('Live');
      await page.keyboard.press('Enter');
      expect(desk.calls.some((it) => it.command === 'pause' || it.command === 'stop_session')).toBe(false);
    }));

  test('follows pause, going on and stopping; stopping asks first', () =>
    on({}, SESSION, async ({ page, desk }) => {
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      // The button becomes another one: the focus stays.
      const focused = (): Promise<string | null | undefined> => page.evaluate(() => document.activeElement?.textContent);
      await page.getByRole('button', { name: 'Pause' }).press('Enter');
      await page.getByRole('heading', { name: 'Paused' }).waitFor();
      await expect.poll(focused).toBe('Resume');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      await expect.poll(focused).toBe('Pause');
      await page.getByRole('button', { name: 'Stop session' }).click();
      const dialog = page.getByRole('dialog', { name: 'Stop this session?' });
      await dialog.waitFor();
      expect(await violations(page)).toEqual([]);
      await expect.poll(focused).toBe('Cancel');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(desk.calls.some((it) => it.command === 'stop_session')).toBe(false);
      await page.getByRole('button', { name: 'Stop session' }).click();
      await dialog.getByRole('button', { name: 'Stop session' }).click();
      await page.getByRole('heading', { name: 'Stopped' }).waitFor();
      await dialog.waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    }));

  test('is kept in its place: header and strip have the same height in every state', () =>
    on({}, SESSION, async ({ page, desk }) => {
      const heights = async (): Promise<(number | undefined)[]> => [(await page.locator('.state-head').boundingBox())?.height, (await page.locator('.health').boundingBox())?.y];
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      const live = await heights();
      // The state can be read from two metres away: its field is as tall as the header.
      expect((await page.locator('.state-head .mark').boundingBox())?.height).toBeGreaterThanOrEqual(live[0]! - 1);
      for (const state of ['waiting', 'fault', 'paused'] as const) {
        desk.state = state;
        await page.locator(`.state-head[data-state="${state}"]`).waitFor();
        expect(await heights()).toEqual(live);
      }
    }));
});

describe('the header', () => {
  test('folds to one line when all is well for a while, and values stand in the upper third; what is not well unfolds it', () =>
    on({}, { ...SESSION, folds: true }, async ({ page, desk }) => {
      const head = page.locator('.state-head');
      const top = async (): Promise<number> => (await page.locator('.grid .body .row:not([hidden])').first().boundingBox())!.y;
      await row(page, 'Line.State').waitFor();
      expect(await page.locator('.health').count()).toBe(1);
      await expect.poll(() => page.locator('.state-head.folded').count(), { timeout: 60_000 }).toBe(1);
      expect(await top()).toBeLessThan(800 / 3);
      expect(await head.innerText()).toMatch(/^Live[^]*430 of 432 tags[^]*58 ms a scan/);
      expect(await violations(page)).toEqual([]);
      desk.state = 'waiting';
      await page.locator('.state-head[data-state="waiting"]:not(.folded)').waitFor();
      expect(await page.locator('.health').count()).toBe(1);
    }), 120_000);

  test('folds and unfolds as a person wants it, and stays so', () =>
    on({}, { ...SESSION, folds: true, size: { width: 1024, height: 768 } }, async ({ page, desk }) => {
      await page.getByRole('button', { name: 'Fold the figures' }).press('Enter');
      await page.locator('.state-head.folded').waitFor();
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Show all figures');
      await page.reload();
      await page.locator('.state-head.folded').waitFor();
      const inside = await page.locator('.state-head').evaluate((it) => it.scrollHeight <= it.clientHeight + 1 && it.scrollWidth <= it.clientWidth + 1);
      expect(inside).toBe(true);
      desk.state = 'fault';
      await page.locator('.state-head[data-state="fault"]:not(.folded)').waitFor();
      desk.state = 'live';
      await page.getByRole('button', { name: 'Show all figures' }).click();
      await page.locator('.health').waitFor();
    }));
});

describe('the connection', () => {
  test('that is lost is said, and comes back by itself', async () => {
    await on({}, SESSION, async ({ page, desk, errors }) => {
      const speed = row(page, 'Conveyor.Speed').locator('.val');
      const reading = page.locator('.lane .reading');
      await row(page, 'Conveyor.Speed').click();
      await expect.poll(() => reading.innerText()).toMatch(/\d/);
      desk.away = true;
      desk.drop();
      await Promise.all([
        page.getByText('The connection to Tagbridge is lost.').waitFor(),
        page.getByRole('heading', { name: 'Unknown' }).waitFor(),
      ]);
      desk.away = false;
      await page.getByText('The connection to Tagbridge is lost.').waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      // What was open is open again: values change, in the table and in the trend.
      for (const it of [speed, reading]) {
        const before = await it.textContent();
        await expect.poll(() => it.textContent()).not.toBe(before);
      }
      errors.length = 0;
    });
  });

  test('with a token that is not valid is refused in words', () =>
    on({}, {}, async ({ page }) => {
      await page.evaluate(() => sessionStorage.setItem('token', 'another'));
      await page.reload();
      await page.getByText('This address is not valid any more.').waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('keeps the token out of the address', () =>
    on({}, SESSION, async ({ page }) => {
      expect(page.url()).not.toContain('token');
    }));
});
