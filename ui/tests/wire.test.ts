// The communication log: recording, following, filtering, a decoded frame, saving; by keyboard too. The event log's
// time range, session, meaning and export.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Frames, ListFrames } from '../src/bindings/desk';
import { violations } from './axe';
import { on, withBrowser } from './browser';
import { frames } from './fake/frames';
import { diagnostics } from './fake/views';

withBrowser();

const PICTURES = join(import.meta.dirname, '../../target/pictures');
const LOG = { place: 'diagnostics', size: { width: 1440, height: 900 } };
const rows = (page: Page) => page.locator('.wires [role="row"][id]');

async function recorded(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Communication', exact: true }).click();
  await page.getByText('No recording').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Record for 5 min' }).click();
  await rows(page).first().waitFor();
}

test.each(['light', 'dark'] as const)('frames are recorded, followed, filtered and decoded: %s', (scheme) =>
  on({}, { ...LOG, scheme }, async ({ page, desk }) => {
    await recorded(page);
    await page.getByText(/Recording, off in/).waitFor();
    await page.getByText('4 995 frames').waitFor();
    // The newest frames are visible.
    await expect.poll(() => rows(page).last().innerText()).toMatch(/4\s999/);
    await page.getByRole('button', { name: /^No answer 5/ }).click();
    await expect.poll(() => rows(page).count()).toBe(5);
    await rows(page).last().getByText('No answer').waitFor();
    await page.getByRole('button', { name: /^All/ }).click();
    await page.getByRole('searchbox').fill('status 0x0f');
    await expect.poll(() => rows(page).first().innerText()).toContain('30 values, 1 refused');
    await page.getByRole('searchbox').fill('');
    // The rows are below each other, without overlap.
    const tops = await rows(page).evaluateAll((all) => all.map((it) => it.getBoundingClientRect()).map((it) => [it.top, it.height]));
    tops.slice(1).forEach(([top, height], i) => expect([top, height]).toEqual([(tops[i]?.[0] ?? 0) + 32, 32]));
    await rows(page).nth(2).click();
    await page.getByRole('heading', { name: /^Frame/ }).waitFor();
    await page.getByText('Line_Speed').waitFor();
    await page.getByRole('button', { name: /Command/ }).click();
    expect(await page.locator('.frame-hex .marked').allInnerTexts()).toEqual(['70', '00']);
    await page.getByRole('button', { name: /^(answer to|answered by)/ }).click();
    await page.getByRole('heading', { name: /^Frame/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: join(PICTURES, `communication-${scheme}.png`) });
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save for Wireshark' }).click()]);
    expect(download.suggestedFilename()).toMatch(/\.pcapng$/);
    expect(await readFile(await download.path(), 'utf8')).toBe('pcapng');
    expect((desk.calls.findLast((it) => it.command === 'frames')?.args as ListFrames).count).toBeLessThanOrEqual(200);
  }));

test('a recording that was switched on stays on when an older answer arrives', () => {
  const made = frames(() => until);
  let until: number | null = null;
  const held: (() => void)[] = [];
  let isHeld = false;
  const later = (asked: ListFrames) => {
    const old = made.frames(asked);
    return new Promise<Frames>((resolve) => held.push(() => resolve(old)));
  };
  const trace = () => {
    [until, isHeld] = [Date.now() + 300_000, false];
    return diagnostics('bottling-line-3', Date.now(), until).trace;
  };
  return on({ answers: { frames: (asked: ListFrames) => (isHeld ? later(asked) : made.frames(asked)), trace } }, LOG, async ({ page }) => {
    await page.getByRole('button', { name: 'Communication', exact: true }).click();
    await page.getByText('No recording').waitFor();
    isHeld = true;
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await page.getByRole('switch').click();
    await rows(page).first().waitFor();
    held.forEach((it) => it());
    await expect.poll(() => page.getByRole('switch').getAttribute('aria-checked')).toBe('true');
    await expect.poll(() => rows(page).count()).toBeGreaterThan(5);
  });
});

test.each([1024, 1280, 1600])('in German each frame has its own line, at %i px', (width) =>
  on({ settings: { language: 'de' } }, { place: 'diagnostics', size: { width, height: 800 } }, async ({ page }) => {
    await page.getByRole('button', { name: 'Kommunikation', exact: true }).click();
    await page.getByRole('button', { name: '5 min aufzeichnen' }).click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(2);
    const cells = await rows(page).locator('[role="gridcell"]:visible').evaluateAll((all) => all.map((it) => [it.getBoundingClientRect().height <= 26, it.classList.contains('cut') || it.scrollWidth <= it.clientWidth + 1]));
    expect(cells.length).toBeGreaterThan(8);
    expect(cells.flat()).not.toContain(false);
  }));

test('the log is read by keyboard, and keeps its position', () =>
  on({}, LOG, async ({ page }) => {
    await recorded(page);
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('heading', { name: /^Frame/ }).waitFor();
    const at = await page.getByRole('heading', { name: /^Frame/ }).innerText();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => page.getByRole('heading', { name: /^Frame/ }).innerText()).not.toBe(at);
    await page.keyboard.press('Home');
    await expect.poll(() => rows(page).first().innerText()).toMatch(/^1\s/);
    await page.getByRole('button', { name: 'Follow the newest' }).waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => rows(page).last().innerText()).toMatch(/4\s999/);
    await page.keyboard.press('Escape');
    await page.getByText('Choose a frame to see its contents.').waitFor();
  }));

test.each([{ width: 1024, height: 768 }, { width: 720, height: 450 }])('at $width px no text is cut', (size) =>
  on({}, { place: 'diagnostics', size }, async ({ page }) => {
    await recorded(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    await page.getByRole('button', { name: 'Save for Wireshark' }).scrollIntoViewIfNeeded();
    const box = await page.getByRole('button', { name: 'Save for Wireshark' }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width);
    expect(await violations(page)).toEqual([]);
  }));

test('events of a time range are shown and exported, and each shows its meaning', () =>
  on({}, LOG, async ({ page }) => {
    const lines = page.locator('.log .line');
    await lines.first().waitFor();
    const all = await lines.count();
    await page.getByLabel('Time', { exact: true }).selectOption('hour');
    await expect.poll(() => lines.count()).toBe(3);
    await page.getByRole('button', { name: /Technical detail: Snapshots cannot be stored/ }).click();
    await page.getByText(/Free some space on this disk/).waitFor();
    expect(await violations(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).click()]);
    const csv = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(csv).toHaveLength(4);
    expect(csv[1]).toContain('Free some space');
    await page.getByLabel('Time', { exact: true }).selectOption('between');
    await expect.poll(() => lines.count()).toBe(all);
    const hourAgo = new Date(Date.now() - 3_600_000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
    await page.getByLabel('From', { exact: true }).fill(hourAgo);
    await expect.poll(() => lines.count()).toBe(3);
    await page.getByLabel('To', { exact: true }).fill('2020-01-01T00:00:00');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => lines.count()).toBe(all);
  }));
