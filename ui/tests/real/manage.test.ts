// A company's service with a self-signed certificate, and the management of its projects, in both languages.

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { go, visit, withBrowser, type Visit } from '../browser';
import { freePort } from '../port';
import { BINARY, projectFile, Site, type Running } from './site';
import { inBothSchemes } from '../table';

const PERMISSIONS = 'hmi_view,hmi_edit,hmi_push,code_read,code_write,project_upload';

describe.skipIf(!BINARY)('a company’s service', () => {
  withBrowser();
  let site: Site;
  let seen: Visit;
  let service: Running;
  let port: number;
  let key: string;
  let print = '';

  const serve = (): Promise<Running> => site.start(['serve', '--listen', `0.0.0.0:${port}`, '--data', join(site.folder, 'service'), '--json'], /\{.*\}/);

  beforeAll(async () => {
    site = await Site.new();
    const data = ['--data', join(site.folder, 'service')];
    const { project_id } = site.ask('project', 'add', ...data, '--name', 'Filler', projectFile('filler.L5X'));
    const next = join(site.folder, 'filler-next.L5X');
    await writeFile(next, (await readFile(projectFile('filler.L5X'), 'utf8')).replace('</Tags>', '<Tag Name="Later" TagType="Base" DataType="DINT"/></Tags>'));
    site.ask('project', 'add', ...data, '--into', project_id!, next);
    key = site.ask('key', 'create', ...data, '--name', 'desk', '--permissions', PERMISSIONS).secret!;
    port = await freePort();
    service = await serve();
    const { readyLine } = await site.firstRun();
    seen = await visit(readyLine);
  });
  afterAll(async () => {
    await seen?.close();
    await site?.close();
  });

  async function speak(page: Page, language: 'Deutsch' | 'English'): Promise<void> {
    await go(page, 'settings');
    await page.getByRole('button', { name: language, exact: true }).click();
  }

  test('is trusted only after the user’s decision', async () => {
    const { page } = seen;
    await page.getByText('Use your company’s service').click();
    await page.getByLabel('Address', { exact: true }).fill(`https://127.0.0.1:${port}`);
    await page.getByLabel('Key', { exact: true }).fill(key);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('its certificate is self-signed and not yet trusted here').waitFor();
    await inBothSchemes(page);
    await page.getByRole('button', { name: 'View its certificate…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Do you trust this service?' });
    await dialog.getByText(`127.0.0.1:${port}`).waitFor();
    print = /SHA-256 ([0-9A-F:]{95})/.exec(await dialog.innerText())?.[1] ?? '';
    expect(service.readyLine).toContain(print);
    expect(print).not.toBe('');
    await inBothSchemes(page);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('not yet trusted here').waitFor();
    await page.getByRole('button', { name: 'View its certificate…' }).click();
    await dialog.getByRole('button', { name: 'Trust this certificate' }).click();
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('button', { name: 'Filler' }).waitFor();
  });

  test('renames projects, and makes an older version the current one', async () => {
    const { page } = seen;
    const chosen = page.getByRole('complementary', { name: 'Selected project' });
    await page.getByRole('button', { name: 'Filler' }).click();
    await chosen.getByRole('button', { name: 'Rename…' }).click();
    const naming = page.getByRole('dialog', { name: 'Rename the project' });
    await naming.getByLabel('Name').fill('Line 4');
    await inBothSchemes(page);
    await page.keyboard.press('Enter');
    await chosen.getByRole('heading', { name: 'Line 4' }).waitFor();
    await page.getByRole('button', { name: 'Line 4' }).waitFor();

    await chosen.getByRole('button', { name: 'Versions…' }).click();
    const versions = page.getByRole('dialog', { name: 'Versions of Line 4' });
    const rows = versions.locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.first().innerText()).toMatch(/2\s+filler-next.L5X.*Current/s);
    await inBothSchemes(page);
    const [download] = await Promise.all([page.waitForEvent('download'), versions.getByRole('button', { name: 'Save file: version 1' }).click()]);
    expect(download.suggestedFilename()).toBe('filler.L5X');
    expect(await readFile(await download.path())).toEqual(await readFile(projectFile('filler.L5X')));
    await versions.getByRole('button', { name: 'Make current: version 1' }).click();
    await expect.poll(() => rows.first().innerText()).toMatch(/3\s+filler.L5X.*Current/s);
    await page.keyboard.press('Escape');
    await chosen.getByText('filler.L5X').waitFor();
  });

  test('archives, restores and deletes projects, in German', async () => {
    const { page } = seen;
    await speak(page, 'Deutsch');
    await go(page, 'projects');
    const chosen = page.getByRole('complementary', { name: 'Gewähltes Projekt' });
    const archive = async (): Promise<void> => {
      await chosen.getByRole('button', { name: 'Archivieren…' }).click();
      await page.getByRole('dialog', { name: 'Line 4 archivieren?' }).getByRole('button', { name: 'Archivieren', exact: true }).click();
      await page.getByText('Noch keine Projekte').waitFor();
    };
    await archive();
    await inBothSchemes(page);
    await page.getByRole('button', { name: 'Archiviert', exact: true }).click();
    await page.getByRole('button', { name: 'Line 4' }).waitFor();
    await chosen.getByRole('button', { name: 'Aus dem Archiv holen' }).click();
    await page.getByText('Kein Projekt ist archiviert').waitFor();
    await page.getByRole('button', { name: 'In Gebrauch' }).click();
    await page.getByRole('button', { name: 'Line 4' }).waitFor();

    await archive();
    await chosen.getByRole('button', { name: 'Löschen…' }).click();
    const end = page.getByRole('dialog', { name: 'Line 4 endgültig löschen?' });
    const word = end.getByLabel('Zum Löschen den Namen des Projekts eingeben');
    await word.fill('Line 5');
    expect(await end.getByRole('button', { name: 'Endgültig löschen' }).isDisabled()).toBe(true);
    await inBothSchemes(page);
    await word.fill('Line 4');
    await end.getByRole('button', { name: 'Endgültig löschen' }).click();
    await page.getByText('Kein Projekt gewählt').waitFor();
    await page.getByRole('button', { name: 'Archiviert', exact: true }).click();
    await page.getByText('Kein Projekt ist archiviert').waitFor();
  });

  test('is refused with a message if its certificate differs from the trusted one', async () => {
    const { page } = seen;
    await service.stop();
    await rm(join(site.folder, 'service', 'tls'), { recursive: true });
    service = await serve();
    const notice = page.getByRole('alert').filter({ hasText: 'Dem Dienst wird nicht vertraut.' });
    await notice.getByText('ein anderes Zertifikat').waitFor();
    await inBothSchemes(page);
    await notice.getByRole('button', { name: 'Zertifikat ansehen…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Der Dienst zeigt ein anderes Zertifikat' });
    await dialog.getByText(`bisher: ${print}`).waitFor();
    await inBothSchemes(page);
    await dialog.getByRole('button', { name: 'Nicht vertrauen' }).click();
    await notice.waitFor();
    await notice.getByRole('button', { name: 'Zertifikat ansehen…' }).click();
    await dialog.getByRole('button', { name: 'Diesem Zertifikat vertrauen' }).click();
    await notice.waitFor({ state: 'detached' });
  });

  test('logs no error', () => expect(seen.errors).toEqual([]));
});
