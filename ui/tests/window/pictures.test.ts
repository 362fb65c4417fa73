// Takes the pictures of the documentation in the program's own window: a real project, a virtual controller with
// changing values, and the service on this computer. They are written to target/pictures; TAGBRIDGE_SCREENSHOTS=1 updates
// docs/manual/screenshots.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../port';
import { Computer, PROGRAM } from './computer';
import { picture, seen, TITLE } from './display';
import { KEY, type Page } from './driver';
import { reveal, select } from './table';

const ROOT = join(import.meta.dirname, '../../..');
const PICTURES = join(ROOT, process.env.TAGBRIDGE_SCREENSHOTS ? 'docs/manual/screenshots' : 'target/pictures');
const BOTTLING = join(ROOT, 'tests/projects/allen-bradley/Bottling.L5X');
/** How long the line runs before the pictures, in milliseconds: the small graphs show one minute. */
const PAST_MS = process.env.TAGBRIDGE_SCREENSHOTS ? 65_000 : 5_000;

describe.skipIf(!PROGRAM)('pictures of the window', () => {
  let computer: Computer;
  let page: Page;
  let project: string;
  mkdirSync(PICTURES, { recursive: true });

  beforeAll(async () => {
    computer = await Computer.new();
    page = await computer.open();
  });
  afterAll(async () => {
    await page?.close().catch(() => undefined);
    await computer.remove();
  });

  async function take(name: string): Promise<void> {
    await expect.poll(() => seen(TITLE).length).toBe(1);
    // Waits until the last drawing is on the display.
    await page.promise('new Promise((done) => setTimeout(done, 400))');
    picture(seen(TITLE)[0]!, join(PICTURES, `${name}.png`));
  }
  const scheme = async (wanted: 'light' | 'dark'): Promise<void> => {
    await page.command('save_settings', { ...(await page.command<object>('settings', null)), scheme: wanted });
    await page.reload();
    await expect.poll(() => page.run('return getComputedStyle(document.documentElement).colorScheme')).toBe(wanted);
  };
  const press = (selector: string): Promise<void> => expect.poll(() => page.run(`const it = document.querySelector(arguments[0]); it?.click(); return !!it;`, selector), { message: selector }).toBe(true);
  const count = (selector: string): Promise<number> => page.run('return document.querySelectorAll(arguments[0]).length', selector);
  /** Opens the routine with the modes of the line. */
  const modes = (): Promise<void> => expect.poll(() => page.run(`const it = [...document.querySelectorAll('nav button')].find((it) => /\\bModes\\b/.test(it.innerText)); it?.click(); return !!it;`)).toBe(true);
  async function trend(): Promise<void> {
    await page.press(['3'], KEY.alt);
    await page.find('heading', 'Live');
    for (const tag of ['Line_Speed', 'Motor_Temperature', 'Line_Running']) await select(page, tag);
    await expect.poll(() => count('.lane canvas')).toBe(3);
    await expect.poll(() => page.text('.lane .reading')).toMatch(/\d/);
  }

  test('of the first start', async () => {
    await page.find('button', 'Start the built-in service');
    await take('first-run');
  });

  test('of a session, light and dark', async () => {
    await page.click('button', 'Start the built-in service');
    await page.find('heading', 'No projects yet');
    const port = await freePort();
    await computer.simulated(port, BOTTLING, '--logic');
    const opened = await page.command<{ id: string }>('open_project', { name: 'Bottling.L5X', source: { path: BOTTLING }, add: true });
    if ('refused' in opened) throw new Error(opened.refused);
    project = opened.id;
    await page.press(['2'], KEY.alt);
    // The header of a live session would collapse automatically.
    await page.reload();
    await page.press(['1'], KEY.alt);
    await press('tbody button');
    await page.press(['2'], KEY.alt);
    await page.type('IP address or host name', `logix://127.0.0.1:${port}/1,0`);
    await page.press([KEY.enter]);
    await page.find('text', '/tags can be read/');
    await take('connect');
    await press('button.start');
    await trend();
    await page.promise(`new Promise((done) => setTimeout(done, arguments[0]))`, PAST_MS);
    await take('session-light');
    await scheme('dark');
    await trend();
    await page.promise(`new Promise((done) => setTimeout(done, arguments[0]))`, PAST_MS / 4);
    await take('session-dark');
    await scheme('light');
  });

  test('of the details of a value', async () => {
    await page.press(['3'], KEY.alt);
    await page.find('heading', 'Live');
    const row = (tag: string): string => `.grid .tag[title="${tag}"]`;
    for (const tag of ['Conveyors', 'Conveyors[1]']) {
      await reveal(page, tag);
      await press(`${row(tag)} .fold`);
    }
    await reveal(page, 'Conveyors[1].Speed');
    await reveal(page, 'Alarm_Word');
    await page.run(`document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))`, row('Alarm_Word'));
    await expect.poll(() => page.text('.inspector [data-value]')).toMatch(/\d/);
    await expect.poll(() => count('.inspector .uses li')).toBeGreaterThan(0);
    await take('inspector');
    await press('.side-tabs [role=tab]:nth-child(2)');
  });

  test('of a trend with two cursors', async () => {
    await scheme('light');
    await trend();
    await page.click('button', 'Full screen');
    await page.run(`document.querySelector('.readout').focus()`);
    const steps = (key: string, count: number): string[] => Array<string>(count).fill(key);
    for (const key of ['+', KEY.home, ...steps(KEY.right, 35), 'a', KEY.end, ...steps(KEY.left, 15), 'b']) await page.press([key]);
    await expect.poll(() => count('.cursors tbody tr')).toBe(4);
    await take('trend');
    await page.press([KEY.escape]);
  });

  test('of the project’s logic, live, and of a question', async () => {
    await page.press(['1'], KEY.alt);
    await press('tbody button');
    await page.click('button', 'Logic');
    await modes();
    await expect.poll(() => count('.rung .wire.on')).toBeGreaterThan(2);
    await press('.rung[data-rung="0"] .coil');
    await page.run(`[...document.querySelectorAll('.rung[data-rung="0"] button.operand')].at(-1).click()`);
    await expect.poll(() => count('.code-refs li')).toBeGreaterThan(0);
    // A branch is closed before the right rail: WebKit may measure it differently than Chromium.
    const gaps = await page.run<number[]>(`return [...document.querySelectorAll('.rung .rails')].map((it) => it.getBoundingClientRect().right - 2 - Math.max(...[...it.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right)))`);
    expect(gaps.length).toBe(10);
    for (const gap of gaps) expect(gap).toBeGreaterThan(-0.5);
    await take('logic-light');
    await page.click('button', 'Why?');
    await expect.poll(() => count('.ask-talk .places li')).toBeGreaterThan(0);
    await expect.poll(() => count('.answer-tags tbody tr')).toBeGreaterThan(0);
    await take('ask');
    await scheme('dark');
    await page.press(['1'], KEY.alt);
    await press('tbody button');
    await page.click('button', 'Logic');
    await modes();
    await expect.poll(() => count('.rung .wire.on')).toBeGreaterThan(2);
    await take('logic-dark');
    expect(project).not.toBe('');
    expect(computer.logged()).toEqual([]);
  });
});
