// The session's place in use: by mouse, by keyboard alone, with 50,000 tags, and when the connection is lost.

import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { OpenTrend, Trend } from '../src/bindings/desk';
import { clock } from '../src/format';
import { violations } from './axe';
import { announced, go, on, withBrowser } from './browser';

withBrowser();

const SESSION = { place: 'session' };
/** Saves the trend as a file of this kind. */
async function save(page: Page, kind: string): Promise<void> {
  await page.locator('.trend').getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.trend').getByRole('button', { name: kind }).click();
}

/** The time that the trend's axis spans. */
const shownMs = async (page: Page): Promise<number> => {
  const [first = NaN, , last = NaN] = (await page.locator('.axis span').allInnerTexts()).map((it) => Date.parse(`2026-01-01T${it}Z`));
  return (last - first + 86_400_000) % 86_400_000;
};
const row = (page: Page, name: string) => page.locator('.grid .body .row', { has: page.locator(`[title="${name}"]`) });

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
      // What was read of it once is grey, and says how old it is.
      const once = row(page, 'Program:Filler.Valve[41].Position').filter({ visible: true });
      expect(await once.locator('.val').textContent()).toBe('63.5');
      expect(await once.locator('.qual').innerText()).toMatch(/^Bad:\s*Unknown tag$/);
      expect(await once.locator('.age').textContent()).toMatch(/^(1[4-9]|[2-5]\d)/);
      const colour = (at: typeof once): Promise<string> => at.locator('.val').evaluate((it) => getComputedStyle(it).color);
      expect(await colour(once)).toBe(await colour(bad));
    }));

  test('shows no row before there is one to show', () =>
    on({}, { ...SESSION, size: { width: 1280, height: 600 } }, async ({ page }) => {
      const rows = page.locator('.grid .body .row:not([hidden])');
      await row(page, 'Line.State').waitFor();
      const before = await rows.count();
      const blank = await page.evaluateHandle(() => {
        const blank: string[] = [];
        const look = (): void => document.querySelectorAll('.grid .body .row:not([hidden])').forEach((it) => it.querySelector('.leaf')?.textContent || blank.push(it.outerHTML));
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
        return blank;
      });
      await page.setViewportSize({ width: 1280, height: 1000 });
      await expect.poll(() => rows.count()).toBeGreaterThan(before);
      expect(await blank.jsonValue()).toEqual([]);
    }));

  test('searches, filters, sorts', () =>
    on({}, SESSION, async ({ page, desk }) => {
      const grid = page.getByRole('treegrid', { name: 'Tags' });
      await page.getByRole('searchbox', { name: 'Search tags' }).fill('valve');
      await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('4');
      await page.getByRole('searchbox', { name: 'Search tags' }).fill('vlave');
      await page.getByText('No tag passes the filter').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Show all 432 tags' }).click();
      await page.getByRole('button', { name: 'Asked for 3' }).click();
      await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('4');
      await page.getByRole('button', { name: /^All/ }).click();
      await page.getByRole('button', { name: 'Name', exact: false }).first().click();
      await expect.poll(() => page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
      await expect.poll(() => desk.calls.filter((it) => it.command === 'rows').at(-1)?.args).toMatchObject({ descending: true, sort: 'name' });
    }));

  test('is worked by keyboard alone: move, select, pin, copy', () =>
    on({}, SESSION, async ({ page, desk }) => {
      await row(page, 'Line.State').waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('capper');
      await page.locator('.row[aria-rowindex="3"] [title="Capper.HeadCount"]').waitFor();
      const said = await announced(page);
      while ((await page.evaluate(() => document.activeElement?.getAttribute('role'))) !== 'treegrid') await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await page.getByRole('region', { name: 'Lane A: Capper.HeadCount' }).waitFor();
      await page.keyboard.press('p');
      await expect.poll(() => desk.calls.find((it) => it.command === 'pin')?.args).toMatchObject({ tag: 'Capper.HeadCount', pinned: true });
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Control+c');
      await expect.poll(said).toContainEqual(expect.stringContaining('rows copied'));
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
        const look = (): void => {
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
          look();
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

  test('keeps pinned rows in sight while the others scroll, with values that change', () =>
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
      // By keyboard from the end: none is hidden below the pinned ones.
      await page.getByRole('treegrid').focus();
      await page.keyboard.press('End');
      for (let i = 0; i < 14; i += 1) await page.keyboard.press('ArrowUp');
      await page.waitForFunction(() => {
        const [active, heads] = [document.querySelector('.row.active'), document.querySelector('.heads')];
        return active && heads && active.getBoundingClientRect().top >= heads.getBoundingClientRect().bottom - 1;
      });
    }));

  test('leaves room for the others when many rows are pinned', () =>
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

  test('is found as it was left: search, filter, order, place, selection and zoom', () =>
    on({ tags: 5000 }, SESSION, async ({ page, desk }) => {
      await row(page, 'Conveyor.Speed').click();
      await page.getByRole('slider', { name: 'Cursor' }).focus();
      await page.keyboard.press('+');
      // Half of the two minutes: the axis stands still from then on.
      await expect.poll(() => shownMs(page)).toBe(60_000);
      const axis = await page.locator('.axis').innerText();
      await page.getByRole('searchbox', { name: 'Search tags' }).fill('Station');
      await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
      await expect.poll(() => page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
      await page.locator('.grid').evaluate((it) => (it.scrollTop = 36_000));
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

  test('acknowledges each frame once, and asks for few windows', () =>
    on({}, SESSION, async ({ page, desk }) => {
      await row(page, 'Line.State').waitFor();
      const acks = (): number[] => desk.calls.filter((it) => it.command === 'ack').map((it) => (it.args as { frame: number }).frame);
      await expect.poll(() => acks().length).toBeGreaterThan(10);
      expect(new Set(acks()).size).toBe(acks().length);
      expect(desk.calls.filter((it) => it.command === 'rows').length).toBeLessThan(3);
    }));
});

describe('the trend', () => {
  test('has a lane for each of up to eight tags, a cursor by keyboard, zoom, and saves as CSV and PNG', () =>
    on({}, SESSION, async ({ page, desk }) => {
      await row(page, 'Line.State').waitFor();
      const names = page.locator('.grid .body .row .tag');
      for (let i = 0; i < 9; i += 1) await names.nth(i).click({ modifiers: ['Control'] });
      await expect.poll(() => page.locator('.lane').count()).toBe(8);
      await page.locator('.lane', { hasText: 'RecipeName' }).getByText('no curve').waitFor();
      const cursor = page.getByRole('slider', { name: 'Cursor' });
      await cursor.focus();
      await page.keyboard.press('ArrowLeft');
      // It stands still from then on, until it is moved.
      await cursor.getByText('before').waitFor();
      const at = await cursor.locator('b').innerText();
      await expect.poll(() => cursor.getAttribute('aria-valuetext')).toBe(at);
      await page.keyboard.press('Shift+ArrowLeft');
      await expect.poll(() => cursor.getAttribute('aria-valuetext')).not.toBe(at);
      await expect.poll(() => shownMs(page)).toBe(120_000);
      await page.keyboard.press('+');
      await expect.poll(() => shownMs(page)).toBe(60_000);
      await page.keyboard.press('Escape');
      await expect.poll(() => shownMs(page)).toBe(120_000);
      expect(await violations(page)).toEqual([]);
      for (const kind of ['CSV', 'PNG']) {
        const [download] = await Promise.all([page.waitForEvent('download'), save(page, kind)]);
        expect(download.suggestedFilename()).toMatch(new RegExp(`^trend-Bottling-line-3-.*\\.${kind.toLowerCase()}$`));
      }
      expect((desk.calls.find((it) => it.command === 'export_trend')?.args as { tags: string[] }).tags).toHaveLength(8);
    }));

  test('zooms by dragging, and the newest comes back', () =>
    on({}, SESSION, async ({ page }) => {
      await row(page, 'Conveyor.Speed').click();
      const plot = page.locator('.lane .u-over');
      await plot.waitFor();
      const box = (await plot.boundingBox())!;
      await expect.poll(() => shownMs(page)).toBe(120_000);
      await page.mouse.move(box.x + box.width * 0.3, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.6, box.y + 20, { steps: 5 });
      await page.mouse.up();
      // The three tenths that were dragged over, to the second.
      await expect.poll(() => shownMs(page)).toSatisfy((it: number) => Math.abs(it - 36_000) <= 2000);
      await page.locator('.trend-tools').getByRole('button', { name: 'Newest' }).click();
      await expect.poll(() => shownMs(page)).toBe(120_000);
      expect(await page.getByRole('button', { name: '2 min' }).getAttribute('aria-pressed')).toBe('true');
    }));
});

describe('curves', () => {
  test('end where the last frame does, though no other follows', () =>
    on({}, SESSION, async ({ page, desk }) => {
      await row(page, 'Conveyor.Speed').click();
      await expect.poll(() => page.locator('.lane .reading').innerText()).toMatch(/\d/);
      desk.state = 'paused';
      await page.getByRole('heading', { name: 'Paused' }).waitFor();
      // All that comes now comes right after the curves before.
      await page.evaluate(() => {
        const now = performance.now();
        performance.now = () => now;
      });
      for (const until of [Date.now() + 5000, Date.now() + 10_000]) {
        desk.push({ topic: 'trend', data: { session: 'bottling-line-3', until, lanes: [{ times: [until], values: [1] }] } });
        await expect.poll(() => page.getByRole('slider', { name: 'Cursor' }).getAttribute('aria-valuetext')).toBe(clock(until, true));
      }
      // What was heard of the session meanwhile did not open it again.
      expect(desk.calls.filter((it) => it.command === 'trend' && (it.args as OpenTrend).tags.length > 0)).toHaveLength(1);
    }));

  test.each([['en', 'values are missing: the service kept only the newest of them'], ['de', 'fehlen Werte: der Dienst hat davon nur die neuesten behalten']] as const)('that the service cut back say so, %s', (language, said) => {
    const cutAt = Date.now() - 30_000;
    const trend = ({ tags }: OpenTrend): Trend => ({
      session: 'bottling-line-3', lanes: tags.map((tag) => ({ tag, type: 'DINT', unit: '', isNotDrawn: false, cutAt, times: [cutAt - 600_000, cutAt], values: [1, 2] })),
    });
    return on({ answers: { trend }, settings: { language } }, SESSION, async ({ page }) => {
      await row(page, 'Conveyor.Speed').click();
      await page.getByText(`${clock(cutAt)} ${said}`).waitFor();
      expect(await violations(page)).toEqual([]);
    });
  });

  test('of what was never read are hatched, further and further', () => {
    const began = Date.now();
    const trend = ({ tags }: OpenTrend): Trend => ({
      session: 'bottling-line-3', lanes: tags.map((tag) => ({ tag, type: 'DINT', unit: '', isNotDrawn: false, cutAt: null, times: [began], values: [null] })),
    });
    return on({ state: 'paused', answers: { trend, older_trend: () => ({ points: { times: [], values: [] }, isWhole: true }) } }, SESSION, async ({ page, desk }) => {
      await row(page, 'Conveyor.Speed').click();
      /** The part of the lane's width that is drawn on, above its middle. */
      const drawn = (): Promise<number> => page.locator('.lane canvas').evaluate((it) => {
        const { width, height } = it as HTMLCanvasElement;
        const line = (it as HTMLCanvasElement).getContext('2d')!.getImageData(0, height >> 2, width, 1).data;
        return line.filter((alpha, i) => i % 4 === 3 && alpha > 0).length / width;
      });
      await expect.poll(() => page.getByRole('slider', { name: 'Cursor' }).getAttribute('aria-valuetext')).toBe(clock(began, true));
      expect(await drawn()).toBeLessThan(0.05);
      for (const [until, part] of [[began + 60_000, 0.1], [began + 115_000, 0.2]] as const) {
        desk.push({ topic: 'trend', data: { session: 'bottling-line-3', until, lanes: [{ times: [], values: [] }] } });
        await expect.poll(drawn).toBeGreaterThan(part);
      }
    });
  });
});

describe('the state', () => {
  test('that comes of an act takes the focus, not another act', () =>
    on({ state: 'waiting' }, SESSION, async ({ page, desk }) => {
      const focused = (): Promise<string | null | undefined> => page.evaluate(() => document.activeElement?.textContent);
      await page.getByRole('button', { name: 'Try now' }).press('Enter');
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      await expect.poll(focused).toBe('Live');
      await page.keyboard.press('Enter');
      expect(desk.calls.some((it) => it.command === 'pause' || it.command === 'stop_session')).toBe(false);
    }));

  test('follows pause, going on and stopping; stopping asks first', () =>
    on({}, SESSION, async ({ page, desk }) => {
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      // The button becomes another one: the focus stays.
      const focused = (): Promise<string | null | undefined> => page.evaluate(() => document.activeElement?.textContent);
      await page.getByRole('button', { name: 'Pause' }).press('Enter');
      await page.getByRole('heading', { name: 'Paused' }).waitFor();
      await expect.poll(focused).toBe('Resume');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      await expect.poll(focused).toBe('Pause');
      await page.getByRole('button', { name: 'Stop session' }).click();
      const dialog = page.getByRole('dialog', { name: 'Stop this session?' });
      await dialog.waitFor();
      expect(await violations(page)).toEqual([]);
      await expect.poll(focused).toBe('Cancel');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(desk.calls.some((it) => it.command === 'stop_session')).toBe(false);
      await page.getByRole('button', { name: 'Stop session' }).click();
      await dialog.getByRole('button', { name: 'Stop session' }).click();
      await page.getByRole('heading', { name: 'Stopped' }).waitFor();
      await dialog.waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    }));

  test('is kept in its place: header and strip have the same height in every state', () =>
    on({}, SESSION, async ({ page, desk }) => {
      const heights = async (): Promise<(number | undefined)[]> => [(await page.locator('.state-head').boundingBox())?.height, (await page.locator('.health').boundingBox())?.y];
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      const live = await heights();
      // The state can be read from two metres away: its field is as tall as the header.
      expect((await page.locator('.state-head .mark').boundingBox())?.height).toBeGreaterThanOrEqual(live[0]! - 1);
      for (const state of ['waiting', 'fault', 'paused'] as const) {
        desk.state = state;
        await page.locator(`.state-head[data-state="${state}"]`).waitFor();
        expect(await heights()).toEqual(live);
      }
    }));
});

describe('the header', () => {
  test('folds to one line when all is well for a while, and values stand in the upper third; what is not well unfolds it', () =>
    on({}, { ...SESSION, folds: true }, async ({ page, desk }) => {
      const head = page.locator('.state-head');
      const top = async (): Promise<number> => (await page.locator('.grid .body .row:not([hidden])').first().boundingBox())!.y;
      await row(page, 'Line.State').waitFor();
      expect(await page.locator('.health').count()).toBe(1);
      await expect.poll(() => page.locator('.state-head.folded').count(), { timeout: 60_000 }).toBe(1);
      expect(await top()).toBeLessThan(800 / 3);
      expect(await head.innerText()).toMatch(/^Live[^]*430 of 432 tags[^]*58 ms a scan/);
      expect(await violations(page)).toEqual([]);
      desk.state = 'waiting';
      await page.locator('.state-head[data-state="waiting"]:not(.folded)').waitFor();
      expect(await page.locator('.health').count()).toBe(1);
    }), 120_000);

  test('folds and unfolds as a person wants it, and stays so', () =>
    on({}, { ...SESSION, folds: true, size: { width: 1024, height: 768 } }, async ({ page, desk }) => {
      await page.getByRole('button', { name: 'Fold the figures' }).press('Enter');
      await page.locator('.state-head.folded').waitFor();
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Show all figures');
      await page.reload();
      await page.locator('.state-head.folded').waitFor();
      const inside = await page.locator('.state-head').evaluate((it) => it.scrollHeight <= it.clientHeight + 1 && it.scrollWidth <= it.clientWidth + 1);
      expect(inside).toBe(true);
      desk.state = 'fault';
      await page.locator('.state-head[data-state="fault"]:not(.folded)').waitFor();
      desk.state = 'live';
      await page.getByRole('button', { name: 'Show all figures' }).click();
      await page.locator('.health').waitFor();
    }));
});

describe('the connection', () => {
  test('that is lost is said, and comes back by itself', async () => {
    await on({}, SESSION, async ({ page, desk, errors }) => {
      const speed = row(page, 'Conveyor.Speed').locator('.val');
      const reading = page.locator('.lane .reading');
      await row(page, 'Conveyor.Speed').click();
      await expect.poll(() => reading.innerText()).toMatch(/\d/);
      desk.away = true;
      desk.drop();
      await Promise.all([
        page.getByText('The connection to Tagbridge is lost.').waitFor(),
        page.getByRole('heading', { name: 'Unknown' }).waitFor(),
      ]);
      desk.away = false;
      await page.getByText('The connection to Tagbridge is lost.').waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      // What was open is open again: values change, in the table and in the trend.
      for (const it of [speed, reading]) {
        const before = await it.textContent();
        await expect.poll(() => it.textContent()).not.toBe(before);
      }
      errors.length = 0;
    });
  });

  test('with a token that is not valid is refused in words', () =>
    on({}, {}, async ({ page }) => {
      await page.evaluate(() => sessionStorage.setItem('token', 'another'));
      await page.reload();
      await page.getByText('This address is not valid any more.').waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('keeps the token out of the address', () =>
    on({}, SESSION, async ({ page }) => {
      expect(page.url()).not.toContain('token');
    }));
});
