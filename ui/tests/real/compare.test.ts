// Two versions of a project, or a project and its controller: their differences, drawn from the files.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { go, visit, withBrowser, type Visit } from '../browser';
import { BINARY, Site, type Running } from './site';
import { inBothSchemes } from '../table';

const tag = (name: string, type: string): string => `<Tag Name="${name}" TagType="Base" DataType="${type}" ExternalAccess="Read/Write"/>`;

/** A routine as Logix Designer exports it: a rung, and a text. */
const line = ({ rung, text, count }: { rung: string; text: string; count: string }): string => `<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" TargetName="Line" TargetType="Controller">
<Controller Use="Target" Name="Line" ProcessorType="1756-L83E" MajorRev="35" MinorRev="11">
<Tags>${['Auto', 'Stop', 'Guard', 'Run'].map((it) => tag(it, 'BOOL')).join('')}${tag('Count', count)}${tag('Level', 'DINT')}</Tags>
<Programs><Program Name="Main" MainRoutineName="Ladder"><Routines>
<Routine Name="Ladder" Type="RLL"><RLLContent>
<Rung Number="0" Type="N"><Text><![CDATA[XIC(Level.0)XIO(Level.1)OTE(Level.2);]]></Text></Rung>
<Rung Number="1" Type="N"><Text><![CDATA[${rung}]]></Text></Rung></RLLContent></Routine>
<Routine Name="Text" Type="ST"><STContent><Line Number="0"><![CDATA[${text}]]></Line></STContent></Routine>
</Routines></Program></Programs><Tasks><Task Name="T" Type="CONTINUOUS"><ScheduledPrograms><ScheduledProgram Name="Main"/></ScheduledPrograms></Task></Tasks>
</Controller></RSLogix5000Content>`;
const BEFORE = line({ rung: 'XIC(Auto)XIO(Stop)OTE(Run);', text: 'Level := Level + 1;', count: 'DINT' });
const AFTER = line({ rung: 'XIC(Auto)XIO(Stop)XIC(Guard)OTE(Run);', text: 'Level := Level + 2;', count: 'REAL' });

describe.skipIf(!BINARY)('two versions of a project', () => {
  withBrowser();
  let site: Site;
  let seen: Visit;
  let controller: Running;
  beforeAll(async () => {
    site = await Site.new();
    const file = join(site.folder, 'line.L5X');
    await writeFile(file, BEFORE);
    controller = await site.simulate(file);
    const { readyLine } = await site.firstRun();
    seen = await visit(readyLine);
    const { page } = seen;
    await page.getByRole('button', { name: 'Start the built-in service' }).click();
    await page.getByText('No projects yet').waitFor();
    const open = async (): Promise<void> => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a project file…' }).first().click()]);
      await chooser.setFiles(file);
    };
    const selected = page.getByRole('complementary', { name: 'Selected project' });
    await open();
    await selected.getByRole('heading', { name: /line/i }).waitFor();
    await writeFile(file, AFTER);
    await open();
    await selected.getByRole('link', { name: 'Compare versions' }).waitFor();
    await page.getByRole('button', { name: 'Logic', exact: true }).click();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
  });
  afterAll(async () => {
    await seen?.close();
    await site?.close();
  });

  const row = (name: RegExp): ReturnType<Visit['page']['getByRole']> => seen.page.getByRole('navigation', { name: 'Differences' }).getByRole('button', { name });
  const texts = (selector: string): Promise<string[]> => seen.page.locator(selector).allInnerTexts().then((all) => all.map((it) => it.replaceAll(/\s+/g, ' ').trim()));

  test('each difference is named, and drawn before and after', async () => {
    const { page } = seen;
    await row(/^\+ A condition was added: XIC\(Guard\) Main\/Ladder, rung 1$/).click();
    await expect.poll(() => texts('.piece.differs')).toEqual(['+ Guard']);
    await expect.poll(() => page.getByRole('region', { name: 'Before' }).locator('.contact').count()).toBe(2);
    await expect.poll(() => page.getByRole('region', { name: 'After' }).locator('.contact').count()).toBe(3);
    await row(/Main\/Text, line 1$/).click();
    await expect.poll(() => texts('.st .differs')).toEqual(['1 Level := Level + 1;', '1 Level := Level + 2;']);
    await row(/A tag has another type: Count: DINT → REAL/).click();
    await expect.poll(() => texts('.turned dd')).toEqual(['DINT', 'REAL']);
    await inBothSchemes(page);
    await row(/A condition was added/).click();
    await page.getByRole('button', { name: 'Show in the code' }).click();
    await page.locator('.rung.marked[data-rung="1"]').waitFor();
  });

  test('the controller is read on request, and without a response no differences are shown', async () => {
    const { page } = seen;
    await go(page, 'connect');
    await page.getByLabel('IP address or host name').fill(controller.readyLine);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Start anyway' }).click();
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await go(page, 'projects');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('combobox', { name: 'After' }).selectOption('controller');
    await page.getByText('The controller differs from the project in 1 place.').waitFor();
    await page.getByRole('region', { name: 'The difference' }).locator('.findings').getByText(/Count/).waitFor();
    await inBothSchemes(page);
    await controller.stop('SIGKILL');
    await page.getByRole('button', { name: 'Compare again' }).click();
    await page.getByText('They cannot be compared').waitFor();
    expect(await page.getByText(/The controller differs|Compared at/).count()).toBe(0);
  });

  test('logs no error', () => expect(seen.errors).toEqual([]));
});
