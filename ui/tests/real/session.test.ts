// A session in the real binary's console: requested tags, the controller gone and back, the service
// gone and back, and a support bundle without secrets.

import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { go, visit, withBrowser, type Visit } from '../browser';
import { bottlingController, consumer, plant, type Plant } from './plant';
import { BINARY } from './site';
import { changes, inBothSchemes, row, gauge } from '../table';

const PASSWORD = 'canary-password-7f31';
const IN_ADDRESS = 'canary-address-88d2';


describe.skipIf(!BINARY)('a real session', () => {
  withBrowser();
  let it: Plant;
  let seen: Visit;
  beforeAll(async () => {
    it = await plant({ password: PASSWORD });
    seen = await visit(it.console);
    await go(seen.page, 'session');
    await seen.page.getByRole('heading', { name: 'Live' }).waitFor();
  });
  afterAll(async () => {
    await seen?.close();
    await it?.site.close();
  });

  test('shows a requested tag with a mark, and an unknown tag with its reason', async () => {
    const { page } = seen;
    const [there, nowhere] = ['Conveyors[1].Speed', 'Conveyors[1].Sped'];
    await changes(page, 'Line_Speed');
    expect(await row(page, there).count()).toBe(0);
    await consumer(it, `/projects/${it.projects.Bottling}/hmi/request-tags`, { tags: [there, nowhere] });
    const mark = { name: 'Requested by the service' };
    await row(page, there).getByRole('img', mark).waitFor();
    await row(page, nowhere).getByRole('img', mark).waitFor();
    await changes(page, there);
    expect(await row(page, 'Line_Speed').getByRole('img', mark).count()).toBe(0);
    await expect.poll(() => row(page, nowhere).locator('.qual').innerText()).toMatch(/^Bad:/);
    await page.getByRole('button', { name: 'Requested 2' }).click();
    await expect.poll(() => page.getByRole('treegrid', { name: 'Tags' }).getAttribute('aria-rowcount')).toBe('3');
    await page.getByRole('button', { name: /^All/ }).click();
    await inBothSchemes(page);
  });

  test('continues after a short loss of the connection to the console', async () => {
    const { page } = seen;
    await page.addInitScript(() => {
      const sockets: WebSocket[] = [];
      Object.assign(globalThis, { sockets, WebSocket: class extends WebSocket { constructor(...given: ConstructorParameters<typeof WebSocket>) { super(...given); sockets.push(this); } } });
    });
    await page.reload();
    await changes(page, 'Line_Speed');
    const sockets = (): Promise<number> => page.evaluate(() => (globalThis as unknown as { sockets: WebSocket[] }).sockets.length);
    expect(await sockets()).toBe(1);
    await page.evaluate(() => (globalThis as unknown as { sockets: WebSocket[] }).sockets[0]!.close());
    await expect.poll(sockets).toBe(2);
    await changes(page, 'Line_Speed');
  });

  test('shows why and how long it waits while the controller is away, and continues when it is back', async () => {
    const { page } = seen;
    await it.controller.stop('SIGKILL');
    await page.getByRole('heading', { name: 'Not connected' }).waitFor();
    const head = page.locator('.state-line');
    expect(await head.locator('.why strong').innerText()).toMatch(/\w{3}/);
    await head.getByText(/Attempt \d+ at \d/).waitFor();
    const timer = page.getByRole('timer');
    const left = await timer.innerText();
    expect(left).toMatch(/^\d+:\d\d$/);
    await expect.poll(() => timer.innerText(), { interval: 100 }).not.toBe(left);
    await expect.poll(() => row(page, 'Line_Speed').locator('.qual').innerText()).toBe('Not connected');
    await inBothSchemes(page);
    it.controller = await bottlingController(it.site, it.controllerPort);
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await changes(page, 'Line_Speed');
    await expect.poll(() => row(page, 'Line_Speed').locator('.qual').innerText()).toMatch(/^Good/);
  });

  test('keeps reading while the service is away, and delivers all values when it is back', async () => {
    const { page } = seen;
    const stored = async (): Promise<number> => (await consumer<{ sequence: number }>(it, `/projects/${it.projects.Bottling}/hmi/values`)).sequence;
    const before = await stored();
    await it.service.stop();
    await expect.poll(() => gauge(page, 'push', 's')).toBe('no answer');
    const depth = async (): Promise<number> => Number((await gauge(page, 'outbox', 'v')).replace(/\D/g, ''));
    await expect.poll(depth).toBeGreaterThan(20);
    await expect.poll(() => gauge(page, 'outbox', 's')).toContain('oldest');
    await page.getByRole('heading', { name: 'Not delivered' }).waitFor();
    await changes(page, 'Line_Speed');
    await inBothSchemes(page);
    it.service = await it.site.serve(it.servicePort);
    await expect.poll(() => gauge(page, 'push', 's')).toBe('accepted');
    await expect.poll(depth).toBeLessThan(20);
    expect(await gauge(page, 'gaps', 's')).toBe('none lost');
    expect(await stored()).toBeGreaterThan(before + 20);
    // The newest snapshot is sent before older ones: all of them are stored only at the end. A tag's
    // history does not show that, because a constant value is not in it.
    const gaps = async (): Promise<unknown[]> => (await consumer<{ gaps?: unknown[] }>(it, `/projects/${it.projects.Bottling}/hmi/values`)).gaps ?? [];
    await expect.poll(gaps).toEqual([]);
    const { history } = await consumer<{ history: { sequence: number }[] }>(it, `/projects/${it.projects.Bottling}/hmi/history?tag=Line_Speed&limit=200`);
    expect(history.filter((entry) => entry.sequence > before).length).toBeGreaterThan(20);
  });

  test('creates a support bundle without secrets', async () => {
    const { page } = seen;
    // Users paste addresses that contain a login.
    await go(page, 'projects');
    await page.getByRole('button', { name: 'Filler' }).dblclick();
    for (const address of [`opc.tcp://joe:${IN_ADDRESS}@127.0.0.1:1`, `logix://joe:${IN_ADDRESS}@127.0.0.1:1/1,0`]) {
      await page.getByLabel('IP address or host name').fill(address);
      await page.keyboard.press('Enter');
      // It is refused before any request is sent, and its contents are not repeated.
      const alert = page.getByRole('form', { name: 'Address of the controller' }).getByRole('alert');
      await alert.getByText('password').waitFor();
      expect(await alert.innerText()).not.toContain(IN_ADDRESS);
    }
    await go(page, 'diagnostics');
    await page.getByRole('button', { name: 'Open the communication log' }).click();
    await page.getByRole('button', { name: 'Record for 5 min' }).click();
    await page.getByText(/[1-9]\d* frames/).waitFor();
    await page.getByRole('button', { name: 'Events', exact: true }).click();
    await page.getByRole('button', { name: 'Make a support bundle…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Look inside: this program and this computer', exact: false }).waitFor();
    await inBothSchemes(page);
    expect(await dialog.getByText('wire.tsv').count()).toBe(0);
    await dialog.getByRole('checkbox', { name: 'contains values' }).click();
    await dialog.getByText('wire.tsv').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save…' }).click()]);
    await dialog.getByText('Saved: tagbridge-support-').waitFor();
    const { stdout, status } = spawnSync('unzip', ['-p', await download.path()], { maxBuffer: 1 << 28 });
    expect(status).toBe(0);
    const inside = stdout.toString('latin1');
    // The bundle contains this session and its frames.
    for (const there of ['bottling-line', 'Line_Speed', 'received']) expect(inside).toContain(there);
    const token = new URL(it.console).hash.replace('#token=', '');
    for (const secret of [it.key, it.key.split('_').at(-1)!, PASSWORD, IN_ADDRESS, token]) {
      for (const written of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, ''), Buffer.from(secret).toString('hex')]) {
        expect(inside.includes(written), `${written.slice(0, 12)}…`).toBe(false);
      }
    }
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  });

  test('logs no error', () => expect(seen.errors).toEqual([]));
});
