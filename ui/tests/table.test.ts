// The tag table: by mouse, by keyboard only, with 50,000 tags.

import { describe, expect, test } from 'vitest';
import { violations } from './axe';
import { announced, go, on, withBrowser } from './browser';
import { row, span } from './table';

withBrowser();

const SESSION = { place: 'session' };

describe('the table', () => {
  test('shows values that change, quality by shape and word, and pinned rows first', () =>
    on({}, SESSION, async ({ page }) => {
      const speed = row(page, 'Conveyor.Speed').locator('.val');
      await speed.waitFor();
      const before = await speed.textContent();
      await expect.poll(() => speed.textContent()).not.toBe(before);
      expect(await page.locator('.grid .body .row .tag').first().getAttribute('title')).toBe('Capper.TorqueActual');
      await page.getByRole('button', { name: 'Bad 2' }).click();
      const bad = row(page, 'Rinser.SafetyCode');
      expect(await bad.locator('.qual').innerText()).toMatch(/^Bad:\s*Access denied$/);
      expect(await bad.locator('.val').textContent()).toBe('–');
      expect(await bad.locator('.qual use').getAttribute('href')).toBe('#q-bad');
      // The last value of an unread tag is grey and shows its age.
      const once = row(page, 'Program:Filler.Valve[41].Position').filter({ visible: true });
      expect(await once.locator('.val').textContent()).toBe('63.5');
      expect(await once.locator('.qual').innerText()).toMatch(/^Bad:\s*Unknown tag$/);
      expect(await once.locator('.age').textContent()).toMatch(/^(1[4-9]|[2-5]\d)/);
      const colour = (at: typeof once): Promise<string> => at.locator('.val').evaluate((it) => getComputedStyle(it).color);
      expect(await colour(once)).toBe(await colour(bad));
    }));

  test.each(['live', 'paused'] as const)('counts each tag in one chip: %s', (state) =>
    on({ state }, SESSION, async ({ page }) => {
      await row(page, 'Line.State').waitFor();
      const chips = page.getByRole('group', { name: 'Show', exact: true });
      const counts = async (): Promise<Record<string, number>> => Object.fromEntries(await chips.locator('.chip').evaluateAll((all) => all.map((it) => [it.querySelector('.word')?.textContent ?? 'All', Number(it.querySelector('b')?.textContent)])));
      await expect.poll(counts).toEqual({ All: 432, Good: 0, Uncertain: 0, Bad: 0, Requested: 3, ...(state === 'live' ? { Good: 429, Uncertain: 1, Bad: 2 } : { 'Not read': 432 }) });
      expect(await violations(page)).toEqual([]);
    }));

  test('shows no empty rows before the first frame', () =>
    on({}, { ...SESSION, size: { width: 1280, height: 600 } }, async ({ page }) => {
      const rows = page.locator('.grid .body .row:not([hidden])');
      await row(page, 'Line.State').waitFor();
      const before = await rows.count();
      const blank = await page.evaluateHandle(() => {
        const blank: string[] = [];
        const findBlank = (): void => document.querySelectorAll('.grid .body .row:not([hidden])').forEach((it) => it.querySelector('.leaf')?.textContent || blank.push(it.outerHTML));
        new MutationObserver(findBlank).observe(document.body, { subtree: true, childList: true });
        return blank;
      });
      await page.setViewportSize({ width: 1280, height: 1000 });
      await expect.poll(() => rows.count()).toBeGreaterThan(before);
      expect(await blank.jsonValue()).toEqual([]);
    }));

  test('shows and finds comments in the language of the user, and addresses', () =>
    on({ settings: { language: 'de' } }, SESSION, async ({ page }) => {
      const grid = page.getByRole('treegrid', { name: 'Variablen' });
      for (const text of ['füllstand', 'Bowl level', 'local:3:i.ch0data']) {
        await page.getByRole('searchbox', { name: 'Variablen suchen' }).fill(text);
        await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('2');
        expect(await row(page, 'Filler.BowlLevel').locator('.note').innerText()).toBe('% · Füllstand Kessel · Local:3:I.Ch0Data');
      }
      await row(page, 'Filler.BowlLevel').dblclick();
      const details = page.getByRole('group', { name: 'Einzelheiten der Variablen' });
      await details.getByText('Füllstand Kessel').waitFor();
      await details.getByText('Local:3:I.Ch0Data').waitFor();
    }));

  test('searches, filters, sorts', () =>
    on({}, SESSION, async ({ page, desk }) => {
      const grid = page.getByRole('treegrid', { name: 'Tags' });
      await page.getByRole('searchbox', { name: 'Search tags' }).fill('valve');
      await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('4');
      await page.getByRole('searchbox', { name: 'Search tags' }).fill('vlave');
      await page.getByText('No tag matches the filter').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Show all 432 tags' }).click();
      // A search within a filter says so, and is continued in all tags.
      await page.getByRole('button', { name: /^Bad/ }).click();
      await page.getByRole('searchbox', { name: 'Search tags' }).fill('Line.State');
      await page.getByText('“Line.State” was searched only in the filter “Bad”.').waitFor();
      await page.getByRole('button', { name: 'Search in all tags' }).click();
      await row(page, 'Line.State').waitFor();
      await page.getByRole('searchbox', { name: 'Search tags' }).fill('');
      await page.getByRole('button', { name: 'Requested 3' }).click();
      await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('4');
      await page.getByRole('button', { name: /^All/ }).click();
      await page.getByRole('button', { name: 'Name', exact: false }).first().click();
      await expect.poll(() => page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
      await expect.poll(() => desk.calls.filter((it) => it.command === 'rows').at(-1)?.args).toMatchObject({ descending: true, sort: 'name' });
    }));

  test('is used by keyboard only: move, select, pin, copy', () =>
    on({}, SESSION, async ({ page, desk }) => {
      await row(page, 'Line.State').waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('capper');
      await page.locator('.row[aria-rowindex="3"] [title="Capper.HeadCount"]').waitFor();
      const announcements = await announced(page);
      while ((await page.evaluate(() => document.activeElement?.getAttribute('role'))) !== 'treegrid') await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await page.getByRole('region', { name: 'Lane A: Capper.HeadCount' }).waitFor();
      await page.keyboard.press('p');
      await expect.poll(() => desk.calls.find((it) => it.command === 'pin')?.args).toMatchObject({ tag: 'Capper.HeadCount', pinned: true });
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Control+c');
      await expect.poll(announcements).toContainEqual(expect.stringContaining('rows copied'));
      const text = await page.evaluate(() => navigator.clipboard.readText());
      expect(text.split('\n')[0]).toBe('Name\tValue\tType\tQuality\tReason\tTime\tComment');
      expect(text).toContain('Capper.HeadCount\t12\t');
      const active = await page.getByRole('treegrid').getAttribute('aria-activedescendant');
      expect(await page.locator(`[id="${active}"]`).count()).toBe(1);
      await page.keyboard.press('Escape');
      await page.getByText('Select tags to see their trend').waitFor();
    }));

  test('scrolls 50,000 rows without a blank one', () =>
    on({ tags: 50_000 }, SESSION, async ({ page }) => {
      await row(page, 'Line.State').waitFor();
      const blank = await page.evaluate(async () => {
        const scroller = document.querySelector<HTMLElement>('.grid')!;
        const layer = document.querySelector<HTMLElement>('.layer')!;
        let worst = 0;
        const findBlank = (): void => {
          const { top, bottom, left } = layer.getBoundingClientRect();
          for (let y = top + 2; y < bottom - 2; y += 18) {
            const row = document.elementFromPoint(left + 120, y)?.closest('.row');
            if (!row?.querySelector('.leaf')?.textContent) worst += 1;
          }
        };
        const frame = (): Promise<number> => new Promise(requestAnimationFrame);
        for (let step = 0; step < 120; step += 1) {
          scroller.scrollTop = step % 3 === 0 ? (scroller.scrollHeight * ((step * 37) % 101)) / 101 : scroller.scrollTop + 90;
          await frame();
          await frame();
          findBlank();
        }
        return worst;
      });
      expect(blank).toBe(0);
      const grid = page.getByRole('treegrid');
      const active = (): Promise<string | null> => grid.getAttribute('aria-activedescendant');
      await grid.focus();
      await page.keyboard.press('End');
      await page.waitForFunction(() => document.querySelector('.row.active')?.getAttribute('aria-rowindex') === '50001');
      expect(await active()).toBe(await page.locator('.row.active').getAttribute('id'));
      await grid.evaluate((it) => (it.scrollTop = 0));
      await expect.poll(active, { message: 'the active row is far below' }).toBeNull();
      await page.keyboard.press('PageUp');
      await page.keyboard.press('Home');
      await page.waitForFunction(() => document.querySelector('.row.active .tag')?.getAttribute('title') === 'Capper.TorqueActual');
    }));

  test('keeps pinned rows visible while the others scroll, with values that change', () =>
    on({ tags: 5000 }, SESSION, async ({ page }) => {
      const speed = row(page, 'Conveyor.Speed');
      await speed.waitFor();
      const before = await speed.boundingBox();
      for (const top of [40, 1000, 90_000, 1e9]) {
        await page.locator('.grid').evaluate((it, top) => (it.scrollTop = top), top);
        await page.waitForFunction(() => {
          const [last, first] = [document.querySelector('.heads')?.lastElementChild, document.querySelector('.heads + div .row:not([hidden])')];
          return last && first && Math.abs(first.getBoundingClientRect().top - last.getBoundingClientRect().bottom) < 40;
        });
        expect(await speed.boundingBox()).toEqual(before);
        const value = await speed.locator('.val').textContent();
        await expect.poll(() => speed.locator('.val').textContent()).not.toBe(value);
      }
      const [grid, last] = await Promise.all([page.locator('.grid').boundingBox(), page.locator('.row[aria-rowindex="5001"]').boundingBox()]);
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((grid?.y ?? 0) + (grid?.height ?? 0) + 1);
      // By keyboard from the end: the pinned rows do not cover the active row.
      await page.getByRole('treegrid').focus();
      await page.keyboard.press('End');
      for (let i = 0; i < 14; i += 1) await page.keyboard.press('ArrowUp');
      await page.waitForFunction(() => {
        const [active, heads] = [document.querySelector('.row.active'), document.querySelector('.heads')];
        return active && heads && active.getBoundingClientRect().top >= heads.getBoundingClientRect().bottom - 1;
      });
    }));

  test('leaves space for the others when many rows are pinned', () =>
    on({ tags: 200 }, SESSION, async ({ page }) => {
      await row(page, 'Line.State').waitFor();
      for (let pinned = 3; pinned < 12; pinned += 1) {
        await page.locator(`.row[aria-rowindex="${pinned + 2}"] [data-pin]`).click();
        await page.locator(`.row.last[aria-rowindex="${pinned + 2}"]`).waitFor();
      }
      const [layer, heads] = await Promise.all(['.layer', '.heads'].map((it) => page.locator(it).boundingBox()));
      expect(heads!.height).toBeLessThanOrEqual(layer!.height / 2);
      await page.locator('.grid').evaluate((it) => (it.scrollTop = 600));
      await expect.poll(() => page.locator('.heads + div .row:not([hidden])').first().getAttribute('class')).not.toContain('pinned');
    }));

  test('is unchanged after a visit of another place: search, filter, order, position, selection and zoom', () =>
    on({ tags: 5000 }, SESSION, async ({ page, desk }) => {
      await row(page, 'Conveyor.Speed').click();
      await page.getByRole('slider', { name: 'Cursor' }).focus();
      await page.keyboard.press('+');
      // Half of the two minutes: the axis is fixed from then on.
      await expect.poll(() => span(page)).toBe(60);
      const axis = await page.locator('.axis').innerText();
      await page.getByRole('searchbox', { name: 'Search tags' }).fill('Station');
      await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
      await expect.poll(() => page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
      await page.locator('.grid').evaluate((it) => (it.scrollTop = 26_000));
      const first = page.locator('.heads + div .row:not([hidden])').first();
      await expect.poll(() => first.getAttribute('aria-rowindex')).toBe('1002');
      await go(page, 'settings');
      await go(page, 'session');
      await expect.poll(() => first.getAttribute('aria-rowindex')).toBe('1002');
      expect(desk.calls.filter((it) => it.command === 'rows').at(-1)?.args).toMatchObject({ search: 'Station', descending: true });
      await page.getByRole('region', { name: 'Lane A: Conveyor.Speed' }).waitFor();
      await expect.poll(() => page.locator('.axis').innerText()).toBe(axis);
      expect(await page.getByRole('searchbox', { name: 'Search tags' }).inputValue()).toBe('Station');
    }));

  test('acknowledges each frame once, and requests few windows', () =>
    on({}, SESSION, async ({ page, desk }) => {
      await row(page, 'Line.State').waitFor();
      const acks = (): number[] => desk.calls.filter((it) => it.command === 'ack').map((it) => (it.args as { frame: number }).frame);
      await expect.poll(() => acks().length).toBeGreaterThan(10);
      expect(new Set(acks()).size).toBe(acks().length);
      expect(desk.calls.filter((it) => it.command === 'rows').length).toBeLessThan(3);
    }));
});
