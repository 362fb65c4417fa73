// A console without a configuration, as on the first day: a service, a project file, the
// certificate of a server, blocks without numbers, and a bundle that contains none of it.

import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { go, tool, visit, withBrowser, type Visit } from '../browser';
import { BINARY, MIXING, projectFile, Site } from './site';
import { changes, inBothSchemes } from '../table';
import { workbook } from './workbook';

const USER = 'canary-operator';
const PASSWORD = 'canary-password-51c0';

describe.skipIf(!BINARY)('a console without a configuration', () => {
  withBrowser();
  let site: Site;
  let seen: Visit;
  let token: string;
  let print = '';
  beforeAll(async () => {
    site = await Site.new({ password: PASSWORD });
    const { readyLine } = await site.firstRun();
    token = new URL(readyLine).hash.replace('#token=', '');
    seen = await visit(readyLine);
  });
  afterAll(async () => {
    await seen?.close();
    await site?.close();
  });

  async function open(page: Page, file: string): Promise<void> {
    await go(page, 'projects');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a project file…' }).first().click()]);
    await chooser.setFiles(file);
    // Another project may exist already.
    const name = basename(file, extname(file));
    await page.getByRole('complementary', { name: 'Selected project' }).getByRole('heading', { name }).waitFor();
  }

  async function check(page: Page, address: string): Promise<void> {
    await go(page, 'connect');
    await page.getByLabel('IP address or host name').fill(address);
    await page.keyboard.press('Enter');
  }

  async function stop(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Stop session' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop session' }).click();
    await page.getByRole('heading', { name: 'Stopped' }).waitFor();
  }

  test('first asks for a service, and offers the built-in one', async () => {
    const { page } = seen;
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await inBothSchemes(page);
    await page.getByRole('button', { name: 'Start the built-in service' }).click();
    await page.getByText('No projects yet').waitFor();
    await inBothSchemes(page);
  });

  test('shows a server’s certificate before it reads anything, and stores the decision', async () => {
    const { page } = seen;
    const server = await site.simulate(projectFile('packer.xml'), '--security', 'all', '--user', USER);
    const address = `${server.readyLine}?user=${USER}`;
    await open(page, projectFile('packer.xml'));
    await check(page, address);
    const dialog = page.getByRole('dialog', { name: 'Do you trust this server?' });
    await dialog.getByText('CN=Virtual CODESYS controller').waitFor();
    print = /SHA-256 ([0-9A-F:]{95})/.exec(await dialog.innerText())?.[1] ?? '';
    expect(print).not.toBe('');
    await inBothSchemes(page);
    await page.keyboard.press('Enter');
    await page.getByText('This server is not trusted').waitFor();
    expect(await page.getByRole('button', { name: 'Start session' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Check again' }).click();
    await dialog.getByRole('button', { name: 'Trust this certificate' }).click();
    await page.getByText('4 of 4 tags can be read').waitFor();
    await inBothSchemes(page);
    await page.getByRole('button', { name: 'Start session' }).click();
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await changes(page, 'PLC_PRG.Speed');
    await stop(page);
    // The second time the certificate is not shown.
    await check(page, address);
    await page.getByText('4 of 4 tags can be read').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await server.stop();
  });

  test('warns of a server with a different certificate than before', async () => {
    const { page } = seen;
    const pki = join(site.folder, 'server-pki');
    const first = await site.simulate('--vendor', 'codesys', '--security', 'all', '--pki', pki);
    await check(page, first.readyLine);
    await page.getByRole('dialog', { name: 'Do you trust this server?' }).getByRole('button', { name: 'Trust this certificate' }).click();
    await page.getByText(/tags? can be read/).waitFor();
    await first.stop();
    const second = await site.simulate('--vendor', 'codesys', '--security', 'all', '--listen', new URL(first.readyLine.replace('opc.tcp', 'http')).host);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('dialog', { name: 'The server has another certificate' }).getByText('before:').waitFor();
    await inBothSchemes(page);
    await page.getByRole('button', { name: 'Do not connect' }).click();
    await second.stop();
  });

  test('completes a Siemens project whose file contains no block numbers, up to changing values', async () => {
    const { page } = seen;
    const plc = await site.simulate(MIXING, '--number', 'Tank=20', '--number', 'Batch=21', '--number', 'Pumps=22');
    await open(page, MIXING);
    await check(page, plc.readyLine);
    const number = page.getByLabel('Number of Tank');
    await number.waitFor();
    await page.locator('.reasons').getByText(/number/i).first().waitFor();
    await inBothSchemes(page);
    await page.evaluate(() => navigator.clipboard.writeText('Tank = 20\n"Batch" = DB21\nPumps\t22'));
    await number.press('Control+v');
    await page.getByRole('button', { name: 'Check with this' }).click();
    await page.getByText(/^(\d+) of \1 tags can be read$/).waitFor();
    await inBothSchemes(page);
    await page.getByRole('button', { name: 'Start session' }).click();
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search tags' }).fill('Tank');
    const values = page.locator('.grid .body .row:not([hidden]) .val');
    await expect.poll(async () => (await values.allInnerTexts()).filter((it) => /\d/.test(it)).length).toBeGreaterThan(2);
    const before = await values.allInnerTexts();
    await expect.poll(() => values.allInnerTexts()).not.toEqual(before);
    await (await tool(page, 'View')).click();
    await page.getByRole('checkbox', { name: 'Address' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await page.locator('.grid .body .row:not([hidden]) .address').allInnerTexts()).filter((it) => /^%DB2\d\.DB/.test(it)).length).toBeGreaterThan(2);
    await (await tool(page, 'Export')).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /XLSX/ }).click()]);
    const [titles, ...rows] = workbook(await download.path());
    expect(titles).toEqual(['Name', 'Value', 'Type', 'Quality', 'Reason', 'Time', 'Address', 'Comment']);
    expect(rows.length).toBe(Number(await page.getByRole('treegrid').getAttribute('aria-rowcount')) - 1);
    for (const [name, value, type, quality, reason, time, address] of rows) {
      expect([quality, reason], String(name)).toEqual(['Good', null]);
      if (/^(REAL|INT|DINT)$/.test(String(type))) expect(typeof value, String(name)).toBe('number');
      if (type === 'BOOL') expect(typeof value, String(name)).toBe('boolean');
      if (/^"?Tank"?\./.test(String(name))) expect(address).toMatch(/^(P#|%)DB20\.DB/);
      // The value is a time, shown in local time.
      expect(Math.abs(new Date(String(time)).getTime() - Date.now())).toBeLessThan(600_000);
    }
    await stop(page);
    await plc.stop();
  });

  test('creates a bundle without passwords, users, certificates and keys', async () => {
    const { page } = seen;
    await go(page, 'diagnostics');
    await page.getByRole('button', { name: 'Make a support bundle…' }).click();
    const dialog = page.getByRole('dialog');
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save…' }).click()]);
    const { stdout, status } = spawnSync('unzip', ['-p', await download.path()], { maxBuffer: 1 << 28 });
    expect(status).toBe(0);
    const inside = stdout.toString('latin1');
    expect(inside).toContain('PLC_PRG.Speed');
    const keys = await privateKeys(site.folder);
    expect(keys.length).toBeGreaterThan(0);
    for (const secret of [PASSWORD, USER, token, ...keys]) {
      for (const written of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, ''), Buffer.from(secret).toString('hex')]) {
        expect(inside.includes(written), `${written.slice(0, 12)}…`).toBe(false);
      }
    }
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  test('logs no error', () => expect(seen.errors).toEqual([]));
});

/** Some characters from the middle of each private key below a folder. */
async function privateKeys(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(entries.filter((it) => it.isFile() && /\.(pem|key)$/.test(it.name)).map((it) => readFile(join(it.parentPath, it.name), 'utf8')));
  return texts.filter((it) => it.includes('PRIVATE KEY')).map((it) => it.replace(/-----[A-Z ]+-----|\s/g, '').slice(400, 464));
}
