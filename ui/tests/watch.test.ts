// Watch lists: created from the selection or from pasted names, shown, stored; unread tags are requested.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { AskForTags } from '../src/bindings/desk';
import { violations } from './axe';
import { on, withBrowser } from './browser';
import { overflows } from './overflow';
import { names } from './table';

withBrowser();

const SESSION = { place: 'session' };
const menu = (page: Page) => page.getByRole('button', { name: 'Watch lists' });

test('a list of the selected rows is shown alone, by keyboard, and restored', () =>
  on({}, SESSION, async ({ page }) => {
    await page.locator('.tag[title="Capper.HeadCount"]').click();
    await page.locator('.tag[title="Line.State"]').click({ modifiers: ['ControlOrMeta'] });
    await menu(page).press('Enter');
    expect(await page.getByLabel(/^Tags: the selected rows/).inputValue()).toBe('Capper.HeadCount\nLine.State\n');
    await page.getByRole('group', { name: 'Watch lists' }).getByLabel('Name', { exact: true }).fill('Shift');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await names(page)).sort()).toEqual(['Capper.HeadCount', 'Line.State']);
    await page.getByRole('status').getByText('Shift').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.locator('.watching').getByRole('button', { name: 'All tags' }).click();
    await expect.poll(async () => (await names(page)).length).toBeGreaterThan(5);
    await page.reload();
    await menu(page).click();
    await page.getByRole('button', { name: 'Show Shift' }).click();
    await expect.poll(async () => (await names(page)).length).toBe(2);
    await menu(page).click();
    await page.getByRole('button', { name: 'Delete Shift' }).click();
    await expect.poll(async () => (await names(page)).length).toBeGreaterThan(5);
    await page.getByText('Shift is deleted.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show Shift' }).click();
    await expect.poll(async () => (await names(page)).length).toBe(2);
  }));

test('pasted names that the session does not read are requested, and no others', () =>
  on({}, SESSION, async ({ page, desk }) => {
    await page.locator('.grid .body .row:not([hidden])').first().waitFor();
    await menu(page).click();
    await page.getByLabel(/^Tags: the selected rows/).fill('Name\tValue\nLine.State\t4\nMotor_7.Current\t1\n');
    await page.getByRole('group', { name: 'Watch lists' }).getByLabel('Name', { exact: true }).fill('Motor');
    await page.getByRole('button', { name: 'Keep 3 as a list' }).click();
    await expect.poll(() => (desk.calls.findLast((it) => it.command === 'ask_for_tags')?.args as AskForTags | undefined)?.tags).toEqual(['Name', 'Motor_7.Current']);
    await page.getByText('2 that the session does not read: requested while the list is shown.').waitFor();
    expect(await names(page)).toEqual(['Line.State']);
  }));

test('lists are imported and exported in their menu, and the menu says what a new list lacks', () =>
  on({}, SESSION, async ({ page, desk }) => {
    await page.locator('.grid .body .row:not([hidden])').first().waitFor();
    await menu(page).click();
    const all = page.getByRole('group', { name: 'Watch lists', exact: true });
    await all.getByText('Select rows or enter names to make a list.').waitFor();
    await page.getByLabel(/^Tags: the selected rows/).fill('Line.State');
    await all.getByText('Enter a name to keep the list.').waitFor();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), all.getByRole('button', { name: 'Import' }).click()]);
    await chooser.setFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"lists":[{"name":"Rinser","tags":["Rinser.Flow"]}]}') });
    await all.getByText('1 watch list and 0 trends imported.').waitFor();
    await all.getByRole('button', { name: 'Show Rinser' }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), all.getByRole('button', { name: 'Export' }).click()]);
    expect(download.suggestedFilename()).toBe('Bottling line 3.views.json');
    expect(desk.pages.views.lists.map((it) => it.name)).toEqual(['Rinser']);
  }));

test('rows are dragged into a list: a new one, and the shown one', () =>
  on({}, SESSION, async ({ page }) => {
    const row = (tag: string) => page.locator(`.grid .body .row:not([hidden]):has(.tag[title="${tag}"])`).first();
    await page.locator('.tag[title="Capper.HeadCount"]').click();
    await page.locator('.tag[title="Line.State"]').click({ modifiers: ['ControlOrMeta'] });
    await row('Capper.HeadCount').dragTo(menu(page));
    expect(await page.getByLabel(/^Tags: the selected rows/).inputValue()).toBe('Capper.HeadCount\nLine.State');
    await page.getByRole('group', { name: 'Watch lists' }).getByLabel('Name', { exact: true }).fill('Drag');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await names(page)).sort()).toEqual(['Capper.HeadCount', 'Line.State']);
    await page.locator('.watching').getByRole('button', { name: 'All tags' }).click();
    // A row that is not selected is dragged alone.
    await row('Filler.BowlLevel').waitFor();
    await menu(page).click();
    await page.getByRole('button', { name: 'Show Drag' }).click();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'Filler.BowlLevel');
      for (const type of ['dragover', 'drop']) document.querySelector('.watching')?.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await expect.poll(async () => (await names(page)).length).toBe(3);
    expect(await violations(page)).toEqual([]);
  }));

test('an open menu stays inside the window when the window becomes smaller', () =>
  on({}, SESSION, async ({ page }) => {
    await menu(page).click();
    await page.getByRole('group', { name: 'Watch lists' }).waitFor();
    for (const width of [1024, 683, 480]) {
      await page.setViewportSize({ width, height: 600 });
      await expect.poll(async () => (await overflows(page)).filter((it) => it.includes('menu'))).toEqual([]);
    }
  }));

test('an open menu closes when the focus moves on, and not before', () =>
  on({}, SESSION, async ({ page }) => {
    await page.locator('.tag[title="Line.State"]').click();
    const group = page.getByRole('group', { name: 'Watch lists' });
    const hasFocus = (name: string) => expect.poll(() => page.getByRole('button', { name, exact: true }).evaluate((it) => it === document.activeElement)).toBe(true);
    await menu(page).press('Enter');
    const controls = await group.locator('button:enabled, input, textarea').count();
    expect(controls).toBeGreaterThan(2);
    for (let i = 0; i < controls; i += 1) {
      await page.keyboard.press('Tab');
      expect(await group.evaluate((it) => it.contains(document.activeElement)), `control ${i + 1}`).toBe(true);
    }
    await page.keyboard.press('Tab');
    await hasFocus('Export');
    await group.waitFor({ state: 'hidden' });
    await menu(page).press('Enter');
    await group.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await hasFocus('Watch lists');
    expect(await group.isVisible()).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await group.waitFor({ state: 'hidden' });
    // Another window may have the focus for some time.
    await menu(page).press('Enter');
    await page.keyboard.press('Tab');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    expect(await group.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await group.waitFor({ state: 'hidden' });
  }));
