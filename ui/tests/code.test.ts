// A project's logic and the questions about it, with a fake desk: the drawing, by keyboard, in both languages.

import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { AskAnswer, CodeName, DrawnRoutine, LadderPiece, OpenRoutine } from '../src/bindings/desk';
import { clock } from '../src/format';
import { violations } from './axe';
import { on, withBrowser } from './browser';
import * as code from './fake/code';
import { Refusal } from './fake/desk';
import { detail, projects } from './fake/views';

withBrowser();

const ANSWER: AskAnswer = { status: 'answer', text: '', cited: [], citedOf: null, tags: [], askedBack: [], conversation: 'cnv_1', version: 'ver_1', tokens: [0, 0] };

async function open(page: Page, logic = 'Logic'): Promise<void> {
  await page.getByRole('button', { name: 'Bottling line 3' }).click();
  await page.getByRole('button', { name: logic, exact: true }).click();
  await page.locator('.rung .coil').first().waitFor();
}

/** The power flow into each coil. */
const coils = (page: Page): Promise<string[]> => page.locator('.symbol-piece:has(> .coil) > .wire.left').evaluateAll((all) => all.map((it) => it.classList[2] ?? ''));

test('power flow is drawn, unknown states are hatched, and after a lost connection no power flow is drawn', () =>
  on({}, {}, async ({ page, desk }) => {
    await open(page);
    await expect.poll(() => coils(page)).toEqual(['on', 'unknown']);
    await page.getByText(/ old, all of one scan; 4 of 6 read$/).waitFor();
    await page.getByRole('button', { name: 'Stop: FALSE; passes: off' }).waitFor();
    await page.getByRole('button', { name: 'Hidden: not read; passes: unknown' }).waitFor();
    // A compare instruction is highlighted if it is true, not if it is only powered.
    expect(await page.locator('.boxed').evaluateAll((all) => all.map((it) => [it.querySelector('strong')?.textContent, it.classList.contains('lit')]))).toEqual([['LES', false], ['GRT', true]]);
    // Shown tags that no session reads are requested.
    await expect.poll(() => desk.calls.findLast((it) => it.command === 'ask_for_tags')?.args).toEqual({ project: 'p1', tags: ['Hidden', 'Lamp'] });
    desk.state = 'paused';
    await page.getByText('Not read now (Session paused): the drawing shows no values.').waitFor();
    expect(await coils(page)).toEqual(['plain', 'plain']);
    desk.state = 'live';
    await expect.poll(() => coils(page)).toEqual(['on', 'unknown']);
    desk.away = true;
    desk.drop();
    await expect.poll(() => coils(page)).toEqual(['plain', 'plain']);
    expect(await page.locator('.rung .lit, .rung .value:not(:empty)').count()).toBe(0);
    desk.away = false;
    await expect.poll(() => coils(page)).toEqual(['on', 'unknown']);
  }));

