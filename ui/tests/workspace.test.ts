// The workspace of a session: the space for rows, the side pane, complete values, reasons, and consistency.

import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { AskAnswer, Session } from '../src/bindings/desk';
import { violations } from './axe';
import { figures, go, on, withBrowser } from './browser';
import type { Scene } from './fake/desk';
import { row } from './table';

withBrowser();

const SMALL = { width: 1366, height: 768 };
const LANGUAGES = ['en', 'de'] as const;

/** The completely visible rows of the table. */
const whole = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { bottom } = document.querySelector('.grid')!.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('.grid .body .row:not([hidden])')].filter((it) => it.getBoundingClientRect().bottom <= bottom + 1).length;
  });

describe('at 1366 by 768', () => {
  test.each(LANGUAGES)('at least twenty rows are visible next to the side pane, %s', (language) =>
    on({ settings: { language }, answers: { time_line: () => ({ from: Date.now() - 600_000, until: Date.now(), gaps: [], incidents: [] }) }, others: (it) => [{ ...it, name: 'second', projectName: 'Palletiser 2' }] }, { size: SMALL, place: 'session' }, async ({ page }) => {
      await page.locator('nav.sessions').getByRole('button', { name: 'Bottling line 3' }).click();
      await row(page, 'Line.State').waitFor();
      await page.locator('.time-line').waitFor();
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await page.locator('.side-body').waitFor();
        expect(await whole(page)).toBeGreaterThanOrEqual(20);
      }
    }));
});

/** The longest values, and names that differ only at their end. */
const LONG: Scene['retag'] = (tag) => {
  if (tag.name === 'Conveyor.Speed') return { at: () => 30.042746543884277, type: 'LREAL' };
  if (tag.name === 'Capper.TorqueActual') return { at: () => -0.010790312345678901, type: 'LREAL' };
  if (tag.name === 'Filler.BowlLevel') return { at: () => 1.2345678901234567e-12, type: 'LREAL' };
  if (tag.name === 'Program:Main.Batch.SerialNo') return { at: () => 9007199254740991 };
  if (tag.name === 'Filler.RecipeName') return { at: () => 'Still water 0.5 L, returnable, green crate' };
  return {};
};

