// Several sessions of a real bridge: one whose controller stops is listed first, causes one notification,
// and is live again later.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { go, visit, withBrowser, type Visit } from '../browser';
import { freePort } from '../port';
import { BINARY, projectFile, Site, type Running } from './site';
import { inBothSchemes } from '../table';

describe.skipIf(!BINARY)('several sessions', () => {
  withBrowser();
  let site: Site;
  let seen: Visit;
  let port: number;
  let filler: Running;
  beforeAll(async () => {
    site = await Site.new();
    const [data, [servicePort, packerPort]] = [['--data', join(site.folder, 'service')], [await freePort(), await freePort()]];
    port = await freePort();
    const add = (name: string, file: string): string => site.ask('project', 'add', ...data, '--name', name, projectFile(file)).project_id!;
    const projects = [add('Filler', 'filler.L5X'), add('Packer', 'packer.xml')];
    const key = site.ask('key', 'create', ...data, '--name', 'bridge', '--permissions', 'hmi_view,hmi_edit,hmi_push,code_read').secret!;
    await site.serve(servicePort);
    filler = await simulate();
    const packer = await site.simulate(projectFile('packer.xml'), '--listen', `127.0.0.1:${packerPort}`);
    const session = (name: string, at: number, endpoint: string, tag: string): string => `
    [[session]]
    name = "${name}"
    project = "${projects[at]}"
    endpoint = "${endpoint}"
    interval = "250ms"
    tags = ["${tag}"]`;
    const { readyLine } = await site.run(`
    data = "bridge"
    [service]
    url = "http://127.0.0.1:${servicePort}/api/v1"
    key = { env = "TAGBRIDGE_KEY" }
    ${session('filler', 0, filler.readyLine, 'Level')}
    ${session('packer', 1, packer.readyLine, 'PLC_PRG.Speed')}
  `, key);
    seen = await visit(readyLine);
    const { page } = seen;
    await page.context().grantPermissions(['notifications']);
    await page.addInitScript(() => {
      const notifications: string[] = [];
      Object.assign(window, { notifications });
      window.Notification = class { static permission = 'granted'; onclick = null; constructor(title: string) { notifications.push(title); } close(): void {} } as never;
    });
    await page.reload();
    await go(page, 'session');
    await page.locator('nav.sessions').getByRole('button', { name: 'All sessions' }).click();
  });
  afterAll(async () => {
    await seen?.close();
    await site?.close();
  });

  const simulate = (): Promise<Running> => site.simulate(projectFile('filler.L5X'), '--listen', `127.0.0.1:${port}`);
  const shapes = (page: Page): Promise<string[]> => page.locator('.overview-split tbody tr').evaluateAll((all) => all.map((it) => `${(it as HTMLElement).dataset.shape} ${it.querySelector('.row-name .t1')?.textContent}`));
  const notifications = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { notifications: string[] }).notifications);

  test('are all live, and there is no notification', async () => {
    const { page } = seen;
    await expect.poll(() => shapes(page)).toEqual(['live Filler', 'live Packer']);
    await page.getByText('No session has dropped out').waitFor();
    await inBothSchemes(page);
  });

  test('a session whose controller stops is first, shows no current values, and causes one notification', async () => {
    const { page } = seen;
    await filler.stop('SIGKILL');
    await expect.poll(() => shapes(page).then((all) => all.at(-1))).toBe('live Packer');
    await expect.poll(() => shapes(page).then((all) => all[0])).not.toContain('live');
    await expect.poll(() => notifications(page)).toEqual([expect.stringMatching(/^Filler.*: the controller is not read$/)]);
    await page.getByRole('button', { name: '1 new alert' }).waitFor();
    await page.getByRole('complementary', { name: 'Alerts' }).getByText('1 still open').waitFor();
    await inBothSchemes(page);
  });

  test('is live again when the controller is back, and the alert shows the duration', async () => {
    const { page } = seen;
    filler = await simulate();
    await expect.poll(() => shapes(page)).toEqual(['live Filler', 'live Packer']);
    const alerts = page.getByRole('complementary', { name: 'Alerts' });
    await alerts.getByText('0 still open').waitFor();
    await alerts.getByText(/^At \d\d:\d\d:\d\d, for \d/).waitFor();
    await alerts.getByRole('button', { name: 'Mark all as seen' }).click();
    await expect.poll(() => page.getByRole('button', { name: '1 new alert' }).count()).toBe(0);
    expect(await notifications(page)).toHaveLength(1);
  });

  test('logs no error', () => expect(seen.errors).toEqual([]));
});
