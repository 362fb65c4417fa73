// No false statements: each fault is a real one, and the shown texts are compared with it.

import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { go, visit, withBrowser, type Visit } from '../browser';
import { freePort } from '../port';
import { bottlingController } from './plant';
import { BINARY, projectFile, Site, type Running } from './site';
import { changes, inBothSchemes, row, gauge } from '../table';

const TAG = 'Line_Speed';

describe.skipIf(!BINARY)('the truth on the screen', () => {
  withBrowser();
  let site: Site;
  let data: string[];
  let port: number;
  let project: string;
  let service: Running;
  let bridge: Running;
  let seen: Visit;
  let key: Record<string, string>;

  beforeAll(async () => {
    site = await Site.new();
    data = ['--data', join(site.folder, 'service')];
    site.ask('project', 'add', ...data, '--name', 'Filler', projectFile('filler.L5X'));
    project = site.ask('project', 'add', ...data, '--name', 'Bottling line', '--vendor', 'allen-bradley').project_id!;
    key = newKey();
    port = await freePort();
    service = await site.serve(port);
    const controller = await bottlingController(site, await freePort());
    bridge = await site.firstRun();
    seen = await visit(bridge.readyLine);
    const { page } = seen;
    await useKey(page.locator('main'), key.secret!);
    await go(page, 'projects');
    await page.getByRole('button', { name: 'Bottling line' }).dblclick();
    await page.getByLabel('IP address or host name').fill(controller.readyLine);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Start (session|anyway)$/ }).click();
    await state(page, 'Live');
    await search(page);
  });
  afterAll(async () => {
    await seen?.close();
    await site?.close();
  });

  const newKey = (): Record<string, string> => site.ask('key', 'create', ...data, '--name', 'bridge', '--permissions', 'hmi_view,hmi_edit,hmi_push,code_read');
  const state = (page: Page, word: string): Promise<void> => page.getByRole('heading', { name: word, exact: true }).waitFor();
  const search = (page: Page): Promise<void> => page.getByRole('searchbox', { name: 'Search tags' }).fill(TAG);
  const why = (page: Page): Promise<string> => page.locator('.state-line .why').innerText();

  async function useKey(form: Locator, secret: string): Promise<void> {
    const address = form.getByLabel('Address', { exact: true });
    await address.waitFor({ state: 'attached' });
    // Without a service the form is collapsed.
    if (!(await address.isVisible())) await form.getByText('Use your company’s service').click();
    await address.fill(`http://127.0.0.1:${port}`);
    await form.getByLabel('Key', { exact: true }).fill(secret);
    await form.getByRole('button', { name: 'Check', exact: true }).click();
    await form.getByText('The key is valid for streaming.').waitFor();
    await form.getByRole('button', { name: /^Save/ }).click();
  }

  /** A row that is not read: no quality, its reason, and its last value in grey with its age. */
  async function unread(page: Page, reason: string): Promise<void> {
    await expect.poll(() => row(page, TAG).locator('.qual').innerText()).toBe(reason);
    expect(await row(page, TAG).locator('.val').innerText()).toMatch(/\d/);
    await expect.poll(() => row(page, TAG).locator('.age').innerText()).toMatch(/^\d[^]*(s|min|h)/);
    expect(await page.locator('.grid .body .row:not([hidden]) :is(.quality.good, .quality.bad)').count()).toBe(0);
    const weight = (it: Locator): Promise<string> => it.evaluate((cell) => getComputedStyle(cell).fontWeight);
    expect(Number(await weight(row(page, TAG).locator('.val')))).toBeLessThan(500);
  }

  test('a trend shows since when its values are known', async () => {
    const { page } = seen;
    await changes(page, TAG);
    await row(page, TAG).click();
    await page.getByRole('button', { name: '1 h' }).click();
    await page.getByText(/^Known from \d\d:\d\d:\d\d on\. Older values are not stored\.$/).waitFor();
    await inBothSchemes(page);
    await page.getByRole('button', { name: 'Close the trend' }).click();
  });

  test('a service that is away: neither live nor responding', async () => {
    const { page } = seen;
    await changes(page, TAG);
    await go(page, 'settings');
    await page.locator('.mini-state.live').getByText(/Answers in/).waitFor();
    await service.stop('SIGKILL');
    await expect.poll(() => page.locator('.mini-state.live').count()).toBe(0);
    await go(page, 'projects');
    expect(await page.getByText(/answers in \d/).count()).toBe(0);
    await go(page, 'session');
    await state(page, 'Not delivered');
    expect(await why(page)).toMatch(/^Reading, not delivered: .*\n?.*Last delivered at \d\d:\d\d:\d\d\./s);
    await changes(page, TAG);
    expect(await page.locator('.status h1').innerText()).toBe('Not delivered');
    await inBothSchemes(page);
    service = await site.serve(port);
    await state(page, 'Live');
    await go(page, 'settings');
    await page.locator('.mini-state.live').waitFor();
    await go(page, 'session');
  });

  test('a full disk: not live, no missed scans, and losses are not reported as none', async () => {
    const { page } = seen;
    const overruns = await gauge(page, 'overruns', 'v');
    await service.stop('SIGKILL');
    const depth = async (): Promise<number> => Number((await gauge(page, 'outbox', 'v')).replace(/\D/g, ''));
    await expect.poll(depth).toBeGreaterThan(20);
    limit('4096');
    await state(page, 'Not stored');
    expect(await why(page)).toMatch(/^Reading, not stored: /);
    expect(await gauge(page, 'gaps', 's')).not.toBe('none lost');
    expect(Number(await gauge(page, 'overruns', 'v'))).toBeLessThanOrEqual(Number(overruns) + 5);
    await inBothSchemes(page);
    limit('unlimited');
    service = await site.serve(port);
    await state(page, 'Live');
  });

  /** Sets a size limit for the bridge's files, in bytes. */
  const limit = (bytes: string): void => expect(spawnSync('prlimit', ['--pid', String(bridge.pid), `--fsize=${bytes}:unlimited`]).status).toBe(0);

  test('a revoked key: a button to replace it, and the session continues', async () => {
    const { page } = seen;
    site.ask('key', 'revoke', ...data, key.id!);
    await state(page, 'Not delivered');
    await inBothSchemes(page);
    key = newKey();
    // The figures are below the bar until the user closes them.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Give a key…' }).click();
    await useKey(page.getByRole('dialog'), key.secret!);
    await state(page, 'Live');
    await changes(page, TAG);
  });

  test('a different device: reported once, by its name and in local time', async () => {
    const { page } = seen;
    const rival = { device_id: randomUUID(), device_name: 'GATEWAY-04', stream_id: randomUUID(), snapshots: [] };
    const push = (more = {}): Promise<Response> => fetch(`http://127.0.0.1:${port}/api/v1/projects/${project}/hmi/values`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ ...rival, ...more }),
    });
    expect((await push({ take_over: true })).status).toBe(200);
    const pushing = setInterval(() => void push(), 1000);
    await state(page, 'Not delivered');
    const main = await page.locator('main').innerText();
    expect(main.match(/GATEWAY-04/g)).toHaveLength(1);
    expect(main).toMatch(/GATEWAY-04, last seen at \d\d:\d\d:\d\d/);
    expect(main).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(main).not.toMatch(/\d{4}-\d\d-\d\dT/);
    expect(await page.getByRole('button', { name: 'Take over' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
    await state(page, 'Live');
    clearInterval(pushing);
  });

  test('the selected project is not shown next to another project’s controller', async () => {
    const { page } = seen;
    await go(page, 'projects');
    await page.getByRole('button', { name: 'Filler' }).click();
    for (const place of ['projects', 'connect', 'settings']) {
      await go(page, place);
      await expect.poll(() => page.locator('.top .fact').first().innerText()).toContain('Filler');
      expect(await page.locator('.top').getByText('127.0.0.1').count(), place).toBe(0);
    }
    await go(page, 'session');
    await expect.poll(() => page.locator('.top .fact').first().innerText()).toContain('Bottling line');
  });

  test('a pause: no quality, its reason, the last value with its time; also after a reload', async () => {
    const { page } = seen;
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await state(page, 'Paused');
    await unread(page, 'Session paused');
    await inBothSchemes(page);
    await page.reload();
    await search(page);
    await unread(page, 'Session paused');
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await state(page, 'Live');
    await changes(page, TAG);
    await expect.poll(() => row(page, TAG).locator('.qual').innerText()).toBe('Good');
  });

  test('while no values are read the trend continues, and shows the age of the last value', async () => {
    const { page } = seen;
    const end = (): Promise<string> => page.locator('.trend .axis span').last().innerText();
    const reading = (): Promise<string> => page.locator('.lane .reading').innerText();
    await row(page, TAG).click();
    await expect.poll(reading).toMatch(/\d/);
    await page.locator('button[data-act]', { hasText: 'Pause' }).click();
    await state(page, 'Paused');
    await page.locator('.readout').getByText(/^not read since \d\d:\d\d:\d\d, \d.* old$/).waitFor();
    // The last value stays, with its age.
    await expect.poll(() => page.locator('.lane .reading small').innerText()).toMatch(/\d.* old$/);
    const before = await end();
    await expect.poll(end).not.toBe(before);
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await state(page, 'Live');
    await expect.poll(reading).toMatch(/\d/);
    await page.getByRole('button', { name: 'Close the trend' }).click();
  });

  test('a stop: the same, and no delivered value is shown as waiting', async () => {
    const { page } = seen;
    await page.getByRole('button', { name: 'Stop session' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop session' }).click();
    await state(page, 'Stopped');
    await unread(page, 'Session stopped');
    await expect.poll(() => why(page)).toMatch(/all of them stored/);
    expect(await gauge(page, 'outbox', 'v')).toBe('0');
    await inBothSchemes(page);
    await page.reload();
    await search(page);
    await unread(page, 'Session stopped');
    await expect.poll(() => why(page)).toMatch(/all of them stored/);
  });

  test('logs no error', () => expect(seen.errors).toEqual([]));
});
