// The strip below the trend: all known points, and the frame of the shown time; and the trend as an SVG drawing.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violations } from './axe';
import { on, withBrowser } from './browser';

withBrowser();

const frame = (page: Page) => page.getByRole('slider', { name: 'Time shown' });

async function select(page: Page, ...tags: string[]): Promise<void> {
  for (const tag of tags) await page.locator(`.tag[title="${tag}"]`).first().click({ modifiers: ['ControlOrMeta'] });
  await page.locator('.lane').nth(tags.length - 1).waitFor();
  await page.getByRole('button', { name: 'Full screen' }).click();
  await frame(page).waitFor();
}

/** The times that the frame shows, in seconds of the day, and the positions of its start and its end. */
async function shown(page: Page): Promise<{ from: number; to: number; left: number; right: number }> {
  const text = (await frame(page).getAttribute('aria-valuetext')) ?? '';
  const [from = NaN, to = NaN] = text.split(' – ').map((it) => Date.parse(`2026-01-01T${it}Z`) / 1000);
  const [inner, outer] = [(await frame(page).boundingBox())!, (await page.locator('.strip-field').boundingBox())!];
  return { from, to, left: (inner.x - outer.x) / outer.width, right: (inner.x + inner.width - outer.x) / outer.width };
}

/** The position of the frame when no more updates arrive. */
async function atRest(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  for (let before = '', same = 0; same < 3; ) {
    await page.waitForTimeout(100);
    const now = JSON.stringify([await frame(page).boundingBox(), await frame(page).getAttribute('aria-valuetext')]);
    same = now === before ? same + 1 : 0;
    before = now;
  }
  return (await frame(page).boundingBox())!;
}

test.each(['light', 'dark'] as const)('the frame is dragged, widened and moved by a click: %s', (scheme) =>
  on({}, { place: 'session', scheme }, async ({ page }) => {
    await select(page, 'Conveyor.Speed', 'Capper.TorqueActual');
    // Earlier points are not loaded yet; after one step back they are.
    await frame(page).focus();
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.getByText(/^Paused at/).waitFor();
    await page.getByText(/^All since \d\d:\d\d:\d\d: drag the frame/).waitFor();
    const box = await atRest(page);
    const before = await shown(page);
    expect(before.to - before.from).toBe(120);
    await page.mouse.move(box.x + box.width / 2, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 40, box.y + 20, { steps: 4 });
    await page.mouse.up();
    const moved = await shown(page);
    expect(moved.from).toBeGreaterThan(before.from);
    expect(moved.to - moved.from).toBe(120);
    const edge = (await frame(page).boundingBox())!;
    await page.mouse.move(edge.x, edge.y + 20);
    await page.mouse.down();
    await page.mouse.move(edge.x - 30, edge.y + 20, { steps: 4 });
    await page.mouse.up();
    const wider = await shown(page);
    expect(wider.to).toBe(moved.to);
    expect(wider.from).toBeLessThan(moved.from);
    const field = (await page.locator('.strip-field').boundingBox())!;
    await page.mouse.click(field.x + 6, field.y + 20);
    expect((await shown(page)).left).toBeLessThan(0.1);
    expect(await violations(page)).toEqual([]);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/strip-${scheme}.png` });
    await frame(page).press('End');
    await expect.poll(() => page.getByText(/^Paused at/).count()).toBe(0);
    await expect.poll(async () => (await shown(page)).right).toBeGreaterThan(0.98);
  }));

test('by keyboard it moves, zooms, and goes to both ends', () =>
  on({}, { place: 'session' }, async ({ page }) => {
    await select(page, 'Conveyor.Speed');
    await frame(page).focus();
    const began = await shown(page);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => began.from - (await shown(page)).from).toBeGreaterThan(8);
    await page.keyboard.press('+');
    await expect.poll(async () => { const it = await shown(page); return it.to - it.from; }).toBe(60);
    await page.keyboard.press('Home');
    await expect.poll(async () => (await shown(page)).left).toBeLessThan(0.02);
    await page.keyboard.press('End');
    await expect.poll(() => page.getByText(/^Paused at/).count()).toBe(0);
  }));

test.each([[1024, 768], [683, 384], [1920, 1080]])('it fits at %i by %i', (width, height) =>
  on({ settings: { language: 'de' } }, { place: 'session', size: { width, height } }, async ({ page }) => {
    await page.locator('.tag[title="Conveyor.Speed"]').first().click();
    await page.getByRole('button', { name: 'Ganzer Bildschirm' }).click();
    await page.getByRole('slider', { name: 'Gezeigte Zeit' }).waitFor();
    for (const it of ['.trend-strip', '.trend']) expect(await page.locator(it).evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    // The curve has a readable height.
    expect((await page.locator('.lane .plot').first().boundingBox())!.height).toBeGreaterThan(100);
    expect(await violations(page)).toEqual([]);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/strip-${width}.png` });
  }));

test('a trend is saved as a drawing: curves as lines, gaps hatched, cursors and names as text', () =>
  on({}, { place: 'session', scheme: 'dark' }, async ({ page }) => {
    await select(page, 'Conveyor.Speed', 'Conveyor.DriveFault');
    const plot = (await page.locator('.plot .u-over').first().boundingBox())!;
    await page.mouse.click(plot.x + plot.width * 0.4, plot.y + 20);
    await page.locator('.trend').getByRole('button', { name: 'Save', exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Drawing (SVG), for reports' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^trend-.*\.svg$/);
    const text = await readFile(await download.path(), 'utf8');
    if (process.env.PICTURES) await download.saveAs(`${process.env.PICTURES}/trend.svg`);
    // The browser parses it as XML, and every curve is inside the page.
    const found = await page.evaluate((source) => {
      const drawing = new DOMParser().parseFromString(source, 'image/svg+xml');
      const root = document.importNode(drawing.documentElement, true) as unknown as SVGSVGElement;
      document.body.append(root);
      const paper = root.viewBox.baseVal;
      const curves = [...root.querySelectorAll<SVGPathElement>('g[clip-path] path')].map((it) => it.getBBox());
      const inside = (it: DOMRect): boolean => it.x >= 0 && it.y >= 0 && it.x + it.width <= paper.width && it.y + it.height <= paper.height;
      const result = { errors: drawing.querySelectorAll('parsererror').length, curves: curves.map((it) => [it.width > 100, inside(it)]), texts: [...root.querySelectorAll('text')].map((it) => it.textContent), paper: paper.width };
      root.remove();
      return result;
    }, text);
    expect(found.errors).toBe(0);
    expect(found.curves).toEqual([[true, true], [true, true]]);
    expect(found.texts).toEqual(expect.arrayContaining(['TRUE', 'FALSE', '1', expect.stringContaining('Conveyor.Speed [m/s]'), 'Hatched: not read, or NaN.']));
    expect(found.paper).toBe(1123);
  }));
