// A controller that accepts no anonymous login, on the real binary's console: the certificate, the login, values; and
// what is known of the password after the program has ended.

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { go, visit, withBrowser } from '../browser';
import { BINARY, projectFile, Site, type Running } from './site';
import { changes, inBothSchemes } from '../table';

const PASSWORD = 'canary of the packer';

/** Everything below a folder, by its path. */
async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name));
}

describe.skipIf(!BINARY)('a real controller with users', () => {
  withBrowser();

  test('is logged in at, and again by the next run; the password is in one file alone', async () => {
    // The program that logs in must not have it from its environment.
    const site = await Site.new();
    const controller = await site.start(
      ['simulate', projectFile('packer.xml'), '--security', 'Basic256Sha256:SignAndEncrypt', '--user', 'joe'], /^(opc\.tcp:\/\/.+)$/, { TAGBRIDGE_PASSWORD: PASSWORD },
    );
    let run: Running = await site.firstRun();
    let seen = await visit(run.said);
    let { page } = seen;
    await page.getByRole('button', { name: 'Start the built-in service' }).click();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a project file…' }).first().click()]);
    await chooser.setFiles(projectFile('packer.xml'));
    await page.getByRole('heading', { name: 'Packer' }).waitFor();
    await go(page, 'connect');
    await page.getByLabel('IP address or host name').fill(controller.said);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Trust this certificate' }).click();
    await page.getByRole('heading', { name: 'Who logs in?' }).waitFor();
    await inBothSchemes(page);
    await page.getByLabel('User').fill('joe');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByLabel('Keep the password').selectOption('In a file that only you can read');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').getByText('It was tried once.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('4 of 4 tags can be read').waitFor();
    await page.getByText('Logs in as joe').waitFor();
    await page.getByRole('button', { name: 'Start session' }).click();
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await changes(page, 'PLC_PRG.Speed');
    expect(seen.errors).toEqual([]);
    await seen.close();
    await run.stop();

    run = await site.firstRun();
    seen = await visit(run.said);
    ({ page } = seen);
    await go(page, 'session');
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await changes(page, 'PLC_PRG.Speed');
    await seen.close();
    await run.stop();
    await controller.stop();
    const having: string[] = [];
    for (const file of await files(site.folder)) if ((await readFile(file)).includes(PASSWORD)) having.push(file);
    expect(having.map((it) => it.split('/').at(-1))).toEqual(['controllers.key']);
    expect((await stat(having[0]!)).mode & 0o777).toBe(0o600);
    await site.close();
  });
});
