// A session with rate groups: the state of each group is shown, and which one is late.

import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figures, go, visit, withBrowser, type Visit } from '../browser';
import { freePort } from '../port';
import { BINARY, Site } from './site';
import { inBothSchemes } from '../table';

describe.skipIf(!BINARY)('a session with rate groups', () => {
  withBrowser();
  let site: Site;
  let seen: Visit;

  beforeAll(async () => {
    site = await Site.new();
    const data = ['--data', join(site.folder, 'service')];
    const { project_id } = site.ask('project', 'add', ...data, '--name', 'Line', '--vendor', 'allen-bradley');
    const { secret } = site.ask('key', 'create', ...data, '--name', 'bridge', '--permissions', 'hmi_view,hmi_edit,hmi_push,code_read');
    const port = await freePort();
    await site.serve(port);
    // Each response is delayed by 100 ms: many tags need longer than their interval, one tag does not.
    const controller = await site.simulate('--vendor', 'allen-bradley', '--tags', '2000', '--fault', 'delay=100ms');
    const late = JSON.stringify(Array.from({ length: 1980 }, (_, i) => `Tag${i + 10}`));
    const { readyLine } = await site.run(`
      data = "bridge"
      [service]
      url = "http://127.0.0.1:${port}/api/v1"
      key = { env = "TAGBRIDGE_KEY" }
      [[session]]
      name = "line"
      project = "${project_id}"
      endpoint = "${controller.readyLine}"
      interval = "1s"
      tags = ["Tag1"]
      groups = { fast = { interval = "300ms", tags = ["Tag0"] }, late = { interval = "100ms", tags = ${late} } }
    `, secret!);
    seen = await visit(readyLine);
  });
  afterAll(async () => {
    await seen?.close();
    await site?.close();
  });

  const cells = (page: Page, group: string): Locator => page.getByRole('row', { name: new RegExp(`^${group} `) }).getByRole('cell');

  const tagsOf = async (page: Page, group: string): Promise<string> => (await cells(page, group).nth(0).innerText()).replace(/\D/g, '');

  /** The missed scans and all due scans, from the last cell. */
  async function missed(page: Page, group: string): Promise<[number, number]> {
    const numbers = (await cells(page, group).last().innerText()).match(/[\d.,\u202f\u00a0]+/g) ?? [];
    const [part, all] = numbers.map((it) => Number(it.replace(/\D/g, '')));
    return [part ?? NaN, all ?? NaN];
  }

  test('shows the scans and the missed scans of each group', async () => {
    const { page } = seen;
    await go(page, 'session');
    await figures(page);
    await page.getByRole('table', { name: 'Rate groups' }).waitFor();
    for (const [group, tags, interval] of [['normal', '1', '1 s'], ['fast', '1', '300 ms'], ['late', '1980', '100 ms']] as const) {
      await expect.poll(() => tagsOf(page, group)).toBe(tags);
      expect(await cells(page, group).nth(1).innerText()).toBe(interval);
      await expect.poll(() => cells(page, group).nth(2).innerText()).toMatch(/\d ms, p99 [\d.\u202f]+ ms/);
    }
    // The late group misses most of its scans and is marked; the others continue.
    await expect.poll(() => missed(page, 'late').then(([part, all]) => part > 5 && part * 2 > all)).toBe(true);
    const mark = cells(page, 'late').last().locator('svg');
    await mark.waitFor();
    const [, before] = await missed(page, 'fast');
    await expect.poll(() => missed(page, 'fast').then(([, all]) => all)).toBeGreaterThan(before + 3);
    await inBothSchemes(page);
  });

  test('shows this in German, too', async () => {
    const { page } = seen;
    await go(page, 'settings');
    await page.getByRole('button', { name: 'Deutsch', exact: true }).click();
    await go(page, 'session');
    await figures(page);
    await page.getByRole('table', { name: 'Ratengruppen' }).waitFor();
    expect(await tagsOf(page, 'late')).toBe('1980');
    await expect.poll(() => missed(page, 'late').then(([part, all]) => part * 2 > all)).toBe(true);
    await inBothSchemes(page);
  });

  test('logs no error', () => expect(seen.errors).toEqual([]));
});
