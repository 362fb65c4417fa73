// A company's service in the window: its address and key entered by a user, the key in the keychain
// or in the chosen place; the service away, and the backlog that is sent when it is back.

import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../port';
import { Computer, PROGRAM, type Company } from './computer';
import { KEY, type Page } from './driver';
import { bottling } from './project';

interface Overview { service: { kind: string; keyPlace: string | null; state: { state: string } } }

/** Enters address and key at the first start, and starts the check. */
async function enter(page: Page, { address, key }: Company): Promise<void> {
  await page.find('button', 'Start the built-in service');
  await page.run(`document.querySelector('.first-run details').open = true`);
  await page.type('Address', address);
  await page.type('Key', key);
  await page.click('button', 'Check');
  await page.find('text', '/The key is valid for streaming/');
}

/** The files below a folder that contain this text. */
function holding(folder: string, text: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((it) => {
    const path = join(folder, it.name);
    if (it.isDirectory()) return holding(path, text);
    return it.isFile() && readFileSync(path).includes(text) ? [path] : [];
  });
}

const overview = async (page: Page): Promise<Overview> => (await page.command<Overview>('overview', null)) as Overview;

describe.skipIf(!PROGRAM)('with a keychain', () => {
  let computer: Computer;
  let company: Company;
  let page: Page;
  let port: number;
  const gauge = async (name: string, part: string): Promise<string> => {
    await page.run(`document.querySelector('.health') ?? document.querySelector('.status-open').click()`);
    return page.text(`[data-gauge=${name}] .${part}`);
  };
  const depth = async (): Promise<number> => Number((await gauge('outbox', 'v')).replace(/\D/g, ''));
  const sequence = async (): Promise<number> => (await company.ask<{ sequence: number }>('GET', `/projects/${company.project}/hmi/values`)).sequence;

  beforeAll(async () => {
    computer = await Computer.new({ keychain: 'open' });
    port = await freePort();
    company = await computer.company(port, bottling(computer.home));
    page = await computer.open();
  });
  afterAll(async () => {
    await page?.close().catch(() => undefined);
    await computer?.remove();
  });

  test('the key of a company’s service is stored in it, and in no file', async () => {
    await enter(page, company);
    await page.find('text', '/It will be stored in this computer’s keychain/');
    await page.click('button', 'Save and continue');
    await page.find('text', 'Bottling');
    expect((await overview(page)).service).toMatchObject({ kind: 'remote', keyPlace: 'keychain' });
    const kept = ['.config', '.local/share/tagbridge', '.cache'].flatMap((it) => holding(join(computer.home, it), company.key));
    expect(kept).toEqual([]);
  });

  test('it is used after the next start', async () => {
    await page.close();
    page = await computer.open();
    await page.find('text', 'Bottling');
    await expect.poll(async () => (await overview(page)).service.state.state).toBe('answers');
  });

  test('reading continues while the service is away, and all values are delivered when it is back', async () => {
    const controller = await freePort();
    await computer.controller(controller);
    const session = { project: company.project, endpoint: `logix://127.0.0.1:${controller}/1,0`, intervalMs: 100, tags: ['Line_Speed'], takeOver: false };
    expect(await page.command('start_session', session)).toHaveProperty('session');
    await page.press(['3'], KEY.alt);
    await page.find('heading', 'Live');
    await expect.poll(() => gauge('push', 's')).toBe('accepted');
    await expect.poll(sequence).toBeGreaterThan(0);
    const before = await sequence();
    company.running.kill();
    await once(company.running, 'exit');
    await expect.poll(() => gauge('push', 's')).toBe('no answer');
    await expect.poll(depth).toBeGreaterThan(40);
    await expect.poll(() => gauge('outbox', 's')).toMatch(/^oldest \d/);
    await page.find('heading', 'Not delivered');
    company.running = await computer.serve(port);
    await expect.poll(() => gauge('push', 's')).toBe('accepted');
    await expect.poll(depth).toBeLessThan(40);
    expect(await gauge('gaps', 's')).toBe('none lost');
    expect(await sequence()).toBeGreaterThan(before + 40);
    // The newest snapshot is sent before the waiting ones: all of them are stored only at the end.
    const gaps = async (): Promise<unknown[]> => (await company.ask<{ gaps?: unknown[] }>('GET', `/projects/${company.project}/hmi/values`)).gaps ?? [];
    await expect.poll(gaps).toEqual([]);
  });
});

describe.skipIf(!PROGRAM).each([['without a keychain', undefined], ['with a locked keychain', 'locked']] as const)('%s', (_, keychain) => {
  let computer: Computer;
  let company: Company;
  let page: Page;

  beforeAll(async () => {
    computer = await Computer.new({ keychain });
    company = await computer.company(await freePort(), bottling(computer.home));
    page = await computer.open();
  });
  afterAll(async () => {
    await page?.close().catch(() => undefined);
    await computer?.remove();
  });

  test('the user is informed, and selects where the key is stored', async () => {
    await enter(page, company);
    if (keychain === 'locked') await page.click('button', 'Save and continue');
    await page.find('text', '/keychain (does not respond|is not used)|stored in the keychain/');
    expect(await page.run(`return document.querySelector('option[value=keychain]').disabled`)).toBe(true);
    await page.run(`const it = document.querySelector('select'); it.value = 'file'; it.dispatchEvent(new Event('change', { bubbles: true }));`);
    await page.click('button', 'Save and continue');
    await page.find('text', 'Bottling');
    expect((await overview(page)).service).toMatchObject({ kind: 'remote', keyPlace: 'file' });
    const file = join(computer.home, '.local/share/tagbridge/service.key');
    expect(readFileSync(file, 'utf8').trim()).toBe(company.key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('it is used after the next start', async () => {
    await page.close();
    page = await computer.open();
    await page.find('text', 'Bottling');
    expect((await overview(page)).service).toMatchObject({ kind: 'remote', keyPlace: 'file' });
  });
});
