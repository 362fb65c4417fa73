// Small windows and zoomed pages: no text is cut, no element is outside of the page, and pinned rows
// stay visible.

import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { violations } from './axe';
import { figures, go, on, withBrowser } from './browser';
import type { Session } from '../src/bindings/desk';
import { AWAY, coded } from './fake/views';
import { overflows } from './overflow';

withBrowser();

const PLACES = ['projects', 'connect', 'session', 'diagnostics', 'settings'];
async function fill(page: Page, place: string): Promise<void> {
  if (place === 'connect') {
    await page.locator('.rows button').first().click();
    await page.locator('.sect').first().waitFor();
  } else if (place === 'session') {
    for (const tag of ['Conveyor.Speed', 'Capper.TorqueActual']) await page.locator(`.tag[title="${tag}"]`).click({ modifiers: ['ControlOrMeta'] });
    await page.locator('.lane').nth(1).waitFor();
  }
}

const SIZES: [string, number, number][] = [
  ['900 by 600', 900, 600], ['1024 by 768', 1024, 768], ['1280 by 832', 1280, 832], ['1366 by 768', 1366, 768], ['1920 by 1080', 1920, 1080],
  ['1366 by 768 at 200 %', 683, 384], ['1920 by 1080 at 200 %', 960, 540],
];

/** The status bar with its longest texts: the service unavailable for most of a day, a slow controller, and scans of three weeks. */
const away = (it: Session): Session => ({
  ...it, tagList: 'whenItSaves', requested: 1200, tags: { ...it.tags, requestedBad: 187 },
  scan: { ...it.scan, lastMs: 1258, p50Ms: 1057, p99Ms: 1284, count: 7_251_840, missed: 22_220 },
  outbox: { ...it.outbox, depth: 12_830, oldest: Date.now() - 86_000_000, lost: 12_345 },
  delivery: { ...it.delivery, state: { ...AWAY, until: Date.now() + 9000 }, lastPush: Date.now() - 86_000_000, storedThrough: it.outbox.newest - 12_830 },
});

test('every place at 1024 by 768 with large targets', () =>
  on({ settings: { language: 'de', largeTargets: true } }, { size: { width: 1024, height: 768 } }, async ({ page }) => {
    await page.getByRole('button', { name: 'Bottling line 3' }).click();
    for (const place of PLACES) {
      await go(page, place);
      await fill(page, place);
      await expect.poll(async () => [place, ...(await overflows(page))]).toEqual([place]);
    }
  }));

describe.each(SIZES)('%s', (_, width, height) => {
  const size = { width, height };
  test.each(['en', 'de'] as const)('every place, %s', (language) =>
    on({ settings: { language } }, { size }, async ({ page }) => {
      await page.getByRole('button', { name: 'Bottling line 3' }).click();
      for (const place of PLACES) {
        await go(page, place);
        await fill(page, place);
        await expect.poll(async () => [place, ...(await overflows(page))]).toEqual([place]);
        if (width < 1100) expect(await violations(page), place).toEqual([]);
      }
    }));

  test.each(['en', 'de'] as const)('a session in each state, %s', (language) =>
    on({ settings: { language }, change: away }, { size, place: 'session' }, async ({ page, desk }) => {
      for (const state of ['live', 'connecting', 'waiting', 'fault', 'paused', 'stopped'] as const) {
        desk.state = state;
        // A session that reads but does not deliver is not live.
        const shape = state === 'live' ? 'waiting' : state;
        await page.locator(`.state-line[data-state="${shape}"]`).waitFor();
        await expect.poll(async () => [state, ...(await overflows(page))]).toEqual([state]);
        // The reason and the actions do not overlap, and do not overflow into the bar below.
        const [line, why, acts] = await Promise.all(['.state-line', '.state-line .why', '.state-line .acts'].map((it) => page.locator(it).boundingBox()));
        expect(why!.x + why!.width <= acts!.x || why!.y + why!.height <= acts!.y, state).toBe(true);
        expect(acts!.y >= line!.y && acts!.y + acts!.height <= line!.y + line!.height, state).toBe(true);
      }
      // The figures with their longest texts.
      desk.state = 'live';
      await page.locator('.status[data-state="waiting"]').waitFor();
      await figures(page);
      await expect.poll(() => overflows(page)).toEqual([]);
    }));
});

