// The differences between two versions of a project, with a fake desk: drawn side by side, by keyboard, in both languages.

import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { violations } from './axe';
import type { Preflight } from '../src/bindings/desk';
import { on, withBrowser } from './browser';
import * as code from './fake/code';
import { Refusal } from './fake/desk';
import * as views from './fake/views';

withBrowser();

async function open(page: Page, [logic, differences]: [string, string] = ['Logic', 'Compare']): Promise<void> {
  await page.getByRole('button', { name: 'Bottling line 3' }).click();
  await page.getByRole('button', { name: logic, exact: true }).click();
  await page.getByRole('button', { name: differences, exact: true }).click();
  await page.locator('.compared .piece').first().waitFor();
}

const rows = (page: Page): Promise<string[]> => page.locator('.compare-split nav .rows li').allInnerTexts().then((all) => all.map((it) => it.replaceAll(/\s+/g, ' ').trim()));

test('changes of behaviour are listed before others, each drawn before and after', () =>
  on({}, {}, async ({ page, desk }) => {
    await open(page);
    expect(desk.calls.findLast((it) => it.command === 'compare_code')?.args).toEqual({ from: { project: 'p1', version: 26 }, to: { project: 'p1', version: null } });
    expect(await rows(page)).toEqual([
      '+ A condition was added: XIC(Stop) Main/Ladder, rung 0', '≠ Another operand: MOV: 5 → 6 Main/Text, line 1',
      '≠ A tag has another type: Line.Speed: DINT → REAL', '= Renamed: Run_Line → Run',
    ]);
    expect(await page.locator('nav .group h2').allInnerTexts()).toEqual(['Behaviour changes', 'Behaviour stays the same']);
    // Only the added contact is marked.
    const differs = page.locator('.piece.differs');
    await expect.poll(() => differs.count()).toBe(1);
    expect(await differs.innerText()).toContain('Stop');
    expect(await page.getByRole('region', { name: 'Before' }).locator('.contact').count()).toBe(1);
    expect(await page.getByRole('region', { name: 'After' }).locator('.contact').count()).toBe(2);
    // No value is drawn: it would belong to another version.
    expect(await page.locator('.compared .wire:is(.on, .off, .unknown)').count()).toBe(0);
    await page.getByRole('button', { name: 'Show in the code' }).click();
    await page.locator('.rung.marked[data-rung="0"]').waitFor();
  }));

