// The window on small screens, and its stored position on a monitor that was removed.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../port';
import { Computer, PROGRAM } from './computer';
import { attach, picture, place, seen, TITLE } from './display';
import { KEY, type Page } from './driver';
import { bottling, TAGS } from './project';
import { select } from './table';

/** The name of a place, and the elements that do not fit. */
const OVERFLOW = `
  const root = document.documentElement;
  const cut = [...document.querySelectorAll('main button, main h1, nav a')].filter((it) => {
    const { left, right, width } = it.getBoundingClientRect();
    return width > 0 && (left < -1 || right > innerWidth + 1);
  });
  return { place: document.title, scrolls: root.scrollWidth > innerWidth || root.scrollHeight > innerHeight, cut: cut.map((it) => it.textContent.trim()) };`;

interface Left { width: number; height: number; x: number; y: number }

async function on(screen: [number, number], left: Left | null, act: (page: Page, where: { window: number; display: string; computer: Computer }) => Promise<void>): Promise<void> {
  const display = await attach(...screen);
  const computer = await Computer.new({ display: display.name });
  let page: Page | undefined;
  try {
    if (left) {
      const folder = join(computer.home, '.config/org.tagbridge.desktop');
      mkdirSync(folder, { recursive: true });
      const state = { ...left, prev_x: left.x, prev_y: left.y, maximized: false, visible: true, decorated: true, fullscreen: false };
      writeFileSync(join(folder, '.window-state.json'), JSON.stringify({ main: state }));
    }
    page = await computer.open();
    await page.find('button', 'Start the built-in service');
    await expect.poll(() => seen(TITLE, display.name).length).toBe(1);
    await act(page, { window: seen(TITLE, display.name)[0]!, display: display.name, computer });
  } finally {
    await page?.close();
    await computer.remove();
    await display.detach();
  }
}

/** An opened project, and a session of it. */
async function session(computer: Computer, page: Page): Promise<void> {
  const port = await freePort();
  await computer.controller(port);
  const project = await page.command<{ id: string }>('open_project', { name: 'Bottling.L5X', source: { path: bottling(computer.home) }, add: true });
  if ('refused' in project) throw new Error(project.refused);
  const given = { project: project.id, endpoint: `logix://127.0.0.1:${port}/1,0`, intervalMs: 250, tags: Object.keys(TAGS), takeOver: false };
  expect(await page.command('start_session', given)).toHaveProperty('session');
}

describe.skipIf(!PROGRAM)('the window on a screen', () => {
  test.each([[1024, 768], [1366, 768]] as const)('of %i by %i has space for every place', (width, height) =>
    on([width, height], null, async (page, { window, display, computer }) => {
      await expect.poll(() => page.run('return [innerWidth, innerHeight]')).toEqual([Math.min(width, 1280), height]);
      await expect.poll(() => place(window, display)).toMatchObject({ x: 0, y: 0, width: Math.min(width, 1280), height });
      await page.click('button', 'Start the built-in service');
      await page.find('heading', 'No projects yet');
      await session(computer, page);
      await page.press(['3'], KEY.alt);
      await page.find('heading', 'Live');
      for (const tag of ['Line_Speed', 'Motor_Temperature']) await select(page, tag);
      for (const scheme of ['light', 'dark']) {
        expect(await page.command('save_settings', { ...(await page.command<object>('settings', null)), scheme })).not.toHaveProperty('refused');
        await page.reload();
        for (const [key, name] of [['1', 'Projects'], ['2', 'Connect'], ['3', 'Session'], ['4', 'Diagnostics'], ['5', 'Settings']] as const) {
          await page.press([key], KEY.alt);
          await page.find('heading', name === 'Session' ? 'Live' : name);
          await expect.poll(() => page.run(OVERFLOW)).toEqual({ place: expect.stringMatching(new RegExp(`(^|– )${name} – Tagbridge$`)), scrolls: false, cut: [] });
          if (process.env.TAGBRIDGE_PICTURES) picture(window, join(process.env.TAGBRIDGE_PICTURES, `${width}-${name}-${scheme}.png`), display);
        }
      }
    }));

  test.each([
    ['is gone', { x: 1900, y: 60, width: 1000, height: 700 }],
    ['shows a strip of it alone', { x: 1300, y: 60, width: 1000, height: 700 }],
    ['has its upper edge out of reach', { x: 40, y: -400, width: 1000, height: 700 }],
  ])('is moved to a visible position when its monitor %s', (_, left) =>
    on([1366, 768], left, async (page, { window, display }) => {
      await expect.poll(() => place(window, display)).toSatisfy((it: Left) => it.x >= 0 && it.x + it.width <= 1366 && it.y >= 0 && it.y + it.height <= 768);
      await expect.poll(() => page.run('return [innerWidth, innerHeight]')).toEqual([1000, 700]);
    }));

  test('that is smaller than the stored size is filled by the window', () =>
    on([1366, 768], { x: 0, y: 0, width: 2400, height: 1300 }, async (page, { window, display }) => {
      await expect.poll(() => place(window, display)).toEqual({ x: 0, y: 0, width: 1366, height: 768 });
      await expect.poll(() => page.run('return [innerWidth, innerHeight]')).toEqual([1366, 768]);
    }));

  test('restores the position if it is visible', () =>
    on([1366, 768], { x: 120, y: 40, width: 1000, height: 650 }, async (page, { window, display }) => {
      await expect.poll(() => place(window, display)).toEqual({ x: 120, y: 40, width: 1000, height: 650 });
      await expect.poll(() => page.run('return [innerWidth, innerHeight]')).toEqual([1000, 650]);
    }));
});
