// Four ways to the first live value: number of clicks, keys and questions, and the seconds that the program itself
// needs. The table is in docs/evidence/trials.md; PICTURES names a folder for a picture of each step.

import { spawnSync } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { visit, withBrowser, type Visit } from '../browser';
import { BINARY, BOTTLING, Site, type Running } from './site';

const PICTURES = process.env.PICTURES;

/** The inputs of the user, counted by the page. */
interface Counted { clicks: number; keys: number; questions: number }

describe.skipIf(!BINARY)('the first live value', () => {
  withBrowser();
  let site: Site;
  let controller: Running;
  const results: string[] = [];
  beforeAll(async () => {
    site = await Site.new();
    controller = await site.simulate(BOTTLING, '--logic');
  });
  afterAll(async () => {
    await site?.close();
    console.info(`\n${results.join('\n')}\n`);
    if (PICTURES) await appendFile(join(PICTURES, 'first-value.txt'), `${results.join('\n')}\n`);
  });

  /** Opens an address, runs these steps until a value changes, and returns their cost. */
  async function way(name: string, begin: () => Promise<string>, go: (page: Page, step: (of: string) => Promise<void>) => Promise<void>): Promise<Counted> {
    const began = performance.now();
    const address = await begin();
    const started = performance.now();
    const seen: Visit = await visit('about:blank', { size: { width: 1280, height: 832 } });
    const { page } = seen;
    await page.addInitScript(() => {
      const counted = { clicks: 0, keys: 0, questions: 0 };
      Object.assign(globalThis, { counted });
      addEventListener('pointerdown', () => (counted.clicks += 1), true);
      // The characters of an address count as one input.
      addEventListener('keydown', ({ key }) => { if (key.length > 1) counted.keys += 1; }, true);
      new MutationObserver((all) => { for (const { addedNodes } of all) for (const it of addedNodes) if (it instanceof HTMLDialogElement) counted.questions += 1; }).observe(document, { subtree: true, childList: true });
    });
    let shown = 0;
    const step = async (of: string): Promise<void> => {
      if (PICTURES) await page.screenshot({ path: join(PICTURES, `first-${name}-${(shown += 1)}-${of}.png`) });
    };
    try {
      await page.goto(address);
      await go(page, step);
      await page.getByRole('heading', { name: /^(Live|Reading)$/ }).waitFor();
      const value = page.locator('.grid .body .row:not([hidden]) .val').filter({ hasText: /\d/ }).first();
      await value.waitFor();
      const seconds = [started - began, performance.now() - started].map((it) => (it / 1000).toFixed(1));
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      await step('live');
      const counted = await page.evaluate(() => (globalThis as unknown as { counted: Counted }).counted);
      results.push(`${name}: ${counted.clicks} clicks, ${counted.keys} keys, ${counted.questions} questions; ${seconds[0]} s until the program is there, ${seconds[1]} s from the page to the value`);
      expect(seen.errors).toEqual([]);
      return counted;
    } finally {
      await seen.close();
    }
  }

  test('of the demo: one click for the running session, three for another controller', async () => {
    let demo: Running;
    const begin = async (): Promise<string> => (JSON.parse((demo = await site.demo()).readyLine) as { console: string }).console;
    const one = await way('demo', begin, async (page, step) => {
      await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Session' }).waitFor();
      await step('begin');
      await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Session' }).click();
    });
    expect(one).toEqual({ clicks: 1, keys: 0, questions: 0 });
    const again = (): Promise<string> => Promise.resolve((JSON.parse(demo.readyLine) as { console: string }).console);
    const three = await way('demo-other', again, async (page, step) => {
      await page.getByRole('button', { name: 'Packing' }).click();
      const beside = page.getByRole('complementary', { name: 'Selected project' });
      await beside.locator('.rows button').first().waitFor();
      await step('project');
      await beside.locator('.rows button').first().click();
      await page.getByText('The controller matches the project').waitFor();
      await step('checked');
      await page.getByRole('button', { name: 'Start session' }).click();
    });
    expect(three).toEqual({ clicks: 3, keys: 0, questions: 0 });
    await demo!.stop();
  });

  test('on a computer without a configuration: a file, an address, two clicks', async () => {
    let bridge: Running;
    const begin = async (): Promise<string> => (bridge = await site.firstRun()).readyLine;
    const counted = await way('fresh', begin, async (page, step) => {
      await page.getByRole('heading', { name: 'Welcome' }).waitFor();
      await step('welcome');
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a project file…' }).click()]);
      await chooser.setFiles(BOTTLING);
      const address = page.getByLabel('IP address or host name');
      await address.waitFor();
      await step('address');
      // After the project was opened, only the address is requested.
      await expect.poll(() => address.evaluate((it) => it === document.activeElement)).toBe(true);
      await page.keyboard.type(controller.readyLine);
      await page.keyboard.press('Enter');
      await page.getByText(/tags can be read/).waitFor();
      await step('checked');
      await page.getByRole('button', { name: /^Start (session|anyway)$/ }).click();
    });
    expect(counted).toEqual({ clicks: 2, keys: 1, questions: 0 });
    await bridge!.stop();
  });

  test('after a restart of the bridge: its session resumes, and the page opens with it', async () => {
    let bridge: Running;
    const begin = async (): Promise<string> => (bridge = await site.firstRun()).readyLine;
    const counted = await way('again', begin, async (page, step) => {
      await page.getByRole('navigation', { name: 'Places' }).waitFor();
      await step('begin');
    });
    expect(counted).toEqual({ clicks: 0, keys: 0, questions: 0 });
    await bridge!.stop();
  });

  test('from a terminal: one command, no file, no question', () => {
    const began = performance.now();
    const { stdout, status } = spawnSync(BINARY ?? '', ['read', controller.readyLine, 'Line_Speed'], { encoding: 'utf8' });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Line_Speed\s+\S*\d/);
    results.push(`terminal: 1 command (tagbridge read ENDPOINT Line_Speed), 0 questions; ${seconds} s`);
  });
});
