// A controller that accepts no anonymous login, on the console of the real binary: the certificate, the login, values, and
// the files that contain the password after the program has ended.

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { go, visit, withBrowser } from '../browser';
import { BINARY, projectFile, Site, type Running } from './site';
import { changes, inBothSchemes } from '../table';

const PASSWORD = 'canary of the packer';

/** All files below a folder, by path. */
async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name));
}

describe.skipIf(!BINARY)('a real controller with users', () => {
  withBrowser();

  test('is used for the login, also by the next run; only one file contains the password', async () => {
    // The password must not be in the environment of the program that logs in.
    const site = await Site.new();
    const controller = await site.start(
      ['simulate', projectFile('packer.xml'), '--security', 'Basic256Sha256:SignAndEncrypt', '--user', 'joe'], /^(opc\.tcp:\/\/.+)$/, { TAGBRIDGE_PASSWORD: PASSWORD },
    );
    let run: Running = await site.firstRun();
    let seen = await visit(run.readyLine);
    let { page } = seen;
    await page.getByRole('button', { name: 'Start the built-in service' }).click();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a project file…' }).first().click()]);
    await chooser.setFiles(projectFile('packer.xml'));
    await page.getByRole('heading', { name: 'Packer' }).waitFor();
    await go(page, 'connect');
    await page.getByLabel('IP address or host name').fill(controller.readyLine);
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
    seen = await visit(run.readyLine);
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
