// From a value to its logic: the tree of a project, rungs with power flow, where-used lists, and reasons.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { go, visit, withBrowser, type Visit } from '../browser';
import { BINARY, Site } from './site';
import { inBothSchemes } from '../table';

const LOOKS = 40;

describe.skipIf(!BINARY)('the logic of a project', () => {
  withBrowser();
  let site: Site;
  let seen: Visit;
  const rung = (page: Page, number: number): Locator => page.locator(`.rung[data-rung="${number}"]`);
  const tree = (page: Page): Locator => page.getByRole('navigation', { name: 'Contents of the project' });
  const references = (page: Page): Locator => page.getByRole('complementary', { name: 'Where used' });
  beforeAll(async () => {
    site = await Site.new();
    const demo = await site.demo();
    seen = await visit((JSON.parse(demo.readyLine) as { console: string }).console);
    const { page } = seen;
    await go(page, 'session');
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await go(page, 'projects');
    await page.getByRole('button', { name: /^Bottling/ }).click();
    await page.getByRole('complementary', { name: 'Selected project' }).getByRole('button', { name: 'Logic' }).click();
    await tree(page).getByRole('button', { name: /\bModes\b/ }).click();
  });
  afterAll(async () => {
    await seen?.close();
    await site?.close();
  });

  test('a rung is drawn with its power flow', async () => {
    const { page } = seen;
    await page.getByText(/ old, all of one scan; \d+ of \d+ read$/).waitFor();
    await rung(page, 9).locator('.coil').waitFor();
    // EQU(Line_State,2)OTE(Line_Running): the drawing always agrees with its values.
    const wireState = (): Promise<{ state: string; wire: string } | null> => rung(page, 9).evaluate((it) => {
      const wire = it.querySelector('.coil')?.parentElement?.querySelector('.wire.left')?.className ?? '';
      const state = [...it.querySelectorAll('.boxed .row')].find((row) => row.textContent?.includes('Line_State'))?.querySelector('b')?.textContent ?? '';
      return state ? { state, wire: wire.replace('wire left ', '').split(' ')[0] ?? '' } : null;
    });
    await expect.poll(wireState).not.toBeNull();
    for (let i = 0; i < LOOKS; i += 1) {
      const { state, wire } = (await wireState())!;
      expect(wire, `Line_State is ${state}`).toBe(state === '2' ? 'on' : 'off');
    }
    await expect.poll(() => page.locator('.rung .contact, .rung .coil').count()).toBeGreaterThan(5);
    await inBothSchemes(page);
  });

  test('a name has links to the places that write and read it', async () => {
    const { page } = seen;
    await rung(page, 4).getByRole('button', { name: /Line_Blocked/ }).first().click();
    await references(page).getByText('Read by').waitFor();
    await references(page).getByRole('button', { name: /Line\/Modes, rung 4/ }).first().click();
    await page.locator('.rung.marked[data-rung="4"]').waitFor();
    // After the user scrolls, new values do not scroll back.
    const pane = page.getByRole('group', { name: 'Line/Modes' });
    const top = (): Promise<number> => pane.evaluate((it) => it.scrollTop);
    await page.setViewportSize({ width: 1280, height: 420 });
    await rung(page, 4).scrollIntoViewIfNeeded();
    expect(await top()).toBeGreaterThan(0);
    await pane.evaluate((it) => it.scrollTo({ top: 0 }));
    await page.waitForTimeout(2000);
    expect(await top()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 832 });
    // A branch is closed before the right rail, and does not overflow it.
    const gaps = await page.locator('.rung .rails').evaluateAll((all) => all.map((it) => {
      const right = (one: Element): number => one.getBoundingClientRect().right;
      const most = (of: string): number => Math.max(-Infinity, ...[...it.querySelectorAll(of)].map(right));
      return { closed: right(it) - 2 - most('.upright'), all: right(it) - 2 - most('*') };
    }));
    expect(gaps.length).toBe(10);
    for (const { closed, all } of gaps) expect([closed > 8, all > -0.5]).toEqual([true, true]);
    await page.getByRole('searchbox', { name: 'Find' }).fill('conveyor');
    await tree(page).getByRole('button', { name: /^Conveyors/ }).click();
    await references(page).getByText('Written by').waitFor();
    await inBothSchemes(page);
    await page.getByRole('searchbox', { name: 'Find' }).fill('');
  });

  test('the reason can be asked for, and a number in the answer opens its place', async () => {
    const { page } = seen;
    await rung(page, 9).getByRole('button', { name: /Line_Running/ }).click();
    await references(page).getByRole('button', { name: 'Why?' }).click();
    const panel = page.getByRole('complementary', { name: 'Ask' });
    await panel.getByRole('heading', { name: /^Why is Line_Running (on|off)\?$/ }).waitFor();
    await panel.locator('.places').waitFor();
    expect(await panel.locator('.answer').innerText()).toContain('Line_State');
    await panel.locator('.places').getByRole('button', { name: /, Rung 9$/i }).first().click();
    await page.locator('.rung.marked[data-rung="9"]').waitFor();
    await inBothSchemes(page);
    await page.keyboard.press('Control+k');
    await panel.getByRole('textbox').fill('What does the project do?');
    await page.keyboard.press('Enter');
    await panel.getByRole('heading', { name: 'What does the project do?' }).waitFor();
    await expect.poll(() => panel.locator('.turn').last().locator('.answer').innerText()).toMatch(/\w/);
    await panel.getByRole('textbox').press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
  });

  test('a paused session has no power flow', async () => {
    const { page } = seen;
    await go(page, 'session');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('heading', { name: 'Paused' }).waitFor();
    await go(page, 'projects');
    await page.getByText('Not read now (Session paused): the drawing shows no values.').waitFor();
    await expect.poll(() => page.locator('.rung .wire:is(.on, .off, .unknown), .rung .lit').count()).toBe(0);
    expect(await rung(page, 9).locator('.value').allInnerTexts()).toEqual(['']);
    await inBothSchemes(page);
  });

  test('logs no error', () => expect(seen.errors).toEqual([]));
});
