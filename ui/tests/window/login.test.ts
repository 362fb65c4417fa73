// A controller that accepts no anonymous login, in the window: the password is stored only in the keychain.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../port';
import { Computer, PROGRAM } from './computer';
import { KEY, type Page } from './driver';

const SECRET = 'canary of the packer';
const PROJECT = join(import.meta.dirname, '../../../tests/projects/packer.xml');

interface Known { fingerprint: string; id: string; endpoint: string; keep: string | null }

/** The files below a folder that contain this text. */
function holding(folder: string, text: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((it) => {
    const path = join(folder, it.name);
    if (it.isDirectory()) return holding(path, text);
    return it.isFile() && readFileSync(path).includes(text) ? [path] : [];
  });
}

describe.skipIf(!PROGRAM)('with a keychain', () => {
  let computer: Computer;
  let page: Page;
  let named = '';
  const ask = async (command: string, args: unknown): Promise<Known> => {
    const answer = await page.command<Known>(command, args);
    expect(answer ?? {}, command).not.toHaveProperty('refused');
    return answer as Known;
  };

  beforeAll(async () => {
    computer = await Computer.new({ keychain: 'open' });
    page = await computer.open();
  });
  afterAll(async () => {
    await page?.close().catch(() => undefined);
    await computer?.remove();
  });

  test('the password of a controller is stored in it, and in no file', async () => {
    const port = await freePort();
    await computer.guarded(port, PROJECT, 'joe', SECRET);
    const endpoint = `opc.tcp://127.0.0.1:${port}`;
    await page.find('button', 'Start the built-in service');
    await ask('use_service', { kind: 'builtIn' });
    const { id } = await ask('open_project', { name: 'packer.xml', source: { path: PROJECT }, add: true });
    const { fingerprint } = await ask('certificate', { endpoint });
    await ask('trust', { endpoint, fingerprint });
    expect(await page.command('log_in', { endpoint, user: 'joe', password: 'wrong', keep: 'keychain' })).toHaveProperty('refused');
    const login = await ask('log_in', { endpoint, user: 'joe', password: SECRET, keep: 'keychain' });
    named = login.endpoint;
    expect(login).toMatchObject({ user: 'joe', keep: 'keychain', noKeychain: null });
    await ask('start_session', { project: id, endpoint: named, intervalMs: 250, tags: null, takeOver: false, tagList: null });
    await page.press(['3'], KEY.alt);
    await page.find('heading', 'Live');
    const kept = ['.config', '.local/share/tagbridge', '.cache'].flatMap((it) => holding(join(computer.home, it), SECRET));
    expect(kept).toEqual([]);
  });

  test('the session uses it after the next start', async () => {
    await page.close();
    page = await computer.open();
    // The window begins with the session if it reads already.
    await expect.poll(() => page.text('h1, h2')).not.toBe('');
    await page.press(['3'], KEY.alt);
    await page.find('heading', 'Live');
    expect(await ask('login', { endpoint: named })).toMatchObject({ keep: 'keychain' });
    expect(await ask('forget_login', { endpoint: named })).toMatchObject({ keep: null });
    expect(await ask('login', { endpoint: named })).toMatchObject({ keep: null });
  });
});
