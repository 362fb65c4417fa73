// Every value, unit, heading and button of every page is complete, at three sizes and in both languages: its text is not
// wider than its element, also where a title would show the rest. Names may be shortened.

import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { figures, go, open, withBrowser } from './browser';

withBrowser();

const SIZES = [[1366, 768], [1920, 1080], [1280, 800]] as const;
const PAGES = ['logic', 'tags', 'findings', 'changes', 'report', 'proposals', 'history'];
const COMPLETE = [
  '.grid .head > *', '.grid .val', '.grid .raw', '.grid .unit', '.grid .age', '.grid .time', '.grid .qual .cut', '.table th', '.table td', '.reading', '.reading small', '.reading-large', '.num', '.facts dd',
  'h1', 'h2:not(.cut)', 'h3', '.button', '.chip', '.tabs a', '[role="tab"]', '.status b', '.gauge *', '.state-line .why > *',
].join(', ');
/** A row's name and its vendor's badge in a table of projects, and texts for screen readers. */
const NAMES = '.t1, .t1 *, .row-name, .row-name *, .unseen, .mini';

/** The elements whose text is wider than they are. */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(([complete, names]) => {
    const wrong: string[] = [];
    for (const it of document.querySelectorAll<HTMLElement>(complete!)) {
      const style = getComputedStyle(it);
      if (it.matches(names!) || it.closest('.unseen') || style.visibility === 'hidden' || it.clientWidth < 2) continue;
      if (style.overflowX !== 'visible' && it.scrollWidth > it.clientWidth + 1) wrong.push(`${it.tagName} ${it.className} “${it.textContent?.trim().slice(0, 40)}”: ${it.scrollWidth} > ${it.clientWidth}`);
    }
    return [...new Set(wrong)];
  }, [COMPLETE, NAMES]);
}

test.each(SIZES.flatMap(([width, height]) => (['en', 'de'] as const).map((language) => [width, height, language] as const)))('at %i by %i, %s', async (width, height, language) => {
  const { page, desk, errors, close } = await open({ settings: { language } }, { size: { width, height } });
  desk.pages.analysed = true;
  const seen: string[] = [];
  const check = async (what: string): Promise<void> => {
    seen.push(what);
    await expect.poll(async () => [what, ...(await cut(page))]).toEqual([what]);
  };
  await page.getByRole('button', { name: 'Bottling line 3' }).click();
  await check('projects');
  for (const it of PAGES) {
    await page.evaluate((hash) => { location.hash = hash; }, `#/projects/p1/${it}`);
    await page.locator(`nav.tabs a[href$="/${it}"][aria-current="page"]`).waitFor();
    await page.locator('.scroll, .page-body').first().waitFor();
    await check(it);
  }
  await go(page, 'connect');
  await page.locator('.rows button').first().click();
  await page.locator('.sect').first().waitFor();
  await check('connect');
  await go(page, 'session');
  await page.locator('.grid .body .row:not([hidden])').first().waitFor();
  await check('session');
  for (const tag of ['Conveyor.Speed', 'Capper.TorqueActual']) await page.locator(`.tag[title="${tag}"]`).click({ modifiers: ['ControlOrMeta'] });
  await page.locator('.lane').nth(1).waitFor();
  await check('trend');
  const tabs = page.locator('.side-tabs [role="tab"]');
  for (let i = 0; i < (await tabs.count()); i += 1) {
    await tabs.nth(i).click();
    await check(`tab ${i}`);
  }
  await figures(page);
  await check('figures');
  await page.keyboard.press('Escape');
  for (const place of ['diagnostics', 'settings']) {
    await go(page, place);
    await check(place);
  }
  expect(seen).toHaveLength(19);
  expect(errors).toEqual([]);
  await close();
});
