// The pages of a project with a fake desk: each has an address, works by keyboard and in both languages, and no text is cut.

import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { OpenTrend, Trend } from '../src/bindings/desk';
import { violations } from './axe';
import { on, tool, withBrowser, type Screen } from './browser';

withBrowser();

const PAGES = ['Logic', 'Tags', 'Findings', 'Versions', 'Report', 'Proposals', 'History and incidents'] as const;
const SIZE = { width: 1366, height: 768 };

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Bottling line 3' }).click();
  await page.getByRole('button', { name: 'Logic', exact: true }).click();
  await page.getByRole('navigation', { name: 'Pages of the project' }).getByRole('link', { name, exact: true }).click();
}

const calls = (desk: Screen['desk'], command: string): unknown[] => desk.calls.filter((it) => it.command === command).map((it) => it.args);

test('each page has an address for reloads and links', () =>
  on({}, { size: SIZE }, async ({ page }) => {
    for (const name of PAGES) {
      await open(page, name).catch(() => undefined);
      const tab = page.getByRole('navigation', { name: 'Pages of the project' }).getByRole('link', { name, exact: true });
      await tab.click();
      await page.reload();
      await expect.poll(() => tab.getAttribute('aria-current'), { message: name }).toBe('page');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0);
      await page.getByRole('link', { name: 'All projects' }).click();
      await page.getByRole('button', { name: 'Bottling line 3' }).waitFor();
    }
  }));

describe('findings', () => {
  test('are started, grouped, filtered, and opened at their place', () =>
    on({}, { size: SIZE }, async ({ page, desk }) => {
      await open(page, 'Findings');
      await page.getByRole('button', { name: 'Run analysis' }).click();
      await page.getByText('2 errors, 1 warning, 60 notes').waitFor();
      expect(await page.locator('.finding-group summary').allInnerTexts()).toHaveLength(3);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: /^Notes/ }).click();
      await page.getByText('3 of 63 findings').waitFor();
      await page.getByRole('searchbox', { name: 'Search findings' }).fill('lamp');
      await page.getByText('1 of 63 findings').waitFor();
      await page.getByRole('button', { name: /Two rungs write Lamp/ }).click();
      await page.getByText('Look at both places.').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Show Main/Ladder:1 in the logic' }).click();
      await page.locator('.rung.marked[data-rung="1"]').waitFor();
      expect(calls(desk, 'analyse')).toEqual([{ project: 'p1' }]);
    }));

  test('the baseline marks findings as known, and files are exported', () =>
    on({}, { size: SIZE }, async ({ page, desk }) => {
      desk.pages.analysed = true;
      await open(page, 'Findings');
      await page.locator('.finding-group summary').first().waitFor();
      await page.getByRole('button', { name: /Two rungs write Run/ }).click();
      await page.getByRole('button', { name: 'Accept into the baseline' }).click();
      await page.getByText('Baseline: 1 finding').waitFor();
      await page.getByRole('button', { name: 'Only new' }).click();
      await page.getByText('62 of 63 findings').waitFor();
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^SARIF/ }).click()]);
      expect(download.suggestedFilename()).toBe('LINE3_PLC.sarif');
      expect(calls(desk, 'save_findings')).toEqual([{ project: 'p1', format: 'sarif', language: 'en' }]);
    }));

  test('a long analysis shows its progress, and can be cancelled', () =>
    on({ answers: { analyse: () => new Promise<never>(() => undefined) } }, { size: SIZE }, async ({ page, desk }) => {
      await open(page, 'Findings');
      await page.getByRole('button', { name: 'Run analysis' }).click();
      await page.getByRole('progressbar').waitFor();
      desk.push({ topic: 'work', data: { work: 'analyse', step: { code: 'analysis-chapter-alarms' }, done: 7, of: 19 } });
      await page.getByText('7 / 19').waitFor();
      await page.getByText('Analysing the project: Alarms').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Run analysis' }).waitFor();
      expect(calls(desk, 'stop_work')).toEqual([{ work: 'analyse' }]);
    }));
});

