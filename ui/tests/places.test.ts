// Each place in both colour schemes: its contents, no violation of axe, no error in the console. The pictures are written
// to target/pictures/scenes; the pictures in the documentation show the real program.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from './axe';
import { on, withBrowser } from './browser';

withBrowser();

const PICTURES = join(import.meta.dirname, '../../target/pictures/scenes');
/** The place when it is opened first. */
const WINDOW = { width: 1280, height: 832 };
await mkdir(PICTURES, { recursive: true });

const PLACES: [string, (page: Page) => Promise<void>][] = [
  ['projects', async (page) => {
    await page.getByRole('button', { name: 'Bottling line 3' }).click();
    await page.getByText('431, 118 with a comment').waitFor();
    await page.getByRole('complementary', { name: 'Selected project' }).getByText('LINE4_PLC').waitFor();
  }],
  ['connect', async (page) => {
    await page.getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('button', { name: 'Bottling line 3' }).click();
    await page.getByRole('link', { name: 'Connect', exact: true }).click();
    await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /LINE3_PLC/ }).first().click();
    await page.getByText('412 of 431 tags can be read').waitFor();
  }],
  ['session', async (page) => {
    await page.getByText('TorqueActual').waitFor();
    for (const tag of ['Conveyor.Speed', 'Capper.TorqueActual', 'Program:Filler.Valve[3].Position']) await page.locator(`.tag[title="${tag}"]`).click({ modifiers: ['ControlOrMeta'] });
    await page.locator('.lane').nth(2).waitFor();
    await expect.poll(async () => (await page.locator('.lane .reading').allInnerTexts()).filter((it) => /\d/.test(it)).length).toBe(3);
    await expect.poll(() => page.locator('.grid .row:not([hidden]) .spark path[d^="M"]').count()).toBeGreaterThan(8);
    const box = await page.locator('.lane .plot').first().boundingBox();
    if (box) await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
    await expect.poll(() => page.locator('.readout').innerText()).toContain('before');
  }],
  ['diagnostics', async (page) => {
    await page.getByRole('button', { name: /Technical detail: Snapshots cannot be stored/ }).click();
    // A switch further down was scrolled into view.
    await page.locator('.main *').evaluateAll((all) => all.forEach((it) => (it.scrollTop = 0)));
  }],
  ['settings', async (page) => {
    await page.getByText('Answers in 84 ms').waitFor();
  }],
];

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  test.each(PLACES)('%s', (place, show) =>
    on({}, { scheme, place, size: WINDOW }, async ({ page }) => {
      await show(page);
      await page.screenshot({ path: join(PICTURES, `${place}-${scheme}.png`) });
      expect(await violations(page)).toEqual([]);
    }));
});
