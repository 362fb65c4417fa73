// From a project to live values, for each vendor, on the console of the real binary: the preflight shows its results for a
// virtual controller, and the session reads it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { go, visit, withBrowser, type Visit } from '../browser';
import { plant, type Plant } from './plant';
import { BINARY, projectFile } from './site';
import { changes, inBothSchemes, gauge } from '../table';

interface Case {
  project: string;
  simulate: (folder: string) => string[];
  /** The result of the comparison of the controller with the project. */
  facts: RegExp[];
  verdict: string;
  readable: string;
  /** Why the other tags cannot be read. */
  reasons: string[];
  /** A tag whose value changes. */
  tag: string;
}

const CASES: Case[] = [
  {
    project: 'Filler', simulate: () => [projectFile('filler.L5X')], verdict: 'The controller matches the project',
    facts: [/Matches: Name Filler/, /Matches: Serial number 00ff0a01/, /Matches: Tag list/], readable: '4 of 5 tags can be read', reasons: ['External Access'], tag: 'Level',
  },
  {
    project: 'mixer', simulate: (folder) => [`${folder}/mixer.scl`], verdict: 'The controller matches the project',
    facts: [/Matches: Blocks 1 of 1/, /Not known: Tag list/], readable: '2 of 3 tags can be read', reasons: ['optimi'], tag: '"DB20"."Target"',
  },
  {
    project: 'Packer', simulate: () => [projectFile('packer.xml')], verdict: 'The controller matches the project',
    facts: [/Matches: Tag list/], readable: '4 of 4 tags can be read', reasons: [], tag: 'PLC_PRG.Speed',
  },
];

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let i = 0; i < 60; i += 1) {
    if (await wanted.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('cannot be reached by Tab');
}

describe.skipIf(!BINARY)('a real console', () => {
  withBrowser();
  let it: Plant;
  let seen: Visit;
  beforeAll(async () => {
    it = await plant();
    seen = await visit(it.console);
  });
  afterAll(async () => {
    await seen?.close();
    await it?.site.close();
  });

  test.each(CASES)('$project: preflight, then live values', async ({ project, simulate, facts, verdict, readable, reasons, tag }) => {
    const { page } = seen;
    const controller = await it.site.simulate(...simulate(it.site.folder));
    await go(page, 'projects');
    await page.getByRole('button', { name: project }).dblclick();
    await page.getByLabel('IP address or host name').fill(controller.readyLine);
    await page.keyboard.press('Enter');
    await page.getByText(verdict).waitFor();
    expect(await page.getByText('This server offers no security').count()).toBe(controller.readyLine.startsWith('opc.tcp:') ? 1 : 0);
    await page.getByText(readable).waitFor();
    const checks = await page.locator('.checks').innerText();
    for (const fact of facts) expect(checks.replaceAll('\n', ' ')).toMatch(fact);
    for (const reason of reasons) await page.locator('.reasons').getByText(reason).first().waitFor();
    await inBothSchemes(page);
    await page.getByRole('button', { name: 'Start session' }).click();
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await changes(page, tag);
    await expect.poll(() => gauge(page, 'push', 's')).toBe('accepted');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stop session' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop session' }).click();
    await page.getByRole('heading', { name: 'Stopped' }).waitFor();
    await controller.stop();
    expect(seen.errors).toEqual([]);
  });

  test('by keyboard alone from a project to live values', async () => {
    const { page } = seen;
    const controller = await it.site.simulate(projectFile('filler.L5X'));
    await page.reload();
    await page.getByRole('button', { name: 'Filler' }).or(page.getByRole('heading')).first().waitFor();
    await page.keyboard.press('Alt+1');
    await page.getByRole('button', { name: 'Filler' }).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Filler' }));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Connect…' }).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Connect…' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('IP address or host name'));
    await page.keyboard.type(controller.readyLine);
    await page.keyboard.press('Enter');
    const start = page.getByRole('button', { name: 'Start session' });
    await start.waitFor();
    await tabTo(page, start);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await changes(page, 'Level');
    await controller.stop();
    expect(seen.errors).toEqual([]);
  });

  test('an opened file is compared, and a file that is not a project is rejected with a message', async () => {
    const { page } = seen;
    const controller = await it.site.simulate(projectFile('filler.L5X'));
    await go(page, 'projects');
    const open = async (file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a project file…' }).click()]);
      await chooser.setFiles(file);
    };
    await open({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no project') });
    await page.getByRole('alert').getByText('The file was not opened.').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await open(projectFile('filler.L5X'));
    await page.getByRole('heading', { name: 'Filler' }).waitFor();
    await expect.poll(() => page.locator('tbody tr', { hasText: 'Project file' }).count()).toBe(1);
    await go(page, 'connect');
    await page.getByLabel('IP address or host name').fill(controller.readyLine);
    await page.keyboard.press('Enter');
    await page.getByText('4 of 5 tags can be read').waitFor();
    // A company's service accepts projects in the browser, not from here.
    await page.getByRole('button', { name: 'Start session' }).click();
    await page.getByRole('alert').getByText('upload it there, or use the built-in service').waitFor();
    await controller.stop();
    expect(seen.errors).toEqual([]);
  });
});