describe('proposals', () => {
  test('from words to a question, a plan and its differences, saved as a version', () =>
    on({}, { size: SIZE }, async ({ page, desk }) => {
      await open(page, 'Proposals');
      await page.getByRole('textbox', { name: 'Your request' }).fill('stop the motor by Stop');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Which motor?' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Motor_2' }).click();
      await page.getByText('Run now also needs Stop.').waitFor();
      expect(calls(desk, 'propose').at(-1)).toEqual({ project: 'p1', request: 'stop the motor by Stop', answers: [{ id: 'place', text: 'Motor_2' }], amendment: null, language: 'en' });
      await page.getByRole('region', { name: 'Before' }).locator('.contact').first().waitFor();
      expect(calls(desk, 'compare_code').at(-1)).toEqual({ from: { project: 'p1', version: null }, to: { project: 'proposal-1', version: null } });
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save as a new version' }).click();
      await page.getByText('Saved as version 28.').waitFor();
      // A saved proposal cannot be saved again.
      expect(await page.getByRole('button', { name: 'Save as a new version' }).isDisabled()).toBe(true);
      // A changed value is a change, although the code is the same.
      await page.getByRole('textbox', { name: 'Your request' }).fill('block after 3 s');
      await page.keyboard.press('Enter');
      await page.getByText('Values that the code uses change:').waitFor();
      await page.getByText('1500 → 3000').waitFor();
      expect(await page.getByText('Nothing that is executed changes').count()).toBe(0);
      await page.getByRole('textbox', { name: 'Your request' }).fill('change the safety code');
      await page.keyboard.press('Enter');
      await page.getByText('Safety code is not changed.').waitFor();
      // The examples stay after a refusal.
      await page.getByRole('button', { name: /^rename \w+ to \w+_2$/ }).waitFor();
    }));
});