/** Values, units and headings that are wider than their elements. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.grid .body .row:not([hidden]) :is(.val, .raw, .unit, .age, .time), .grid .head [data-column] > :first-child, .lane .reading, .gauge :is(dt, .v, .s), h1, h2:not(.cut), h3, .side-tabs [role="tab"], .toolbar :is(.button, .chip), .status :is(h1, strong), .top .pace, .inspector dd, .reading-large, .why-link b, .answer-tags td')]
      .filter((it) => getComputedStyle(it).visibility !== 'hidden' && it.clientWidth > 2 && !it.closest('.unseen, [hidden]') && it.scrollWidth > it.clientWidth + 1)
      .map((it) => `${it.className} “${it.textContent?.trim()}”: ${it.scrollWidth} > ${it.clientWidth}`));

describe.each([[1366, 768], [1920, 1080], [1280, 800]])('at %i by %i', (width, height) => {
  test.each(LANGUAGES)('no value, unit or heading is cut, %s', (language) =>
    on({ settings: { language }, retag: LONG }, { size: { width, height }, place: 'session' }, async ({ page }) => {
      await row(page, 'Line.State').waitFor();
      for (const tag of ['Conveyor.Speed', 'Capper.TorqueActual']) await row(page, tag).click({ modifiers: ['ControlOrMeta'] });
      await page.locator('.lane').nth(1).waitFor();
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await page.waitForTimeout(300);
        expect(await cut(page)).toEqual([]);
      }
      await figures(page);
      expect(await cut(page)).toEqual([]);
      await page.keyboard.press('Escape');
      for (const place of ['projects', 'connect', 'diagnostics', 'settings']) {
        await go(page, place);
        await page.locator('main h1').first().waitFor();
        expect(await cut(page), place).toEqual([]);
      }
    }));
});

test('a value that does not fit is rounded and marked, and its title contains all of it', () =>
  on({ retag: LONG }, { size: SMALL, place: 'session' }, async ({ page }) => {
    const speed = row(page, 'Conveyor.Speed').locator('.val');
    await expect.poll(() => speed.innerText()).toMatch(/^≈ 30\.04\d+$/);
    expect(await speed.getAttribute('title')).toBe('30.042746543884277');
    await expect.poll(() => row(page, 'Filler.RecipeName').locator('.val').innerText()).toMatch(/^Still.*….*crate$/);
  }));

test('names that differ only at their end stay distinguishable in tabs and in the overview', () => {
  const names = Array.from({ length: 20 }, (_, i) => `Compressed air and cooling water, utilities building, line ${i + 10}`);
  const change = (it: Session): Session => ({ ...it, projectName: names[0]! });
  const others = (it: Session): Session[] => names.slice(1).map((projectName, i) => ({ ...it, name: `s${i}`, project: `x${i}`, projectName }));
  return on({ change, others }, { size: SMALL, place: 'session' }, async ({ page }) => {
    const tabs = page.locator('nav.sessions button:not(:first-child)');
    await expect.poll(() => tabs.count()).toBe(20);
    const ends = (all: Element[]): (string | undefined)[] => all.filter((it) => it.scrollWidth <= it.clientWidth + 1).map((it) => it.textContent?.trim());
    expect(new Set(await tabs.locator('.middle-end').evaluateAll(ends)).size).toBe(20);
    await page.locator('nav.sessions button').first().click();
    const rows = page.locator('.row-name .t1 .middle-end');
    await expect.poll(() => rows.count()).toBe(20);
    expect(new Set(await rows.evaluateAll(ends)).size).toBe(20);
  });
});

describe('the side pane', () => {
  const SESSION = { size: SMALL, place: 'session' };

  test('is used, resized and closed by keyboard, and keeps its state', () =>
    on({}, SESSION, async ({ page }) => {
      await row(page, 'Line.State').click();
      await page.getByRole('tab', { name: 'Trend' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('heading', { name: /Line\.State is off/ }).waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('complementary', { name: 'Details of the tag' }).waitFor();
      expect(await violations(page)).toEqual([]);
      const handle = page.getByRole('separator', { name: 'Size of the pane' });
      const width = async (): Promise<number> => (await page.locator('.side').boundingBox())!.width;
      const before = await width();
      await handle.focus();
      await page.keyboard.press('ArrowLeft');
      await expect.poll(width).toBeGreaterThan(before);
      await page.keyboard.press('Escape');
      await expect.poll(width).toBeLessThan(60);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treegrid');
      expect(await violations(page)).toEqual([]);
      await page.reload();
      await row(page, 'Line.State').waitFor();
      expect(await width()).toBeLessThan(60);
      await row(page, 'Line.State').dblclick();
      await page.getByRole('complementary', { name: 'Details of the tag' }).waitFor();
      expect(await width()).toBeGreaterThan(before);
    }));

  test('is below the table if the user moves it there', () =>
    on({}, SESSION, async ({ page }) => {
      await page.getByRole('button', { name: 'View' }).click();
      await page.getByRole('group', { name: 'Side pane' }).getByRole('button', { name: 'Below' }).click();
      const [table, side] = await Promise.all(['.stage', '.side'].map((it) => page.locator(it).boundingBox()));
      expect(side!.y).toBeGreaterThanOrEqual(table!.y + table!.height - 1);
      expect(await violations(page)).toEqual([]);
    }));

  test('has a larger size by one click, and the table keeps its names', () =>
    on({}, { ...SESSION, size: { width: 1024, height: 768 } }, async ({ page }) => {
      await row(page, 'Line.State').click();
      const width = async (what: string): Promise<number> => (await page.locator(what).first().boundingBox())!.width;
      const before = await width('.side');
      await page.getByRole('button', { name: 'Larger pane' }).click();
      await expect.poll(() => width('.side')).toBeGreaterThan(before);
      expect(await width('.grid .head [data-column="name"]')).toBeGreaterThan(100);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Larger pane' }).click();
      await expect.poll(() => width('.side')).toBe(before);
    }));

  test('closed by Escape it returns the focus to the previous element', () =>
    on({}, SESSION, async ({ page }) => {
      await page.getByRole('searchbox').focus();
      await page.keyboard.press('Control+k');
      await expect.poll(() => page.getByRole('textbox', { name: 'Question about the project' }).evaluate((it) => it === document.activeElement)).toBe(true);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('searchbox').evaluate((it) => it === document.activeElement)).toBe(true);
    }));
});

test('the row height for touch panels and for desks can be selected', () =>
  on({}, { size: SMALL, place: 'session' }, async ({ page, desk }) => {
    const height = async (): Promise<number> => (await row(page, 'Line.State').boundingBox())!.height;
    await expect.poll(height).toBe(26);
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('group', { name: 'Rows' }).getByRole('button', { name: 'Plant' }).click();
    await expect.poll(height).toBe(48);
    expect(desk.settings.largeTargets).toBe(true);
  }));

test('Why? follows the chain to an input that the logic does not write, collapsed after three, with drawn rungs', () =>
  on({}, { size: SMALL, place: 'session' }, async ({ page, desk }) => {
    await row(page, 'Line.State').click();
    await page.getByRole('tab', { name: 'Why?' }).click();
    const panel = page.getByRole('complementary', { name: 'Why?' });
    await panel.locator('.rung .coil').first().waitFor();
    expect(await panel.locator('.why-chain li').count()).toBe(3);
    expect(await panel.locator('.why-chain li').first().innerText()).toMatch(/Pump1_Permit[^]*FALSE[^]*\d s old[^]*Main\/Ladder, rung 0/);
    await panel.getByText('Timer: 1 s of 5 s.').waitFor();
    await panel.getByRole('button', { name: '1 more link' }).click();
    expect(await panel.locator('.why-chain li').last().innerText()).toMatch(/Tank1_LowLevel[^]*TRUE[^]*Nothing writes it/);
    expect(await panel.innerText()).not.toMatch(/XIC|OTE|snapshot|UTC/);
    expect(await violations(page)).toEqual([]);
    // A link opens its own reasons.
    await panel.getByRole('button', { name: 'Pump1_Permit' }).click();
    await expect.poll(() => desk.calls.findLast((it) => it.command === 'why')?.args).toEqual({ session: 'bottling-line-3', tag: 'Pump1_Permit' });
  }));

describe('consistency', () => {
  test('a row has the value, the quality and the age of one moment', () => {
    // It changes every four seconds, and its age is the time since then.
    const changed = (): number => Math.floor(Date.now() / 4000);
    const retag: Scene['retag'] = (tag) => (tag.name === 'Packer.Axis[2].Position' ? { at: () => changed(), quality: 'good', reason: 'slow' } : {});
    return on({ retag }, { size: SMALL, place: 'session' }, async ({ page }) => {
      const it = row(page, 'Packer.Axis[2].Position');
      await it.waitFor();
      const ages = await it.evaluate((element) => {
        const [value, age] = [element.querySelector('.val')!, element.querySelector('.age')!];
        const ages: number[] = [];
        new MutationObserver(() => requestAnimationFrame(() => ages.push(parseFloat(age.textContent ?? '')))).observe(value, { childList: true, characterData: true, subtree: true });
        (globalThis as unknown as { ages: number[] }).ages = ages;
        return ages;
      });
      expect(ages).toEqual([]);
      await expect.poll(() => page.evaluate(() => (globalThis as unknown as { ages: number[] }).ages.length)).toBeGreaterThanOrEqual(2);
      for (const age of await page.evaluate(() => (globalThis as unknown as { ages: number[] }).ages)) expect(age).toBeLessThan(1);
    });
  });

  test('the controller is selected for the project that the bar names', () =>
    on({}, { place: 'connect' }, async ({ page }) => {
      await page.locator('.top .project').getByText('Bottling').waitFor();
      await page.getByLabel('IP address or host name').waitFor();
      expect(await page.getByText('No project chosen').count()).toBe(0);
    }));

  test('a session that was live before the connection was lost is shown as last seen live', () =>
    on({}, { place: 'session' }, async ({ page, desk, errors }) => {
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      await page.clock.install();
      desk.away = true;
      desk.drop();
      await page.getByRole('heading', { name: 'Unknown' }).waitFor();
      await page.clock.fastForward(60_000);
      await page.locator('.state-line').getByText('Last seen: Live').waitFor();
      errors.length = 0;
    }));

  test('values that are not read now are grey, with their reason and their age', () =>
    on({}, { place: 'session' }, async ({ page, desk }) => {
      await row(page, 'Conveyor.Speed').click();
      await page.getByRole('tab', { name: 'Details' }).click();
      const [value, age] = [row(page, 'Conveyor.Speed').locator('.val'), row(page, 'Conveyor.Speed').locator('.age')];
      const weight = (): Promise<string> => value.evaluate((it) => getComputedStyle(it).fontWeight);
      await expect.poll(weight).toBe('600');
      desk.state = 'waiting';
      await row(page, 'Conveyor.Speed').getByText('Not connected').waitFor();
      expect([await weight(), await value.innerText()]).toEqual(['400', expect.stringMatching(/^\d/)]);
      const seconds = async (): Promise<number> => Number((await age.innerText()).replace(' s', ''));
      const before = await seconds();
      await expect.poll(seconds).toBeGreaterThan(before + 1);
      await page.getByRole('complementary', { name: 'Details of the tag' }).getByText(/^Not connected, \d+\.\d s old$/).waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('a suggested question is asked by one click, and the answer does not repeat it as text', () => {
    const ask = ({ question }: { question: string | null }): AskAnswer => ({ status: 'answer', text: `About ${question}\nAsk next: “What turns Run off?” · “What depends on Run?”`, cited: [], citedOf: null, tags: [], askedBack: [], conversation: 'c', version: 'v', tokens: [0, 0] });
    return on({ answers: { ask } }, { size: SMALL, place: 'session' }, async ({ page, desk }) => {
      await page.getByRole('tab', { name: 'Ask' }).click();
      const panel = page.getByRole('complementary', { name: 'Ask' });
      await page.getByRole('textbox', { name: 'Question about the project' }).fill('What is Run?');
      await page.keyboard.press('Enter');
      await panel.getByText('About What is Run?').waitFor();
      expect(await panel.getByText('Ask next:').count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      await panel.getByRole('button', { name: 'What turns Run off?' }).click();
      await panel.getByText('About What turns Run off?').waitFor();
      expect(desk.calls.filter((it) => it.command === 'ask').map((it) => (it.args as { question: string }).question)).toEqual(['What is Run?', 'What turns Run off?']);
    });
  });

  test('a second question waits for the first, which can be cancelled', () => {
    const answers: ((text: string) => void)[] = [];
    const answer = (text: string): AskAnswer => ({ status: 'answer', text: `${text} The values are those of snapshot 51837. Its scan began at 2026-11-21 08:47:00 UTC.`, cited: [], citedOf: null, tags: [], askedBack: [], conversation: 'c', version: 'v', tokens: [0, 0] });
    const ask = (): Promise<AskAnswer> => new Promise((resolve) => answers.push((text) => resolve(answer(text))));
    return on({ answers: { ask } }, { size: SMALL, place: 'session' }, async ({ page, desk }) => {
      await page.getByRole('tab', { name: 'Ask' }).click();
      const [panel, input] = [page.getByRole('complementary', { name: 'Ask' }), page.getByRole('textbox', { name: 'Question about the project' })];
      for (const question of ['First?', 'Second?']) {
        await input.fill(question);
        await page.keyboard.press('Enter');
      }
      await panel.getByText('Waits until the question above is answered').waitFor();
      expect(answers.length).toBe(1);
      answers[0]!('One.');
      await panel.getByText('One.').waitFor();
      await expect.poll(() => answers.length).toBe(2);
      await panel.getByRole('button', { name: 'Stop', exact: true }).click();
      await panel.getByText('You stopped this question.').waitFor();
      expect(desk.calls.some((it) => it.command === 'cancel_ask')).toBe(true);
      // Another tab cancels and discards nothing; numbers are in the collapsed part, times are local.
      await page.getByRole('tab', { name: 'Trend' }).click();
      await page.getByRole('tab', { name: 'Ask' }).click();
      await panel.getByText('One.').waitFor();
      expect(await panel.innerText()).not.toMatch(/UTC|51837|No language model/);
      await panel.locator('summary').click();
      await panel.getByText('Scan no. 51837').waitFor();
    });
  });

  test('a disabled button is readable, under the pointer too', () =>
    on({}, { size: SMALL, place: 'session' }, async ({ page }) => {
      await page.getByRole('tab', { name: 'Ask' }).click();
      await page.getByRole('button', { name: 'Ask', exact: true }).last().hover({ force: true });
      const colours = await page.getByRole('button', { name: 'Ask', exact: true }).last().evaluate((it) => { const { color, backgroundColor } = getComputedStyle(it); return { color, backgroundColor, disabled: (it as HTMLButtonElement).disabled }; });
      expect(colours).toMatchObject({ disabled: true, backgroundColor: 'rgba(0, 0, 0, 0)' });
    }));

  test('the title of the window contains the state and the project', () =>
    on({}, { place: 'session' }, async ({ page, desk }) => {
      await expect.poll(() => page.title()).toBe('Live: Bottling line 3 – Session – Tagbridge');
      desk.state = 'paused';
      await expect.poll(() => page.title()).toBe('Paused: Bottling line 3 – Session – Tagbridge');
    }));
});

test('the findings for a tag are a tab of the side pane, with links to the logic', () =>
  on({}, { size: SMALL, place: 'session' }, async ({ page }) => {
    await row(page, 'Line.State').click();
    await page.getByRole('tab', { name: 'Findings' }).click();
    const pane = page.getByRole('complementary', { name: 'Findings' });
    await pane.getByRole('button', { name: 'Run analysis' }).click();
    const rows = pane.locator('ul.rows button');
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Line.State')]);
    await row(page, 'Conveyor.Speed').click();
    await pane.getByText('No finding names Conveyor.Speed.').waitFor();
    await pane.getByRole('button', { name: 'The project (63)' }).click();
    await expect.poll(() => rows.count()).toBe(50);
    expect(await violations(page)).toEqual([]);
    await pane.getByRole('link', { name: 'All findings' }).click();
    await page.getByText(/^63 of 63 findings/).waitFor();
  }));