/** The longest message of a network failure. */
const CAUSE = coded('uplink-unreachable', { service: 'https://bridge.plant-north.example', source: coded('system-connection-refused', { text: 'Connection refused (os error 111)' }) });

test.each([['en', 1280, 800], ['de', 1280, 800], ['de', 1024, 768]] as const)('a cause is completely visible, %s at %i by %i', (language, width, height) =>
  on({ settings: { language }, change: (it) => ({ ...away(it), delivery: { ...it.delivery, lastPush: Date.now() - 60_000, state: { ...AWAY, cause: CAUSE, remedy: coded('uplink-remedy-unreachable'), until: Date.now() + 9000 } } }) }, { size: { width, height }, place: 'session' }, async ({ page }) => {
    const why = page.locator('.state-line .why > *');
    await why.first().getByText('https://bridge.plant-north.example').waitFor();
    expect(await why.evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 0).map((it) => `${it.clientWidth}: ${it.textContent}`))).toEqual([]);
    const [line, text] = await Promise.all(['.state-line', '.state-line .why'].map((it) => page.locator(it).boundingBox()));
    expect(text!.y >= line!.y && text!.y + text!.height <= line!.y + line!.height && text!.width >= 300).toBe(true);
  }));

test.each(['session', 'projects'])('the status bar shows the complete state, also next to long names: %s', (place) =>
  on({ settings: { language: 'de' }, change: (it) => ({ ...away(it), projectName: 'Compressed air and cooling water, utilities building', controller: { ...it.controller!, name: 'UTILITIES_BUILDING_CONTROLLER_1' } }) }, { size: { width: 1024, height: 768 }, place }, async ({ page }) => {
    const word = page.locator('.status').getByText('Nicht geliefert', { exact: true });
    await word.waitFor();
    const [bar, text] = await Promise.all([page.locator('.top').boundingBox(), word.boundingBox()]);
    expect(text!.height).toBeLessThan(30);
    expect(text!.y >= bar!.y && text!.y + text!.height <= bar!.y + bar!.height && text!.x + text!.width <= 1024).toBe(true);
    expect(await overflows(page)).toEqual([]);
  }));

describe.each([[640, 384], [683, 384], [1280, 400]])('at %i by %i', (width, height) => {
  test.each(['live', 'waiting'] as const)('the table has half of the height: %s', (state) =>
    on({ settings: { language: 'de' }, state }, { size: { width, height }, place: 'session' }, async ({ page }) => {
      await page.locator(`.status[data-state="${state}"]`).waitFor();
      await expect.poll(async () => (await page.locator('.stage').boundingBox())!.y).toBeLessThanOrEqual(height / 2);
      expect((await page.locator('.stage').boundingBox())!.height).toBeGreaterThanOrEqual(height / 2);
      expect(await overflows(page)).toEqual([]);
      expect(await violations(page)).toEqual([]);
    }));
});

test('a long name does not overlap its value in the trend', () =>
  on({}, { size: { width: 1024, height: 768 }, place: 'session' }, async ({ page }) => {
    await page.locator('.tag[title="Line.State"]').click();
    const lane = page.locator('.lane header');
    await expect.poll(() => lane.locator('.reading').innerText()).toMatch(/\d/);
    await lane.locator('.middle-begin').evaluate((it) => (it.textContent = 'Temperature_Of_The_Bearing_At_The_Drive'));
    const [name, reading] = await Promise.all(['.tag', '.reading'].map((it) => lane.locator(it).boundingBox()));
    expect(name!.x + name!.width).toBeLessThanOrEqual(reading!.x);
  }));

test('in a low window the last row can be reached', () =>
  on({}, { size: { width: 960, height: 420 }, place: 'session' }, async ({ page }) => {
    await page.locator('.tag[title="Line.State"]').waitFor();
    const height = await page.locator('.layer').evaluate((it) => it.clientHeight);
    expect(height).toBeGreaterThan(100);
    await page.locator('.layer').scrollIntoViewIfNeeded();
    expect(await page.locator('.main').evaluate((it) => it.scrollHeight - it.clientHeight)).toBeGreaterThan(0);
  }));
