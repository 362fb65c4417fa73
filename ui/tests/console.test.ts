// The screens on the console of the real binary, with a virtual controller behind it. Runs where TAGBRIDGE_BINARY
// names the binary: `cargo xtask test` does.

import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from './axe';

const BINARY = process.env.TAGBRIDGE_BINARY;

/** The demo's first line tells where its console is. */
async function demo(): Promise<{ process: ChildProcess; console: string }> {
  const process = spawn(BINARY ?? '', ['demo', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: process.stdout! })) {
    const { console } = JSON.parse(line) as { console?: string };
    if (console) return { process, console };
  }
  throw new Error('the demo has ended without telling where its console is');
}

describe.skipIf(!BINARY)('the console of the demo', () => {
  let running: Awaited<ReturnType<typeof demo>>;
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    running = await demo();
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(running.console);
  });
  afterAll(async () => {
    await browser?.close();
    running?.process.kill();
  });

  test('shows live values that change', async () => {
    await page.locator('.rail a[href="#/session"]').click();
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    const value = page.locator('.grid .body .row', { has: page.locator('[title="Line_Speed"]') }).locator('.val');
    const before = await value.textContent();
    await expect.poll(() => value.textContent(), { timeout: 20_000 }).not.toBe(before);
  });

  test('draws the trend of what is selected', async () => {
    await page.locator('.tag[title="Line_Speed"]').click();
    await expect.poll(() => page.locator('.lane .reading').first().textContent(), { timeout: 10_000 }).toMatch(/\d/);
  });

  test('has every place, and axe finds nothing in either scheme', async () => {
    for (const place of ['projects', 'connect', 'session', 'diagnostics', 'settings']) {
      await page.locator(`.rail a[href="#/${place}"]`).click();
      await page.locator('main h1').first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${place}, ${colorScheme}`).toEqual([]);
      }
    }
  });

  test('refuses another token, in words', async () => {
    const other = await browser.newPage();
    await other.goto(running.console.replace(/token=.*/, 'token=0000'));
    await other.getByText('This address is not valid any more.').waitFor();
    await other.close();
  });

  test('logs no error', () => expect(errors).toEqual([]));
});