test('the differences are selected by keyboard', () =>
  on({}, {}, async ({ page }) => {
    await open(page);
    await page.getByRole('navigation', { name: 'Differences' }).getByRole('button', { name: /A condition was added/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('.st .differs').count()).toBe(2);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('.turned dd').allInnerTexts()).toEqual(['DINT', 'REAL']);
    await page.getByRole('navigation', { name: 'Pages of the project' }).getByRole('link', { name: 'Logic' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.compare-split').count()).toBe(0);
    // After the comparison, the user returns to the code.
    await page.locator('.code-split .rung .coil').first().waitFor();
  }));

test('equal versions show no differences, and the reason why versions cannot be compared', () =>
  on({ answers: { compare_code: ({ from }: { from: { version: number | null } }) => {
    if (from.version === 26) return { changes: [], of: 0, gaps: [{ code: 'logic-gap-partial' }] };
    throw new Error('no');
  } } }, {}, async ({ page }) => {
    await page.getByRole('button', { name: 'Bottling line 3' }).click();
    await page.getByRole('button', { name: 'Logic', exact: true }).click();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText('No differences').waitFor();
    expect(await violations(page)).toEqual([]);
  }));

test('an older version in the list of versions is compared with the current one', () => {
  const versions = [3, 2, 1].map((number) => ({ number, fileName: `LINE3_${number}.L5X`, createdAt: Date.now() - number * 86_400_000, isCurrent: number === 3, request: null }));
  return on({ answers: { versions: () => versions } }, {}, async ({ page, desk }) => {
    await page.getByRole('button', { name: 'Bottling line 3' }).click();
    await page.getByRole('button', { name: 'Versions…' }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Compare version 1 with the current one' }).click();
    await page.getByRole('heading', { name: 'Compare versions' }).waitFor();
    await expect.poll(() => desk.calls.findLast((it) => it.command === 'compare_code')?.args).toMatchObject({ from: { version: 1 }, to: { version: null } });
    // On the page, too.
    await page.getByRole('button', { name: 'All versions…' }).click();
    await page.getByRole('button', { name: 'Compare version 2 with the current one' }).click();
    await expect.poll(() => desk.calls.findLast((it) => it.command === 'compare_code')?.args).toMatchObject({ from: { version: 2 }, to: { version: null } });
    // A later visit starts with the version before the current one.
    await page.getByRole('link', { name: 'All projects' }).click();
    await page.getByRole('link', { name: 'Compare versions' }).click();
    await expect.poll(() => desk.calls.findLast((it) => it.command === 'compare_code')?.args).toMatchObject({ from: { version: 2 }, to: { version: null } });
  });
});

test('the controller is read on request, and without a response no differences are shown', () => {
  let answers = true;
  const preflight = ({ endpoint }: { endpoint: string }): Preflight => {
    if (!answers) throw new Refusal({ error: 'unreachable', message: 'no response', remedy: 'look at the cable' });
    return { ...views.preflight(endpoint), fit: 'differs', differences: [{ subject: 'Count', text: views.coded('preflight-no-such-tag') }] };
  };
  return on({ answers: { preflight } }, {}, async ({ page, desk }) => {
    await open(page);
    expect(desk.calls.filter((it) => it.command === 'preflight')).toEqual([]);
    await page.getByRole('combobox', { name: 'After' }).selectOption('controller');
    await page.getByText('The controller differs from the project in 1 place.').waitFor();
    await page.getByText(/^Compared at \d\d:\d\d:\d\d$/).waitFor();
    await page.getByText(/Count/).waitFor();
    expect(await violations(page)).toEqual([]);
    answers = false;
    await page.getByRole('button', { name: 'Compare again' }).click();
    await page.getByText('no response').waitFor();
    expect(await page.getByText(/The controller differs|Compared at/).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });
});

const ONE = { one: ['There is only one version', /^Open the changed project file in “Projects”: it becomes the next version/, 'No other version', 'Before'], other: ['Es gibt nur eine Version', /Laden Sie die geänderte Projektdatei/, 'Wählen', 'Vorher'] } as const;
test.each(['one', 'other'] as const)('with a single version the screen shows how to add another: next to %s project', (which) =>
  on({ settings: { language: which === 'one' ? 'en' : 'de' }, service: { ...views.SERVICE, kind: which === 'one' ? 'builtIn' : 'remote' }, answers: { versions: () => [{ number: 1, fileName: 'LINE3_PLC.L5X', createdAt: Date.now(), isCurrent: true, request: null }] } }, {}, async ({ page, desk }) => {
    await page.getByRole('button', { name: 'Bottling line 3' }).click();
    await page.getByRole('button', { name: /^(Logic|Logik)$/ }).click();
    await page.locator('.rung .coil').first().waitFor();
    if (which === 'one') desk.scene.answers = { ...desk.scene.answers, projects: () => ({ projects: [], nextCursor: null }) };
    await page.getByRole('button', { name: /^(Compare|Vergleichen)$/ }).click();
    const [title, next, chosen, before] = ONE[which];
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByText(next).waitFor();
    expect(await page.getByRole('combobox', { name: before }).locator('option:checked').innerText()).toBe(chosen);
    expect(desk.calls.filter((it) => it.command === 'compare_code')).toEqual([]);
    expect(await violations(page)).toEqual([]);
  }));

describe.each([[900, 600], [1024, 768], [1920, 1080], [683, 384]])('%i by %i', (width, height) => {
  test.each(['en', 'de'] as const)('differences, %s', (language) =>
    on({ settings: { language } }, { size: { width, height } }, async ({ page }) => {
      await open(page, language === 'de' ? ['Logik', 'Vergleichen'] : undefined);
      const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth
        && [...document.querySelectorAll('.bar, .sub-bar, .foot, .top')].every((it) => it.scrollWidth <= it.clientWidth + 1));
      expect(fits).toBe(true);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), colorScheme).toEqual([]);
      }
      expect(code.CHANGES.of).toBe((await rows(page)).length);
    }));
});
