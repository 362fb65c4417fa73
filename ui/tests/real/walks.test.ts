// By keyboard only: expanded values, a trend, the project and its logic, and the read tags. No test here uses the mouse.

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { figures, visit, withBrowser, type Visit } from '../browser';
import { Keys } from '../keys';
import { BINARY, Site } from './site';
import { changes, names as namesOf, row as rowOf, span } from '../table';

const PICTURES = process.env.PICTURES;

describe.skipIf(!BINARY)('by keyboard alone', () => {
  withBrowser();
  let site: Site;
  let seen: Visit;
  let page: Page;
  let keys: Keys;
  beforeAll(async () => {
    site = await Site.new();
    const demo = await site.demo();
    seen = await visit((JSON.parse(demo.readyLine) as { console: string }).console, { size: { width: 1024, height: 768 } });
    ({ page } = seen);
    page.setDefaultTimeout(20_000);
    keys = new Keys(page);
    await page.getByRole('navigation', { name: 'Places' }).waitFor();
    await page.keyboard.press('Tab');
  });
  afterAll(async () => {
    await seen?.close();
    await site?.close();
  });

  const row = (tag: string): Locator => rowOf(page, tag);
  const rows = async (): Promise<number> => Number(await page.getByRole('treegrid').getAttribute('aria-rowcount')) - 1;
  const names = (): Promise<string[]> => namesOf(page);
  /** The row with the keyboard focus. */
  async function active(): Promise<string> {
    // The row is drawn with the next animation frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    return (await page.locator('.grid .row.active:not([hidden]) .tag').getAttribute('title', { timeout: 5000 })) ?? '';
  }
  /** In a window of 1024 by 768 the watch lists are in the menu. */
  const lists = async (back = false): Promise<void> => {
    const isShown = await page.getByRole('button', { name: 'Watch lists', exact: true }).isVisible();
    if (!isShown) {
      await keys.tabTo('button', 'More', { back });
      await keys.press('Enter');
    }
    await keys.tabTo('button', 'Watch lists', { back: back && isShown });
    await keys.press('Enter');
  };
  const details = (): Locator => page.getByRole('complementary', { name: 'Details of the tag' });

  async function search(text: string): Promise<void> {
    await keys.press('/');
    await keys.isAt('searchbox', 'Search tags');
    await keys.write(text);
  }

  async function checkLayout(what: string): Promise<void> {
    await keys.checkLayout(what, (how) => (PICTURES ? page.screenshot({ path: `${PICTURES}/walk-${what.replaceAll(/\W+/g, '-')}-${how}.png` }) : Promise.resolve()));
  }

  test('values are expanded, opened as details and shown in other formats', async () => {
    await keys.isAt('link', 'Skip to the content');
    await keys.press('Alt+3');
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await page.locator('.grid .body .row:not([hidden])').first().waitFor();
    await search('Conveyors');
    await expect.poll(async () => (await names())[0]).toBe('Conveyors');
    await keys.tabTo('treegrid', 'Tags');
    await keys.press('ArrowRight');
    await expect.poll(names).toContain('Conveyors[2]');
    await keys.press('ArrowDown', 'ArrowDown', 'ArrowDown');
    await expect.poll(active).toBe('Conveyors[2]');
    await keys.press('ArrowRight');
    await expect.poll(names).toContain('Conveyors[2].Speed');
    await keys.press('ArrowRight', 'ArrowDown', 'ArrowDown');
    await expect.poll(active).toBe('Conveyors[2].Speed');
    await checkLayout('a structure unfolded');

    await keys.press('Enter');
    const value = details().locator('[data-value]');
    await expect.poll(() => value.innerText()).toMatch(/^\d+\.\d/);
    await keys.isAt('treegrid', 'Tags');
    await keys.tabTo('combobox', 'Shown as', { within: details() });
    await keys.press('ArrowDown');
    await expect.poll(() => value.innerText()).toMatch(/^\d+\D*$/);
    await checkLayout('its details');
    await keys.press('ArrowUp');
    await expect.poll(() => value.innerText()).toMatch(/^\d+\.\d/);
    await keys.press('Escape');
    await keys.isAt('treegrid', 'Tags');
    expect([await active(), await page.getByRole('tabpanel').count()]).toEqual(['Conveyors[2].Speed', 0]);

    await search('Scan_Count');
    await keys.tabTo('treegrid', 'Tags');
    await expect.poll(active).toBe('Scan_Count');
    await keys.press('ArrowRight');
    await expect.poll(names).toContain('Scan_Count.1');
    await keys.press('ArrowDown', 'Enter');
    await details().getByText('Whole word: Scan_Count').waitFor();
    await keys.tabTo('button', 'Close the pane');
    await keys.press('Enter');
    await keys.isAt('treegrid', 'Tags');
    await keys.press('ArrowLeft', 'ArrowLeft');
    await expect.poll(names).toEqual(['Scan_Count']);
  });

  test('a trend is zoomed, moved, paused, measured, scaled, saved', async () => {
    await keys.tabTo('tab', 'Details');
    await keys.press('ArrowRight');
    await search('line_s');
    await keys.tabTo('treegrid', 'Tags');
    await expect.poll(names).toContain('Line_Speed');
    for (const tag of ['Line_Speed', 'Line_State']) {
      await keys.press('Home');
      for (let i = 0; i < 10 && (await active()) !== tag; i += 1) await keys.press('ArrowDown');
      await keys.press(' ');
    }
    await expect.poll(() => page.locator('.lane').count()).toBe(2);
    await expect.poll(() => page.locator('.lane .reading').first().innerText()).toMatch(/\d/);
    await keys.tabTo('slider', 'Cursor');
    const range = (): Promise<string> => page.locator('.axis').innerText();
    await expect.poll(() => span(page)).toBe(120);
    await keys.press('+');
    await expect.poll(() => span(page)).toBe(60);
    await page.getByText(/^Paused at/).waitFor();
    const paused = await range();
    await keys.press('PageUp');
    await expect.poll(range).not.toBe(paused);
    await keys.press('Home', 'a', 'End', 'b');
    const table = page.getByRole('region', { name: 'Cursors' }).getByRole('table');
    await expect.poll(() => table.locator('tbody tr').first().locator('td').nth(3).innerText()).toMatch(/^(59|60|61)\.\d{3} s$/);
    await checkLayout('cursors A and B');
    await keys.tabTo('button', 'Clear');
    await keys.press('Enter');
    await expect.poll(() => table.count()).toBe(0);
    await keys.tabTo('slider', 'Cursor', { back: true });
    await keys.press('Escape');
    await expect.poll(() => page.getByText(/^Paused at/).count()).toBe(0);
    await keys.press(' ');
    await page.getByText(/^Paused at/).waitFor();
    await keys.press(' ');

    await keys.tabTo('button', '1 h', { back: true });
    await keys.press('Enter');
    await expect.poll(() => span(page)).toBe(3600);
    await page.getByText(/(Known from|Earlier values|Before) /).waitFor();
    await keys.tabTo('button', 'Scale of Line_Speed');
    await keys.press('Enter');
    await keys.tabTo('textbox', 'From');
    await keys.type('0');
    await keys.tabTo('textbox', 'To');
    await keys.type('400');
    await checkLayout('a scale by hand');
    await keys.press('Enter');
    await keys.isAt('button', 'Scale of Line_Speed');
    await keys.tabTo('button', 'Common axis', { back: true });
    await keys.press('Enter');
    await expect.poll(() => page.locator('.plot').count()).toBe(1);

    await keys.tabTo('button', 'Saved trends', { back: true });
    await keys.press('Enter');
    await keys.tabTo('textbox', 'Name');
    await keys.type('Shift');
    await keys.press('Enter');
    await keys.isAt('button', 'Saved trends');
    await keys.tabTo('button', 'Save');
    await keys.press('Enter');
    await keys.tabTo('button', 'CSV, a row for each value with its quality');
    const [download] = await Promise.all([page.waitForEvent('download'), keys.press('Enter')]);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^\uFEFFTime,Time \(UTC\),Name,Value,Unit,Quality,All values stored until the next row\r?\n[-\d]+ [\d:.]+,[-\d]+T[\d:.]+Z,Line_S(peed|tate),[\d.]+,[^,]*,Good,TRUE/);
    await keys.tabTo('button', 'Full screen');
    await keys.press('Enter');
    await keys.isAt('button', 'Next to the table');
    await checkLayout('the trend in full screen');
    await keys.press('Escape');
    await keys.isAt('button', 'Full screen');
    await keys.tabTo('button', 'Close the trend');
    await keys.press('Enter');
    await keys.isAt('treegrid', 'Tags');
    await expect.poll(() => page.locator('.lane').count()).toBe(0);
    await keys.tabTo('button', 'Saved trends');
    await keys.press('Enter');
    await keys.tabTo('button', 'Open Shift');
    await keys.press('Enter');
    await expect.poll(() => page.locator('.lane.legend').count()).toBe(2);
    await expect.poll(() => span(page)).toBe(3600);
    await keys.tabTo('button', 'Saved trends');
    await keys.press('Enter');
    await keys.tabTo('button', 'Delete Shift');
    await keys.press('Enter');
    await page.getByText('No trend is saved for this project yet.').waitFor();
    await keys.press('Escape');
    await keys.isAt('treegrid', 'Tags');
  });

  test('a project’s tree, its drawing, where-used list, reasons, differences, and a question', async () => {
    const tree = page.getByRole('group', { name: 'Contents of the project' });
    const references = page.getByRole('complementary', { name: 'Where used' });
    const panel = page.getByRole('complementary', { name: 'Ask' });
    await keys.press('Alt+1');
    await keys.tabTo('button', /^Bottling/);
    await keys.press('Enter');
    await page.getByRole('button', { name: 'Logic', exact: true }).waitFor();
    await keys.tabTo('button', 'Logic');
    await keys.press('Enter');
    await page.getByText(/ old, all of one scan; \d+ of \d+ read$/).waitFor();
    await keys.tabTo('group', 'Contents of the project');
    for (let i = 0; i < 40 && !(await page.evaluate(() => /Modes/.test(document.activeElement?.textContent ?? '') && document.activeElement?.tagName === 'BUTTON')); i += 1) await keys.press('ArrowDown');
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Line/Modes' }).waitFor();
    await keys.tabTo('button', /^Line_Running: (TRUE|FALSE)/);
    await checkLayout('a routine drawn');
    await keys.press('Enter');
    await references.getByText('Written by').waitFor();
    await keys.tabTo('button', /Line\/Modes, rung 9/, { within: references });
    await keys.press('Enter');
    await page.locator('.rung.marked[data-rung="9"]').waitFor();
    await keys.tabTo('button', 'Why?');
    await keys.press('Enter');
    await panel.getByRole('heading', { name: /^Why is Line_Running (on|off)\?$/ }).waitFor();
    await panel.locator('.places, .answer').first().waitFor();
    await keys.isAt('textbox', 'Question about the project');
    await keys.tabTo('button', /, Rung 9$/i, { within: panel, back: true });
    await checkLayout('why it is so');
    await keys.press('Enter');
    await page.locator('.rung.marked[data-rung="9"]').waitFor();
    await keys.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);

    await keys.press('/');
    await keys.isAt('searchbox', 'Find');
    await keys.type('conveyor');
    await tree.getByRole('button', { name: /^Conveyors/ }).first().waitFor();
    await keys.tabTo('group', 'Contents of the project');
    await keys.tabTo('button', /^Conveyors/, { within: tree });
    await keys.press('Enter');
    await references.getByText('Written by').waitFor();
    await checkLayout('a name found');
    await keys.press('/');
    await keys.write(' ');

    await keys.tabTo('button', /^Compare$/);
    await keys.press('Enter');
    await keys.tabTo('combobox', 'After');
    await keys.press('End');
    await page.getByText(/^Compared at \d/).waitFor();
    await checkLayout('the controller compared');
    await keys.tabTo('link', 'Logic', { back: true });
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Line/Modes' }).waitFor();

    await keys.press('Control+k');
    await keys.isAt('textbox', 'Question about the project');
    await keys.type('What does the project do?');
    await keys.press('Enter');
    await expect.poll(() => panel.locator('.turn').last().locator('.answer').innerText()).toMatch(/\w/);
    await panel.locator('.places, .answer').first().waitFor();
    await keys.isAt('textbox', 'Question about the project');
    await keys.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
    await keys.tabTo('link', 'All projects', { back: true });
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
  });

  test('the read tags are selected: watch lists, an interval, a group with its own rate, pasted names', async () => {
    await keys.press('Alt+3');
    await page.locator('.grid .body .row:not([hidden])').first().waitFor();
    await search(' ');
    await lists();
    await keys.tabTo('textbox', 'Name');
    await keys.type('Belt');
    await keys.tabTo('textbox', /^Tags: the selected rows/);
    await keys.press('Control+a', 'Delete');
    await keys.paste('Conveyors[2].Speed\nLine_Speed\nConveyors[2].Sped');
    // A slash in a text field is a character, not a shortcut.
    await keys.type('/?');
    await keys.press('Backspace', 'Backspace');
    await checkLayout('names pasted');
    await keys.tabTo('button', 'Keep 3 as a list');
    await keys.press('Enter');
    await keys.isAt('button', 'Watch lists');
    await expect.poll(() => row('Conveyors[2].Speed').locator('.val').innerText()).toMatch(/^\d/);
    await row('Conveyors[2].Sped').getByText('Not in the project').waitFor();
    expect(await rows()).toBe(3);
    await search('line');
    await page.getByText('1 of 3 tags match the search or filter.').waitFor();
    await checkLayout('a list and a search');
    await keys.tabTo('button', 'Whole list');
    await keys.press('Enter');
    await page.getByText('3 tags.').waitFor();

    await keys.tabTo('button', 'All tags');
    await keys.press('Enter');
    await expect.poll(rows).toBeGreaterThan(10);
    await search('Motor_Tempe');
    await keys.tabTo('treegrid', 'Tags');
    await expect.poll(active).toBe('Motor_Temperature');
    await keys.press('Escape', ' ');
    await search(' ');
    await lists();
    await keys.tabTo('button', 'Add the 1 selected to Belt');
    await keys.press('Enter');
    await page.getByText('4 tags.').waitFor();
    await expect.poll(rows).toBe(4);
    await keys.tabTo('button', 'All tags');
    await keys.press('Enter');
    await expect.poll(rows).toBeGreaterThan(10);
    await lists(true);
    await keys.tabTo('button', 'Show Belt');
    await keys.press('Enter');
    await expect.poll(rows).toBe(4);
    await keys.tabTo('button', 'All tags');
    await keys.press('Enter');

    await keys.tabTo('button', 'More', { back: true });
    await keys.press('Enter');
    await keys.tabTo('button', 'Change what is read');
    await keys.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'What is read, and how often' });
    await keys.tabTo('spinbutton', 'Interval', { within: dialog });
    await keys.write('700');
    await keys.tabTo('textbox', /^Always read/, { within: dialog });
    await keys.press('Control+End', 'Enter');
    await keys.paste('Motor_Temperature\nMotor_Tempreature');
    await keys.tabTo('button', 'Add a group of the 1 selected', { within: dialog });
    await keys.press('Enter');
    await keys.tabTo('textbox', /^Tags of fast/, { within: dialog, back: true });
    await keys.press('Control+End');
    await keys.type('\nLine_Speed');
    await checkLayout('what is read');
    await keys.tabTo('button', 'Read this from now on', { within: dialog });
    await keys.press('Enter');
    await keys.isAt('button', 'More');
    await page.locator('.top .pace').getByText('every 700 ms').waitFor();
    await figures(page);
    const group = page.getByRole('row', { name: /^fast / });
    await expect.poll(() => group.getByRole('cell').first().innerText()).toBe('2');
    expect(await group.getByRole('cell').nth(1).innerText()).toBe('200 ms');
    await keys.press('Escape');
    await search('Motor_T');
    await changes(page, 'Motor_Temperature');
    await row('Motor_Tempreature').getByText('Not in the project').waitFor();
    await checkLayout('a group at its own rate');

    await keys.press('Alt+5');
    await keys.tabTo('button', 'Deutsch');
    await keys.press('Enter', 'Alt+3');
    await row('Motor_Tempreature').getByText('Nicht im Projekt').waitFor();
  });

  test('logs no error', () => expect(seen.errors).toEqual([]));
});
