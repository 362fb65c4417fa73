// Chromium with a page on a made-up desk, and what every test asks of a page.

import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { FakeDesk, type Scene } from './fake/desk';

export interface Screen {
  page: Page;
  desk: FakeDesk;
  /** Errors of the console and the page so far. */
  errors: string[];
  close(): Promise<void>;
}

interface Look {
  scheme?: 'light' | 'dark';
  size?: { width: number; height: number };
  place?: string;
}

let browser: Browser;

/** One browser for all tests of a file. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());
}

export async function open(scene: Scene = {}, { scheme = 'light', size = { width: 1280, height: 800 }, place = '' }: Look = {}): Promise<Screen> {
  const desk = new FakeDesk(scene);
  const address = await desk.listen();
  const context = await browser.newContext({ viewport: size, colorScheme: scheme, reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'], acceptDownloads: true });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(address);
  await page.getByRole('navigation', { name: /Places|Orte/ }).waitFor();
  if (place) await go(page, place);
  return {
    page, desk, errors,
    close: async () => {
      await context.close();
      await desk.close();
    },
  };
}

export async function go(page: Page, place: string): Promise<void> {
  await page.locator(`.rail a[href="#/${place}"]`).click();
}

/** A test of one screen: it ends without an error in the console. */
export async function on(scene: Scene, look: Look, check: (screen: Screen) => Promise<void>): Promise<void> {
  const screen = await open(scene, look);
  try {
    await check(screen);
    expect(screen.errors).toEqual([]);
  } finally {
    await screen.close();
  }
}
