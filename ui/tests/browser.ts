// Chromium with a page on a fake or real desk, and actions that all tests use.

import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { FakeDesk, type Scene } from './fake/desk';

export interface Visit {
  page: Page;
  /** Errors of the console and the page since the start. */
  errors: string[];
  close(): Promise<void>;
}

export interface Screen extends Visit {
  desk: FakeDesk;
}

interface Appearance {
  scheme?: 'light' | 'dark';
  size?: { width: number; height: number };
  place?: string;
  /** The language that the browser reports, used while no setting is known. */
  locale?: string;
}

/** Serves the last built screens instead of those in the program, so that the program need not be built again. */
let dist = process.env.TAGBRIDGE_SCREENS;

/** Serves another build of the screens from now on; empty: the one of the program. */
export function serve(build: string): void {
  dist = build;
}

let browser: Browser;

/** One browser for all tests of a file. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', ...(dist ? ['--disable-features=LocalNetworkAccessChecks'] : [])], timeout: 90_000 });
  });
  // Prints the text of the page after a failed test.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    for (const page of browser.contexts().flatMap((it) => it.pages())) console.error(`${page.url()}\n${await page.locator('body').innerText().catch(String)}`);
  });
  afterAll(() => browser.close());
}

/** Opens an address in a new browser context. */
export async function visit(address: string, { scheme = 'light', size = { width: 1280, height: 800 }, locale = 'en-US' }: Appearance = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: size, colorScheme: scheme, locale, reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'], acceptDownloads: true });
  const folder = dist;
  if (folder) await context.route(/^http/, (route) => route.fulfill({ path: join(folder, new URL(route.request().url()).pathname.replace(/\/$/, '/index.html')) }).catch(() => route.continue()));
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(address);
  return { page, errors, close: () => context.close() };
}

export async function open(scene: Scene = {}, appearance: Appearance = {}): Promise<Screen> {
  const desk = new FakeDesk(scene);
  const { page, errors, close } = await visit(await desk.listen(), appearance);
  await page.getByRole('navigation', { name: /Places|Bereiche/ }).waitFor();
  await go(page, appearance.place ?? 'projects');
  return {
    page, desk, errors,
    close: async () => {
      await close();
      await desk.close();
    },
  };
}

/** Opens a place and waits until it is shown. */
export async function go(page: Page, place: string): Promise<void> {
  const link = `.rail a[href="#/${place}"]`;
  await page.locator(link).click();
  await page.locator(`${link}[aria-current="page"]`).waitFor();
}

/** Shows the figures of the session, below the status bar. */
export async function figures(page: Page): Promise<void> {
  await page.locator('.status-open').click();
  await page.locator('.health').waitFor();
}

/** Records the texts of status elements from now on, also those that are removed after some seconds. */
export async function announced(page: Page): Promise<() => Promise<string[]>> {
  const texts = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const record = (): void => document.querySelectorAll('[role="status"]').forEach((it) => texts.push(it.textContent ?? ''));
    new MutationObserver(record).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  return () => texts.jsonValue();
}

/** Tests one screen; the test fails if the console contains an error. */
export async function on(scene: Scene, appearance: Appearance, check: (screen: Screen) => Promise<void>): Promise<void> {
  const screen = await open(scene, appearance);
  try {
    await check(screen);
    expect(screen.errors).toEqual([]);
  } finally {
    await screen.close();
  }
}

/** Returns a tool of the table. If the tool is in the menu, the menu is opened. */
export async function tool(page: Page, name: string): Promise<Locator> {
  const button = page.getByRole('button', { name, exact: true });
  const more = page.locator('.toolbar').getByRole('button', { name: 'More' });
  await button.or(more).first().waitFor();
  if (!(await button.isVisible())) await more.click();
  return button;
}
