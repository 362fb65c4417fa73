// A watch list of names that a session does not read: they are requested, and each gets a value or a reason.

import { expect, test } from 'vitest';
import { go, visit, withBrowser } from '../browser';
import { BINARY, Site } from './site';
import { inBothSchemes, row } from '../table';

withBrowser();

test.skipIf(!BINARY)('pasted names are read from then on, or show the reason why not', async () => {
  const site = await Site.new();
  const seen = await visit((JSON.parse((await site.demo()).readyLine) as { console: string }).console);
  try {
    const { page } = seen;
    await go(page, 'session');
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await page.locator('.grid .body .row:not([hidden])').first().waitFor();
    await page.getByRole('button', { name: 'Watch lists' }).click();
    await page.getByLabel(/^Tags: the selected rows/).fill('Conveyors[2].Speed\nLine_Speed\nConveyors[2].Sped');
    await page.getByRole('group', { name: 'Watch lists' }).getByLabel('Name', { exact: true }).fill('Belt');
    await page.getByRole('button', { name: 'Keep 3 as a list' }).click();
    const value = (tag: string) => row(page, tag).locator('.val');
    await expect.poll(() => value('Conveyors[2].Speed').innerText()).toMatch(/^\d/);
    const misspelt = row(page, 'Conveyors[2].Sped');
    await misspelt.getByText('Not in the project').waitFor();
    expect(await page.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('4');
    await inBothSchemes(page);
    expect(seen.errors).toEqual([]);
  } finally {
    await seen.close();
    await site.close();
  }
});
