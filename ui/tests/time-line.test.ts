// The time line of a session's recording, with a fake desk: the screen shows the past, and no past value as current.

import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { TimeLine } from '../src/bindings/desk';
import { violations } from './axe';
import { on, withBrowser } from './browser';
import type { FakeDesk, Scene } from './fake/desk';
import { names, row } from './table';

withBrowser();

const MINUTE = 60_000;

/** A recording of the last quarter of an hour, with a gap and an incident. */
function recorded(): TimeLine {
  const now = Date.now();
  return {
    from: now - 15 * MINUTE, until: now - 5000,
    gaps: [{ from: now - 6 * MINUTE, until: now - 5 * MINUTE, why: { code: 'gap-reason-not-connected' } }],
    incidents: [{ number: 3, name: 'Line stopped', tag: 'Line.Running', at: now - 3 * MINUTE, note: '' }],
  };
}

const SCENE: Scene = { answers: { time_line: recorded, step_in_time: ({ tag, later }) => ({ at: tag === null && !later ? Date.now() - 3 * MINUTE : null }) } };

const line = (page: Page) => page.getByRole('slider', { name: 'Time line' });
const looked = (desk: FakeDesk): (number | null)[] => desk.calls.filter((it) => it.command === 'look_at').map((it) => (it.args as { at: number | null }).at);
const isPast = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.hasAttribute('data-past'));

test.each(['light', 'dark'] as const)('dragged, the whole screen says PAST, and one click returns to live: %s', (scheme) =>
  on(SCENE, { place: 'session', scheme }, async ({ page, desk }) => {
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    const box = (await line(page).boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.75, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 5, { steps: 5 });
    await page.mouse.up();
    await page.locator('.status h1', { hasText: 'PAST' }).waitFor();
    expect(await isPast(page)).toBe(true);
    expect(await page.getByRole('heading', { name: 'Live' }).count()).toBe(0);
    await expect.poll(() => looked(desk).length).toBeGreaterThan(1);
    // The line shows ten minutes: the middle is five minutes ago.
    expect(Math.abs((looked(desk).at(-1) ?? 0) - (Date.now() - 5 * MINUTE))).toBeLessThan(15_000);
    expect(await violations(page)).toEqual([]);
    await page.locator('.status').getByRole('button', { name: 'Back to live' }).click();
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    expect([looked(desk).at(-1), await isPast(page)]).toEqual([null, false]);
  }));

test('a past moment is kept as an incident', () =>
  on(SCENE, { place: 'session' }, async ({ page, desk }) => {
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    expect(await page.getByRole('button', { name: 'Keep this moment' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Previous incident' }).click();
    await page.getByRole('button', { name: 'Keep this moment' }).click();
    await page.getByRole('status').getByText(/^Kept as incident \d+\.$/).waitFor();
    const kept = desk.calls.findLast((it) => it.command === 'keep_moment')?.args as { at: number; name: string };
    expect([kept.name, kept.at]).toEqual(['By hand', looked(desk).at(-1)]);
    expect(await violations(page)).toEqual([]);
  }));

test('by keyboard to the last incident and back', () =>
  on(SCENE, { place: 'session' }, async ({ page, desk }) => {
    await page.getByRole('button', { name: 'Previous incident' }).click();
    await page.locator('.status[data-state="past"]').waitFor();
    expect(Math.abs((looked(desk).at(-1) ?? 0) - (Date.now() - 3 * MINUTE))).toBeLessThan(15_000);
    await page.getByRole('button', { name: 'Next incident' }).click();
    await page.getByText('There is no other incident in this direction.').waitFor();
    await line(page).focus();
    const before = looked(desk).at(-1) ?? 0;
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => looked(desk).at(-1)).toBeLessThan(before);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Live' }).waitFor();
  }));

test('for a time in a gap no values are shown, and the reason is', () =>
  on({ answers: { ...SCENE.answers, look_at: ({ at }) => ({ at, scanAt: null, mode: '', gap: at === null ? null : { code: 'gap-reason-not-connected' } }) } }, { place: 'session' }, async ({ page }) => {
    await line(page).focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.locator('.past-line').getByText('No values are known: not connected to the controller.').waitFor();
  }));

test('without a recording there is no time line', () =>
  on({}, { place: 'session' }, async ({ page }) => {
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    expect(await line(page).count()).toBe(0);
  }));

test('without a selected tag the button for the cause says what to do', () =>
  on(SCENE, { place: 'session' }, async ({ page, desk }) => {
    await page.getByRole('button', { name: 'What changed it?' }).click();
    await page.getByText('First select a tag in the table').waitFor();
    expect(desk.calls.some((it) => it.command === 'first_cause')).toBe(false);
  }));

test('several explanations of a change are separated by “or”, and a change to “on” is not called a stop', () => {
  const step = (name: string, to: string) => ({ name, from: to === 'true' ? 'false' : 'true', to, at: Date.now() - MINUTE, path: null, rung: null, end: null, missing: [] });
  const bit = 'Conveyor.DriveFault';
  return on({ answers: { ...SCENE.answers, first_cause: () => ({ outcome: 'oneOf', chains: [[step('Guard', 'true'), step(bit, 'true')], [step('Jam', 'true'), step(bit, 'true')]] }) } }, { place: 'session' }, async ({ page }) => {
    await page.getByRole('searchbox', { name: 'Search tags' }).fill(bit);
    await expect.poll(() => names(page)).toEqual([bit]);
    await row(page, bit).click();
    await page.getByRole('button', { name: /^What (stopped|started) it\?$/ }).click();
    const cause = page.getByRole('region', { name: `What changed first before ${bit}` });
    expect(await cause.innerText()).toMatch(/\(went on, [^]*Guard went on[^]*\nor\n[^]*Jam went on/);
  });
});

test('the cause of a stop: the first change with its place, and its moment after a click', () => {
  const at = Date.now() - 3 * MINUTE;
  const chain = [
    { name: 'Guard', from: 'true', to: 'false', at: at - 500, path: 'Main/Safety', rung: 12, end: 'input' as const, missing: [] },
    { name: 'Line.State', from: '2', to: '4', at, path: 'Main/Run', rung: 0, end: null, missing: [] },
  ];
  return on({ answers: { ...SCENE.answers, first_cause: () => ({ outcome: 'certain', chains: [chain] }) } }, { place: 'session' }, async ({ page, desk }) => {
    await page.locator('.tag[title="Line.State"]').first().click();
    // The value of this tag is a number: it neither stopped nor started.
    await page.getByRole('button', { name: 'What changed it?' }).click();
    const cause = page.getByRole('region', { name: 'What changed first before Line.State' });
    await cause.getByText('Certain: the recording and the code allow only this.').waitFor();
    expect(await cause.locator('li').first().innerText()).toMatch(/Guard went off[^]*Main\/Safety, rung 12[^]*First cause: an input/);
    expect(desk.calls.findLast((it) => it.command === 'first_cause')?.args).toMatchObject({ tag: 'Line.State', at: null });
    expect(await violations(page)).toEqual([]);
    await cause.locator('li').first().getByRole('button').first().click();
    await page.locator('.status[data-state="past"]').waitFor();
    expect(looked(desk).at(-1)).toBe(at - 500);
    // The explanation of an old change is not shown next to current values, nor for another tag.
    await page.locator('.status').getByRole('button', { name: 'Back to live' }).click();
    await cause.waitFor({ state: 'detached' });
  });
});