test('from the project to the reason by keyboard', () =>
  on({}, {}, async ({ page, desk }) => {
    await page.getByRole('button', { name: 'Bottling line 3' }).click();
    await page.getByRole('button', { name: 'Logic', exact: true }).focus();
    await page.keyboard.press('Enter');
    const tree = page.getByRole('group', { name: 'Contents of the project' });
    await tree.focus();
    for (const key of ['ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
    await expect.poll(() => tree.getByRole('button', { name: /Text/ }).isVisible()).toBe(false);
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.locator('.st .word', { hasText: 'THEN' }).waitFor();
    await page.locator('.st .remark', { hasText: '(* runs *)' }).waitFor();
    await page.locator('.st').getByRole('button', { name: 'Auto' }).focus();
    await page.keyboard.press('Enter');
    const references = page.getByRole('complementary', { name: 'Where used' });
    await references.getByRole('button', { name: 'Why?' }).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Ask' });
    await panel.getByRole('heading', { name: 'Why is Auto on?' }).waitFor();
    expect(desk.calls.findLast((it) => it.command === 'ask')?.args).toMatchObject({ project: 'p1', question: 'Why is Auto on?' });
    await panel.getByRole('button', { name: 'Place 1: Main/Ladder, Rung 0' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.rung.marked[data-rung="0"]').waitFor();
    await page.keyboard.press('Control+k');
    await expect.poll(() => panel.getByRole('textbox').evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
    // The user's previous place is shown again.
    await expect.poll(() => references.getByRole('button', { name: 'Why?' }).evaluate((it) => it === document.activeElement)).toBe(true);
  }));

describe('unknown states are not shown as known', () => {
  const routineWith = (now: Record<string, Partial<CodeName>>) => ({ routine: at, live }: OpenRoutine): DrawnRoutine => {
    const drawn = code.routine(at, live, null);
    const change = (it: CodeName): CodeName => ({ ...it, ...now[it.tag ?? ''] });
    const piece = (it: LadderPiece): LadderPiece => (it.kind === 'branch' ? { ...it, legs: it.legs.map((leg) => leg.map(piece)) } : it.kind === 'block' ? it : { ...it, operands: it.operands.map(change) });
    return { ...drawn, rungs: drawn.rungs.map((it) => ({ ...it, series: it.series.map((all) => all.map(piece)) })), lines: drawn.lines.map((it) => ({ ...it, pieces: it.pieces.map(change) })) };
  };

  test('an uncertain value has its mark, and a text is not formatted as a number', () => {
    const routine = routineWith({ Auto: { quality: 'uncertain' }, Stop: { value: '0012345', type: 'STRING' } });
    return on({ answers: { routine } }, {}, async ({ page }) => {
      await open(page);
      const value = page.locator('.symbol-piece', { has: page.getByRole('button', { name: 'Auto: TRUE (Uncertain); passes: on' }) }).locator('.value.uncertain');
      await value.locator('.q-uncertain').waitFor();
      expect(await value.innerText()).toBe('TRUE');
      await page.getByRole('button', { name: 'Stop: 0012345; passes: off' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: /Text/ }).click();
      const now = page.locator('.st .now');
      await now.locator('.q-uncertain').waitFor();
      expect(await now.getAttribute('class')).toBe('now uncertain');
      expect(await now.textContent()).toBe('Uncertain: TRUE');
      expect(await violations(page)).toEqual([]);
    });
  });

  test.each(['en', 'de'] as const)('the reason is asked for the current state, not for the selected one: %s', (language) => {
    const now: Record<string, Partial<CodeName>> = {};
    const asked = { en: ['Why is Run on?', 'Why is Run off?', 'What does Run depend on?'], de: ['Warum ist Run ein?', 'Warum ist Run aus?', 'Wovon hängt Run ab?'] }[language];
    return on({ settings: { language }, answers: { routine: (of) => routineWith(now)(of) } }, {}, async ({ page, desk }) => {
      await open(page, language === 'de' ? 'Logik' : 'Logic');
      const run = page.locator('.symbol-piece', { has: page.getByRole('button', { name: /^Run: / }) });
      await run.getByRole('button').click();
      const why = page.getByRole('button', { name: language === 'de' ? 'Warum?' : 'Why?' });
      for (const [i, it] of [{}, { value: 'false' }, { value: 'false', quality: 'uncertain' as const }].entries()) {
        now.Run = it;
        await expect.poll(() => run.getByRole('button').getAttribute('aria-label')).toMatch([/TRUE;/, /FALSE;/, /FALSE \(/][i]!);
        await why.click();
        await expect.poll(() => desk.calls.findLast((call) => call.command === 'ask')?.args).toMatchObject({ question: asked[i] });
      }
    });
  });

  test('a found tag that is not in the drawing is not shown as off', () =>
    on({}, {}, async ({ page, desk }) => {
      await open(page);
      await page.getByRole('searchbox', { name: 'Find' }).fill('Conveyor.DriveFault');
      await page.locator('.found button').first().click();
      await page.getByRole('button', { name: 'Why?' }).click();
      await expect.poll(() => desk.calls.findLast((it) => it.command === 'ask')?.args).toMatchObject({ question: 'What does Conveyor.DriveFault depend on?' });
    }));
});

test('the shown code belongs to the project whose name is above it', () => {
  let late: (() => void) | null = null;
  const opened = new Promise<void>((resolve) => { late = resolve; });
  return on({ answers: { open_project: async () => { await opened; return detail(projects(Date.now())[1]!, Date.now()); } } }, {}, async ({ page }) => {
    const top = page.locator('.top .fact').first();
    const panel = page.getByRole('complementary', { name: 'Ask' });
    // A question about the session; its answer is opened after another project was selected.
    await page.getByRole('link', { name: 'Session' }).click();
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await page.keyboard.press('Control+k');
    await panel.getByRole('textbox').fill('What starts the line?');
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Place 1: Main/Ladder, Rung 0' }).waitFor();
    await page.getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('button', { name: 'Glass inspection' }).click();
    await expect.poll(() => top.innerText()).toContain('Glass inspection');
    await panel.getByRole('button', { name: 'Place 1: Main/Ladder, Rung 0' }).click();
    await page.locator('.rung.marked[data-rung="0"]').waitFor();
    expect(await top.innerText()).toContain('Bottling line 3');
    await page.getByRole('link', { name: 'All projects' }).click();
    // A file that opens slowly, while the code of another project is shown.
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a project file…' }).click()]);
    await chooser.setFiles({ name: 'Line.L5X', mimeType: 'text/xml', buffer: Buffer.from('<RSLogix5000Content/>') });
    await page.getByText('Opening Line.L5X').waitFor();
    await page.getByRole('button', { name: 'Logic', exact: true }).click();
    await page.locator('.rung .coil').first().waitFor();
    late?.();
    await expect.poll(() => top.innerText()).not.toContain('Bottling line 3');
    expect(await page.locator('.rung').count()).toBe(0);
  });
});

test('an unanswerable question is reported, and a question in return has choices', () => {
  const back = { id: 'q_1', question: 'Which Speed?', why: '', options: ['Main.Speed', 'Other.Speed'] };
  const ask = ({ question, choice }: { question: string | null; choice: { option: number | null } | null }): AskAnswer =>
    choice ? { ...ANSWER, text: `It is chosen: ${choice.option}.` }
      : question === 'speed' ? { ...ANSWER, status: 'needs_input', text: '', askedBack: [back] }
        : { ...ANSWER, status: 'unresolved', text: 'The project does not tell the weather.' };
  return on({ answers: { ask } }, {}, async ({ page }) => {
    await page.keyboard.press('Control+k');
    const panel = page.getByRole('complementary', { name: 'Ask' });
    const type = async (text: string): Promise<void> => {
      await panel.getByRole('textbox').fill(text);
      await page.keyboard.press('Enter');
    };
    await panel.getByRole('textbox').waitFor();
    await type('weather');
    await panel.getByText('Not answered:').waitFor();
    await panel.getByText('The project does not tell the weather.').waitFor();
    await type('speed');
    await panel.getByRole('button', { name: 'Other.Speed' }).click();
    await panel.getByText('It is chosen: 1.').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

test('a question followed by another one is answered first, without text of the other answer', () => {
  const ends: ((text: string) => void)[] = [];
  const ask = (): Promise<AskAnswer> => new Promise((resolve) => ends.push((text) => resolve({ ...ANSWER, text })));
  return on({ answers: { ask } }, {}, async ({ page, desk }) => {
    await page.keyboard.press('Control+k');
    const panel = page.getByRole('complementary', { name: 'Ask' });
    const [first, second] = [panel.locator('.turn').nth(0), panel.locator('.turn').nth(1)];
    for (const question of ['first', 'second']) {
      await panel.getByRole('textbox').fill(question);
      await page.keyboard.press('Enter');
      await panel.getByRole('heading', { name: question }).waitFor();
    }
    await expect.poll(() => ends.length).toBe(1);
    desk.push({ topic: 'ask', data: { kind: 'text', data: 'Lamp is' } });
    await first.getByText('Lamp is').waitFor();
    expect(await second.innerText()).not.toContain('Lamp');
    ends[0]!('Lamp is off.');
    await first.getByText('Lamp is off.').waitFor();
    await expect.poll(() => ends.length).toBe(2);
    ends[1]!('Run is on.');
    await second.getByText('Run is on.').waitFor();
    expect(await first.innerText()).not.toMatch(/Run|Asking/);
  });
});

test('an answer from earlier values is marked and can be asked again; an answer about code alone is not marked', () => {
  const old = Date.now() - 60_000;
  let scan = old;
  const utc = (): string => new Date(scan).toISOString().replace('T', ' ').slice(0, 19);
  const ask = ({ question }: { question: string | null }): AskAnswer => ({
    ...ANSWER, text: question === 'What is it?' ? 'Run is on while Auto is on.' : `Run is on.\nThe values are those of snapshot 7. Its scan began at ${utc()} UTC.`,
  });
  return on({ answers: { ask } }, {}, async ({ page, desk }) => {
    await page.keyboard.press('Control+k');
    const panel = page.getByRole('complementary', { name: 'Ask' });
    const type = async (text: string): Promise<void> => {
      await panel.getByRole('textbox').fill(text);
      await page.keyboard.press('Enter');
    };
    const marks = panel.getByText(/^The values are from \d\d:\d\d:\d\d; they may have changed since\.$/);
    await type('What is it?');
    await panel.getByText('Run is on while Auto is on.').waitFor();
    await type('Why is Run on?');
    await panel.getByText(`The values are from ${clock(old)}; they may have changed since.`).waitFor();
    expect(await marks.count()).toBe(1);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
    scan = Date.now();
    await panel.getByRole('button', { name: 'Ask again' }).click();
    await expect.poll(() => panel.locator('.turn').count()).toBe(3);
    expect(desk.calls.filter((it) => it.command === 'ask').map((it) => (it.args as { question: string }).question)).toEqual(['What is it?', 'Why is Run on?', 'Why is Run on?']);
    // An answer from current values is not marked until they are outdated.
    expect(await marks.count()).toBe(1);
    await expect.poll(() => marks.count()).toBe(2);
  });
});

test('a key without permission to ask is reported, and can be replaced', () => {
  const ask = (): AskAnswer => { throw new Refusal({ error: 'permission_denied', message: 'the key lacks the permission ai_explain', remedy: '' }); };
  return on({ answers: { ask } }, {}, async ({ page }) => {
    await page.keyboard.press('Control+k');
    const panel = page.getByRole('complementary', { name: 'Ask' });
    await panel.getByRole('textbox').fill('weather');
    await page.keyboard.press('Enter');
    await panel.getByRole('alert').getByText('does not have the permission to ask questions').waitFor();
    await panel.getByRole('button', { name: 'Enter the key again…' }).click();
    await page.getByRole('dialog').getByLabel('Address').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

test('the tags of an answer are shown next to it with their current values, only while they are received', () => {
  const at = (): number => Date.now() - 200;
  let isLive = true;
  let isGone = false;
  const answers = {
    ask: (): AskAnswer => ({ ...ANSWER, text: 'Run is on while Auto is on. [1]', cited: [{ kind: 'rung', path: 'Main/Ladder', rung: 0 }], tags: ['Run', 'Program:Filler.Auto', 'Lamp', 'Level', 'Batch'] }),
    answer_values: ({ tags }: { tags: string[] }) => {
      if (isGone) throw new Refusal({ error: 'unreachable', message: 'the service does not respond', remedy: '' });
      const values = [{ value: 'TRUE', type: 'BOOL', quality: 'good' as const, reason: null }, { value: '', type: '', quality: 'bad' as const, reason: 'access_denied' }, null, { value: '12345.5', type: 'REAL', quality: 'uncertain' as const, reason: 'controller_stopped' }, { value: '12345', type: 'STRING', quality: 'good' as const, reason: null }];
      return { isLive, scanAt: at(), values: tags.map((_, i) => (isLive ? (values[i] ?? null) : null)) };
    },
  };
  return on({ answers }, {}, async ({ page, desk }) => {
    await page.getByRole('button', { name: 'Bottling line 3' }).click();
    await page.keyboard.press('Control+k');
    const panel = page.getByRole('complementary', { name: 'Ask' });
    await panel.getByRole('textbox').fill('Why?');
    await page.keyboard.press('Enter');
    const table = panel.getByRole('region', { name: 'Tags of this answer, live' }).getByRole('table');
    const rows = (): Promise<string[]> => table.locator('tbody tr').evaluateAll((all) => all.map((row) => [...(row as HTMLTableRowElement).cells].map((it) => (it.textContent ?? '').trim()).join(' | ')));
    await expect.poll(rows).toEqual([
      'Run | TRUE | Good: Good', expect.stringMatching(/Auto \| – \| Bad: Access denied$/),
      'Lamp | – | Requested', expect.stringMatching(/^Level \| 12\u202f345\.5 \| Uncertain: ./), 'Batch | 12345 | Good: Good',
    ]);
    await panel.getByText(/^Newest scan \d\.\d s ago$/).waitFor();
    await expect.poll(() => desk.calls.findLast((it) => it.command === 'ask_for_tags')?.args).toEqual({ project: 'p1', tags: ['Lamp'] });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/answer-${colorScheme}.png` });
    }
    isLive = false;
    await panel.getByText('No session reads this project at the moment, so no values are shown.').waitFor();
    expect((await rows()).map((it) => it.split(' | ').slice(1).join(' | '))).toEqual(Array(5).fill('– | Not read'));
    expect(await panel.getByText('Newest scan').count()).toBe(0);
    isLive = true;
    await expect.poll(async () => (await rows())[0]).toContain('TRUE');
    isGone = true;
    await panel.getByText('Their values are not known now: The service does not respond').waitFor();
    expect((await rows())[0]).toBe('Run | – | Not read');
  });
});

describe.each([[900, 600], [1024, 768], [1920, 1080], [683, 384]])('%i by %i', (width, height) => {
  test.each(['en', 'de'] as const)('code and questions, %s', (language) =>
    on({ settings: { language } }, { size: { width, height } }, async ({ page }) => {
      await open(page, language === 'de' ? 'Logik' : 'Logic');
      const fits = (): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth
        && [...document.querySelectorAll('.bar, .sub-bar, .foot, .top')].every((it) => it.scrollWidth <= it.clientWidth + 1));
      expect(await fits()).toBe(true);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), colorScheme).toEqual([]);
      }
      await page.keyboard.press('Control+k');
      await page.locator('.ask-panel input').waitFor();
      expect(await fits()).toBe(true);
      // They are next to the drawing, or above it, but do not cover it.
      const [panel, drawing] = [(await page.locator('.ask-panel').boundingBox())!, (await page.locator('.rung').first().boundingBox())!];
      expect(drawing.x + drawing.width <= panel.x + 1 || panel.y + panel.height <= drawing.y + 1, JSON.stringify([panel, drawing])).toBe(true);
      expect(await violations(page)).toEqual([]);
    }));
});