test('a report has the selected chapters, in the selected language', () =>
  on({}, { size: SIZE }, async ({ page, desk }) => {
    await open(page, 'Report');
    await page.getByRole('checkbox', { name: 'Hardware modules' }).uncheck();
    await page.getByRole('button', { name: 'German' }).click();
    expect(await violations(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Make the report' }).click()]);
    expect(download.suggestedFilename()).toBe('Bottling line 3.pdf');
    expect(calls(desk, 'make_report')).toEqual([{ project: 'p1', language: 'de', chapters: ['findings', 'tasks', 'code', 'tags', 'types', 'blocks'] }]);
    await page.getByRole('button', { name: 'Save again' }).waitFor();
  }));

describe('history and incidents', () => {
  test('incidents are commented, exported, deleted, and shown as the past', () =>
    on({}, { size: SIZE }, async ({ page, desk }) => {
      await open(page, 'History and incidents');
      await page.getByRole('button', { name: 'Note of incident 2' }).click();
      await page.getByRole('textbox', { name: 'Note' }).fill('A bottle fell.');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('cell', { name: 'A bottle fell.' }).waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export incident 2' }).click()]);
      expect(download.suggestedFilename()).toBe('stop-2.tbrec');
      await page.getByRole('button', { name: 'Delete incident 1' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => page.locator('.incident-table tbody tr').count()).toBe(1);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Show this moment: incident 2' }).click();
      await expect.poll(() => calls(desk, 'look_at').length).toBe(1);
      await page.getByText('PAST', { exact: true }).first().waitFor();
    }));

  test('a trigger is added with a tag from the project, edited and removed', () =>
    on({}, { size: SIZE }, async ({ page, desk }) => {
      await open(page, 'History and incidents');
      await page.getByRole('button', { name: 'Add a trigger' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Choose from the project…' }).click();
      const picker = page.getByRole('dialog', { name: 'Choose tags' });
      await picker.getByRole('searchbox').fill('Speed');
      await picker.locator('button.tag').first().click();
      await page.getByRole('combobox', { name: 'Condition' }).selectOption('>=');
      await page.getByRole('spinbutton', { name: 'Number' }).fill('80.5');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect.poll(() => desk.pages.triggers.length).toBe(2);
      expect(desk.pages.triggers[1]).toMatchObject({ when: '>= 80.5', beforeS: 30, afterS: 30 });
      await page.getByRole('button', { name: 'Delete trigger Line stops' }).click();
      await expect.poll(() => desk.pages.triggers.length).toBe(1);
    }));
});

describe('tags', () => {
  test('are listed in groups, with type and comment', () =>
    on({}, { size: SIZE }, async ({ page }) => {
      await open(page, 'Tags');
      await page.getByText('432 tags').waitFor();
      await page.getByRole('searchbox', { name: 'Name, comment or address' }).fill('Conveyor.Speed');
      await page.getByRole('button', { name: /^Conveyor\.Speed/ }).click();
      await page.getByRole('button', { name: 'Show where it is used' }).waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('50,000 of them do not block the page: only visible ones are drawn', () =>
    on({ tags: 50_000 }, { size: SIZE }, async ({ page }) => {
      await open(page, 'Tags');
      await page.getByText(/^50\D?000 tags$/).waitFor();
      await page.locator('.tag-tree summary').first().click();
      await page.locator('button.tag').first().waitFor();
      expect(await page.locator('button.tag').count()).toBe(200);
      await page.getByRole('button', { name: 'Show 200 more' }).click();
      await expect.poll(() => page.locator('button.tag').count()).toBe(400);
    }));

  test('watch lists are exported to a file for another computer', () =>
    on({}, { size: SIZE }, async ({ page, desk }) => {
      desk.pages.views = { lists: [{ name: 'Capper', tags: ['Capper.TorqueActual'] }], trends: [] };
      await open(page, 'Tags');
      await page.reload();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export', exact: true }).click()]);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Import', exact: true }).click()]);
      await chooser.setFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"lists":[{"name":"Rinser","tags":["Rinser.Flow"]}]}') });
      await page.getByText('1 watch list and 0 trends imported.').waitFor();
      await expect.poll(() => desk.pages.views.lists.map((it) => it.name)).toEqual(['Capper', 'Rinser']);
      expect(download.suggestedFilename()).toBe('Bottling line 3.views.json');
    }));

  test('are selected for a session with check boxes', () =>
    on({}, { size: SIZE, place: 'session' }, async ({ page, desk }) => {
      await (await tool(page, 'Change what is read')).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Choose from the project…' }).first().click();
      const picker = page.getByRole('dialog', { name: 'Choose tags' });
      await picker.getByRole('searchbox').fill('Rinser');
      await picker.getByRole('checkbox').first().check();
      await picker.getByText(/requests a scan/).waitFor();
      expect(await violations(page)).toEqual([]);
      await picker.getByRole('button', { name: /^Use \d+ tags?$/ }).click();
      await page.getByRole('button', { name: 'Read this from now on' }).click();
      await expect.poll(() => calls(desk, 'change_reading').length).toBe(1);
    }));

  test('are selected for a trend, and requested if no session reads them', () => {
    const trend = ({ tags }: OpenTrend): Trend => ({
      session: 'bottling-line-3', number: 1, until: Date.now(), lanes: tags.map((tag) => ({ tag, type: 'DINT', unit: '', isNotDrawn: false, cutAt: null, times: [], values: [], uncertain: [] })),
    });
    return on({ answers: { trend } }, { size: SIZE, place: 'session' }, async ({ page, desk }) => {
      await page.getByRole('tab', { name: 'Trend' }).click();
      await page.locator('.trend-tools').getByRole('button', { name: 'Choose from the project…' }).click();
      const picker = page.getByRole('dialog', { name: 'Choose tags' });
      await picker.getByRole('searchbox').fill('Rinser');
      await picker.getByRole('checkbox').first().check();
      await picker.getByRole('button', { name: /^Use \d+ tags?$/ }).click();
      await page.locator('.lane').first().waitFor();
      await expect.poll(() => calls(desk, 'ask_for_tags').length).toBe(1);
      expect(await violations(page)).toEqual([]);
    });
  });
});
