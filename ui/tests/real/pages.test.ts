// The pages of a project in the demo: findings and their export, proposals as a version, triggers and the past; and a large file.

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Download, Page } from 'playwright-core';
import { violations } from '../axe';
import { go, visit, withBrowser, type Visit } from '../browser';
import { BINARY, Site } from './site';

/** A project file of more than 16 MB: a console with a limit for WebSocket frames does not accept it. */
function large(): string {
  const comment = 'A tag of a large plant, with a comment as long as people write them, so that the file is as large as theirs are. '.repeat(15);
  const tags = Array.from({ length: 10_000 }, (_, i) => `<Tag Name="Plant_Area_${i % 40}_Drive_${i}" TagType="Base" DataType="DINT" ExternalAccess="Read/Write"><Description><![CDATA[${comment}]]></Description></Tag>`);
  return `<?xml version="1.0" encoding="UTF-8"?><RSLogix5000Content SchemaRevision="1.0" TargetName="LARGE" TargetType="Controller"><Controller Use="Target" Name="LARGE" ProcessorType="1756-L83E" MajorRev="35" MinorRev="11"><Tags>${tags.join('')}</Tags></Controller></RSLogix5000Content>`;
}

const saved = async (page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> => {
  const [download] = await Promise.all([page.waitForEvent('download') as Promise<Download>, act()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
};

describe.skipIf(!BINARY)('the pages of a project', () => {
  withBrowser();
  let site: Site;
  let seen: Visit;
  beforeAll(async () => {
    site = await Site.new();
    const { readyLine } = await site.demo();
    seen = await visit((JSON.parse(readyLine) as { console: string }).console, { size: { width: 1366, height: 768 } });
    const { page } = seen;
    await go(page, 'projects');
    await page.getByRole('button', { name: /^Bottling/ }).click();
    await page.getByRole('button', { name: 'Logic', exact: true }).click();
  });
  afterAll(async () => {
    expect(seen?.errors ?? []).toEqual([]);
    await seen?.close();
    await site?.close();
  });

  const tab = (name: string): Promise<void> => seen.page.getByRole('navigation', { name: 'Pages of the project' }).getByRole('link', { name, exact: true }).click();

  test('findings: analysis, baseline, export, rung', async () => {
    const { page } = seen;
    await tab('Findings');
    await page.getByRole('button', { name: 'Run analysis' }).click();
    await page.getByText(/^\d+ errors?, \d+ warnings?, \d+ notes?$/).waitFor();
    expect(await violations(page)).toEqual([]);
    const sarif = await saved(page, async () => { await page.getByRole('button', { name: 'Export' }).click(); await page.getByRole('button', { name: /^SARIF/ }).click(); });
    const log = JSON.parse(sarif.bytes.toString()) as { version: string; runs: { results: unknown[] }[] };
    expect([log.version, (log.runs[0]?.results.length ?? 0) > 10]).toEqual(['2.1.0', true]);
    await page.getByRole('button', { name: 'Severity', exact: true }).click();
    await page.locator('.finding-group summary').first().waitFor();
    await page.locator('.finding-row').first().click();
    await page.getByRole('complementary', { name: 'Selected finding' }).getByRole('heading', { name: 'What to do' }).waitFor();
    await page.getByRole('button', { name: 'Accept all into the baseline' }).click();
    await page.getByRole('button', { name: 'Only new' }).click();
    await page.getByText('No finding matches').waitFor();
    await page.getByRole('button', { name: 'Only new' }).click();
    await page.getByRole('searchbox', { name: 'Search findings' }).fill(':');
    await page.locator('.finding-row').first().click();
    await page.getByRole('button', { name: /^Show .*:\d+ in the logic$/ }).first().click();
    await page.locator('.rung.marked').waitFor();
    // The findings are restored.
    await tab('Findings');
    await page.getByText(/Baseline: \d+ findings/).waitFor();
  });

  test('proposals: request, drawn differences, version', async () => {
    const { page } = seen;
    await tab('Proposals');
    await page.getByRole('textbox', { name: 'Your request' }).fill('add a closed contact HMI_Manual to rung 0 of Main');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'In which routine?' }).waitFor();
    await page.getByRole('button', { name: 'Line/Main', exact: true }).click();
    await page.getByRole('heading', { name: 'Steps' }).waitFor();
    await page.getByRole('region', { name: 'After' }).locator('.piece, .st').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Your request' }).fill('make me a coffee');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No proposal' }).waitFor();
    await page.getByRole('textbox', { name: 'Your request' }).fill('rename Horn_ONS to Horn_Edge');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await page.getByText(/Saved as version 2\./).waitFor();
    await tab('Versions');
    await page.getByRole('navigation', { name: 'Differences' }).getByText(/Horn_Edge/).first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('a report of the selected chapters is a PDF', async () => {
    const { page } = seen;
    await tab('Report');
    for (const it of ['Tags with where they are used', 'Hardware modules']) await page.getByRole('checkbox', { name: it }).uncheck();
    const { name, bytes } = await saved(page, () => page.getByRole('button', { name: 'Make the report' }).click());
    expect([name.endsWith('.pdf'), bytes.subarray(0, 5).toString()]).toEqual([true, '%PDF-']);
    await page.getByRole('button', { name: 'Save again' }).waitFor();
  });

  test('a trigger creates an incident that is shown as the past, exported, and imported again', async () => {
    const { page } = seen;
    await tab('History and incidents');
    await page.getByRole('button', { name: 'Add a trigger' }).first().click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Tag' }).fill('Line_Speed');
    await page.getByRole('combobox', { name: 'Condition' }).selectOption('changes');
    await page.getByRole('spinbutton', { name: /Kept after/ }).fill('1');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const show = page.getByRole('button', { name: /^Show this moment: incident 1$/ });
    await show.waitFor({ timeout: 120_000 });
    expect(await violations(page)).toEqual([]);
    const { name, bytes } = await saved(page, () => page.getByRole('button', { name: 'Export incident 1' }).click());
    expect(name).toMatch(/\.tbrec$/);
    await page.getByRole('button', { name: /^Delete trigger/ }).click();
    await page.getByText(/^No trigger\./).waitFor();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Import a .tbrec file' }).first().click()]);
    await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
    await page.getByText(/^Imported as incident \d+$/).first().waitFor();
    await show.click();
    await page.locator('html[data-past]').waitFor();
    await page.keyboard.press('Escape');
    await go(page, 'projects');
  });

  test('the values of a tag are listed and saved', async () => {
    const { page } = seen;
    await tab('History and incidents');
    const values = page.getByRole('region', { name: 'Values of a tag' }).first();
    await values.getByRole('textbox', { name: 'Tag' }).fill('Line_Speed');
    await values.getByRole('button', { name: 'Show values' }).click();
    await values.getByText(/^\d+ of [\d,]+ changes/).waitFor();
    const { bytes } = await saved(page, () => values.getByRole('button', { name: 'Save as CSV' }).click());
    expect(bytes.toString().split('\n')[0]).toBe('time,until,tag,value,quality,reason');
  });

  test('a file of more than 16 MB opens with its progress, and its tags are shown in parts', async () => {
    const { page } = seen;
    const file = large();
    expect(file.length).toBeGreaterThan(16 << 20);
    await page.getByRole('link', { name: 'All projects' }).click();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a project file…' }).first().click()]);
    await chooser.setFiles({ name: 'large.L5X', mimeType: 'text/xml', buffer: Buffer.from(file) });
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('complementary', { name: 'Selected project' }).getByRole('heading', { name: 'LARGE' }).waitFor({ timeout: 180_000 });
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByText(/^10\D?000 tags$/).waitFor({ timeout: 120_000 });
    await page.locator('.tag-tree .tag').first().waitFor();
    // The page contains 200 of them, not all.
    expect(await page.locator('.tag-tree .tag').count()).toBe(200);
    await page.getByRole('searchbox', { name: 'Name, comment or address' }).fill('Drive_9999');
    await page.getByText('1 tag', { exact: true }).waitFor();
  });
});
