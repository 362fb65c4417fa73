// The tags that a session always reads are changed while it runs: interval, names, rate groups;
// also by keyboard.

import { expect, test } from 'vitest';
import type { ChangeReading } from '../src/bindings/desk';
import { violations } from './axe';
import { on, tool, withBrowser } from './browser';
import { Refusal } from './fake/desk';

withBrowser();

test.each(['light', 'dark'] as const)('interval and rate groups of a running session: %s', (scheme) =>
  on({}, { place: 'session', scheme }, async ({ page, desk }) => {
    await page.locator('.tag[title="Capper.HeadCount"]').click();
    await page.locator('.tag[title="Line.State"]').click({ modifiers: ['ControlOrMeta'] });
    await (await tool(page, 'Change what is read')).press('Enter');
    const dialog = page.getByRole('dialog');
    const rate = dialog.getByLabel('Interval', { exact: true });
    await rate.fill('20');
    // For an interval that is too short, a longer one is proposed; the user can keep it.
    await dialog.getByText('The last scan took 42 ms: scans would be missed. 100 ms is proposed.').waitFor();
    await dialog.getByText(/^That is about \d+ requests to the controller a second\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Use 100 ms' }).click();
    expect(await rate.inputValue()).toBe('100');
    await dialog.getByRole('button', { name: 'Add a group of the 2 selected' }).click();
    await dialog.getByLabel('Interval fast', { exact: true }).fill('50');
    await dialog.getByRole('button', { name: 'Add a group', exact: true }).click();
    await dialog.getByLabel('Tags of slow (0 tags)').fill('Line.State\nOven.Temperature');
    await dialog.getByLabel('Unit: Interval slow').selectOption('min');
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: `../target/pictures/reading-${scheme}.png` });
    await dialog.getByRole('button', { name: 'Read this from now on' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const asked = desk.calls.findLast((it) => it.command === 'change_reading')?.args as ChangeReading;
    expect([asked.intervalMs, asked.groups]).toEqual([100, [
      { name: 'fast', intervalMs: 50, tags: ['Capper.HeadCount', 'Line.State'] },
      { name: 'slow', intervalMs: 600_000, tags: ['Line.State', 'Oven.Temperature'] },
    ]]);
    expect(asked.tags).toContain('Oven.Temperature');
  }));

test('a rejected input is reported, and all inputs stay in their fields', () => {
  const refused = new Refusal({ error: 'invalid', message: 'Line.State is in two rate groups', remedy: 'list it in one of them' });
  return on({ answers: { change_reading: () => Promise.reject(refused) } }, { place: 'session' }, async ({ page }) => {
    await (await tool(page, 'Change what is read')).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add a group', exact: true }).click();
    await dialog.getByRole('button', { name: 'Read this from now on' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('Name of the group').inputValue()).toBe('fast');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});

test('if there are more tags than a session reads, the omitted ones are listed before the start', () =>
  on({ answers: { reading: () => ({ intervalMs: 250, tags: ['A', 'B', 'C', 'D', 'E'], groups: [{ name: 'fast', intervalMs: 100, tags: ['E'] }], scanMs: 42, maxTags: 3 }) } }, { place: 'session' }, async ({ page }) => {
    await (await tool(page, 'Change what is read')).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('5 tags are chosen, but a session reads at most 3: 2 will not be read. Tags at other rates have priority.').waitFor();
    await dialog.getByText('Tags that are not read (2)').press('Enter');
    const left = dialog.getByRole('list', { name: 'Tags that are not read (2)' });
    await expect.poll(() => left.getByRole('listitem').allInnerTexts()).toEqual(['C', 'D']);
    expect(await violations(page)).toEqual([]);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/left-out.png` });
    await dialog.getByLabel('Always read, one name a line (5 tags)').fill('A\nB\nE');
    await expect.poll(() => dialog.getByText('will not be read').count()).toBe(0);
  }));
