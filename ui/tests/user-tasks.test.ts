// Tasks of a user: first run, projects, settings, a support bundle.

import { describe, expect, test } from 'vitest';
import { verbatim } from '../src/texts/catalogue';
import { violations } from './axe';
import { figures, go, on, withBrowser } from './browser';
import { Refusal } from './fake/desk';
import type { LogEvent, ProjectDetail, ProjectSource, Session } from '../src/bindings/desk';
import { coded, detail, log, NO_SERVICE, projects, SERVICE } from './fake/views';

withBrowser();

describe('first run', () => {
  test('the built-in service takes one click', () =>
    on({ service: NO_SERVICE, state: 'none' }, {}, async ({ page, desk }) => {
      await page.getByRole('button', { name: 'Start the built-in service' }).click();
      await page.getByRole('button', { name: 'Bottling line 3' }).waitFor();
      expect(desk.calls.find((it) => it.command === 'use_service')?.args).toEqual({ kind: 'builtIn' });
    }));

  test('a project file is sufficient: two clicks and an address to the check, one more to the values', () =>
    on({ service: NO_SERVICE, state: 'none', answers: { open_project: ({ name }) => ({ ...detail(projects(Date.now())[0]!, Date.now()), name }) } }, {}, async ({ page, desk }) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a project file…' }).click()]);
      await chooser.setFiles({ name: 'Bottling.L5X', mimeType: 'text/xml', buffer: Buffer.from('<RSLogix5000Content/>') });
      const host = page.getByLabel('IP address or host name');
      await host.fill('10.1.2.3');
      await page.keyboard.press('Enter');
      await page.getByText('412 of 431 tags can be read').waitFor();
      await page.getByRole('button', { name: 'Start session' }).click();
      const given = (): string[] => desk.calls.map((it) => it.command).filter((it) => ['use_service', 'open_project', 'preflight', 'start_session'].includes(it));
      await expect.poll(given).toEqual(['use_service', 'open_project', 'preflight', 'start_session']);
    }));

  test('another service is checked before its key is stored', () =>
    on({ service: NO_SERVICE, state: 'none' }, {}, async ({ page, desk }) => {
      await page.getByText('Use your company’s service').click();
      await page.getByLabel('Address').fill('https://bridge.plant-north.example');
      await page.getByLabel('Key', { exact: true }).fill('tb_secret_4f2c');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('Not: save versions').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save and continue' }).click();
      await page.getByRole('button', { name: 'Bottling line 3' }).waitFor();
      expect(desk.calls.find((it) => it.command === 'use_service')?.args).toEqual({ kind: 'remote', url: 'https://bridge.plant-north.example', key: 'tb_secret_4f2c', keep: 'keychain' });
    }));

  test('a refused key is reported with its remedy, and another input is checked again', () =>
    on({
      service: { ...NO_SERVICE, noKeychain: verbatim('no secret service is running') }, state: 'none',
      answers: { check_service: () => ({ ...SERVICE, state: { state: 'trouble', error: 'invalid_api_key', message: verbatim('the service refuses the key'), remedy: verbatim('ask for a new one') } }) },
    }, {}, async ({ page }) => {
      await page.getByText('Use your company’s service').click();
      await page.getByText('no secret service is running').waitFor();
      await page.getByLabel('Address').fill('https://x.example');
      await page.getByLabel('Key', { exact: true }).fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByText('the service refuses the key').waitFor();
      await page.getByText('ask for a new one').waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.getByRole('button', { name: 'Save and continue' }).count()).toBe(0);
    }));
});

describe('projects', () => {
  test('are searched while the user types, paged, and opened from a file', () =>
    on({ state: 'none' }, {}, async ({ page, desk }) => {
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByRole('button', { name: 'Labeller 3' }).waitFor();
      await page.getByRole('searchbox').fill('boiler');
      await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a project file…' }).click()]);
      await chooser.setFiles({ name: 'Line.L5X', mimeType: 'text/xml', buffer: Buffer.from('<RSLogix5000Content/>') });
      await page.getByRole('heading', { name: 'Line.L5X' }).waitFor();
      expect(desk.calls.find((it) => it.command === 'open_project')?.args).toMatchObject({ name: 'Line.L5X', source: { bytes: Buffer.from('<RSLogix5000Content/>').toString('base64') } });
    }));

  test('are in the list once, also if the next page repeats one', () => {
    const all = projects(Date.now());
    return on({ state: 'none', answers: { projects: ({ cursor }) => (cursor ? { projects: all.slice(6, 9), nextCursor: null } : { projects: all.slice(0, 8), nextCursor: 'more' }) } }, {}, async ({ page }) => {
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => page.locator('tbody tr').count()).toBe(9);
    });
  });

  test('fill their list, also with few or short names', () =>
    on({ answers: { projects: () => ({ projects: projects(Date.now()).slice(0, 1), nextCursor: null }) } }, {}, async ({ page }) => {
      await page.getByRole('button', { name: 'Bottling line 3' }).waitFor();
      const [head, table] = await Promise.all(['thead tr', 'table'].map((it) => page.locator(it).boundingBox()));
      const last = await page.getByRole('columnheader', { name: 'Live from' }).boundingBox();
      expect(head?.width).toBe(table?.width);
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo((table?.x ?? 0) + (table?.width ?? 0), 0);
    }));

  test('a file that is not a project is rejected with a message', () =>
    on({ answers: { open_project: () => { throw new Refusal({ error: 'invalid', message: 'notes.txt is no project file', remedy: 'choose an L5X, a TIA archive or a CODESYS export' }); } } }, {}, async ({ page }) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a project file…' }).click()]);
      await chooser.setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
      await page.getByRole('alert').getByText('notes.txt is no project file').waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('from a project to live values by three clicks', () =>
    on({ state: 'none', overview: { isDemo: true } }, {}, async ({ page }) => {
      await page.getByText('1. Choose a project.').waitFor();
      await page.getByRole('button', { name: 'Bottling line 3' }).click();
      await page.getByText('2. Choose a controller next to it.').waitFor();
      expect(await page.getByText('1. Choose a project.').count()).toBe(0);
      const beside = page.getByRole('complementary', { name: 'Selected project' });
      expect(await violations(page)).toEqual([]);
      await beside.getByRole('button', { name: /LINE3_PLC/ }).click();
      await page.getByText('3. Read the check before start').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Start session' }).press('Enter');
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      // The button was removed with its place: the new place has the focus.
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
      for (const place of ['projects', 'connect']) {
        await go(page, place);
        await page.getByText('A session of Bottling line 3 runs').waitFor();
        expect(await page.getByText(/^A demo.*[123]\./).count()).toBe(0);
      }
    }));

  test.each([
    [{ from: 'controller', error: 'insufficient_permissions', message: verbatim('this key may not read project source'), remedy: verbatim('ask for one with code_read') }, ['Names come from the controller', 'This key may not read project source. Ask for one with code_read.']],
    [{ from: 'controller', error: 'no_file', message: verbatim('the service has no file for this project'), remedy: verbatim('open the project file') }, ['No project file here', 'The service has no file for this project. Open the project file.']],
    [{ from: 'copy', message: verbatim('the service does not respond') }, ['A copy of the project file is used', 'A copy of the service’s']],
    [{ from: 'computer' }, ['On this computer']],
  ] as [ProjectSource, string[]][])('show the source of the names: %j', (source, texts) =>
    on({ state: 'none', answers: { project: () => ({ ...detail(projects(Date.now())[0]!, Date.now()), source }) } }, {}, async ({ page }) => {
      await page.getByRole('button', { name: 'Bottling line 3' }).click();
      for (const text of texts) await page.getByText(text, { exact: true }).waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('are requested again while their file is being loaded', () => {
    let from: 'pending' | 'service' = 'pending';
    const project = (): ProjectDetail => ({ ...detail(projects(Date.now())[0]!, Date.now()), source: { from } });
    return on({ state: 'none', answers: { project } }, {}, async ({ page, desk }) => {
      await page.getByRole('button', { name: 'Bottling line 3' }).click();
      await page.getByText('The project file is being downloaded').waitFor();
      const asked = (): number => desk.calls.filter((it) => it.command === 'project').length;
      await expect.poll(asked).toBeGreaterThan(2);
      from = 'service';
      await page.getByText('From the service', { exact: true }).waitFor();
      const before = asked();
      await page.getByText('The project file is being downloaded').waitFor({ state: 'detached' });
      expect(asked()).toBe(before);
    });
  });
});

describe('diagnostics', () => {
  test('name the session of an event if there are several', () => {
    const other = (it: Session): Session => ({ ...it, name: 'palletiser-2', project: 'p2', projectName: 'Palletiser 2' });
    return on({ others: (it) => [other(it)] }, { place: 'diagnostics' }, async ({ page }) => {
      await page.getByText('A tag differs from the controller\'s tag list. Bottling line 3').waitFor();
    });
  });

  test('a support bundle is shown, changed, and saved', () =>
    on({}, { place: 'diagnostics' }, async ({ page, desk }) => {
      await page.getByRole('button', { name: 'Make a support bundle…' }).click();
      await page.getByText('Found and removed: 1 key, 2 user names, 1 computer name.').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Look inside: settings' }).click();
      await page.getByText('[removed]').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByText('Shows which service, which intervals and which options are set.').waitFor();
      // The list stays; another click closes the file.
      await page.getByRole('button', { name: 'Look inside: settings' }).click();
      await expect.poll(() => page.getByText('[removed]').count()).toBe(0);
      const trace = page.getByRole('checkbox', { name: /Add the recorded communication \(2.* MB, contains values\)/ });
      expect(await trace.getAttribute('aria-checked')).toBe('false');
      await trace.click();
      await page.getByText('wire.pcapng').waitFor();
      await page.getByRole('checkbox', { name: 'Replace tag names by pseudonyms' }).click();
      await expect.poll(() => trace.getAttribute('aria-checked')).toBe('false');
      await page.getByRole('heading', { name: 'Support bundle, 382 kB' }).waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save…' }).click()]);
      expect(download.suggestedFilename()).toBe('tagbridge-support.zip');
      expect(desk.calls.find((it) => it.command === 'save_bundle')?.args).toEqual({ pseudonyms: true, trace: false, path: null });
    }));

  test('the doctor and the statement', () =>
    on({}, { place: 'diagnostics' }, async ({ page }) => {
      await page.getByRole('button', { name: 'Run the doctor' }).click();
      await page.getByText('Set this computer\'s clock').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('button', { name: 'The complete list' }).click();
      await page.getByText('Read type').waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  const setBack = (): LogEvent => ({ id: 99, at: Date.now(), level: 'warning', message: verbatim('the clock was set back'), session: null, fields: [], target: 'x' });

  test('events are searched and filtered, and new ones are added at the top', () =>
    on({}, { place: 'diagnostics' }, async ({ page, desk }) => {
      await page.getByRole('button', { name: 'Faults 1' }).click();
      await expect.poll(() => page.locator('.log .line').count()).toBe(1);
      await page.getByRole('button', { name: 'All' }).click();
      desk.push({ topic: 'log', data: [setBack()] });
      await expect.poll(() => page.locator('.log .text').first().textContent()).toContain('The clock was set back.');
      await page.getByRole('searchbox').fill('nothing like it');
      await page.getByText('No event matches').waitFor();
    }));

  test('a new event before the answer with past events hides none of them', () => {
    let answer = (_: LogEvent[]): void => undefined;
    return on({ answers: { log: () => new Promise((resolve) => (answer = resolve)) } }, { place: 'diagnostics' }, async ({ page, desk }) => {
      const texts = page.locator('.log .text');
      await expect.poll(() => desk.calls.some((it) => it.command === 'log')).toBe(true);
      desk.push({ topic: 'log', data: [setBack()] });
      await texts.getByText('The clock was set back.').waitFor();
      answer(log(Date.now()));
      await expect.poll(() => texts.count()).toBe(log(Date.now()).length + 1);
      expect(await texts.first().textContent()).toContain('The clock was set back.');
    });
  });
});

describe('in German', () => {
  const german = { settings: { language: 'de' as const } };

  test('events are shown, and found by their shown text', () =>
    on(german, { place: 'diagnostics' }, async ({ page }) => {
      const lines = page.locator('.log .line');
      await lines.filter({ hasText: 'Die Steuerung kann nicht gelesen werden.' }).getByText('Die Gegenseite hat die Verbindung geschlossen (Schritt: Variablen lesen).').waitFor();
      expect((await lines.locator('.text').allInnerTexts()).filter((it) => /\b(the|is|are)\b/.test(it))).toEqual([]);
      await page.getByRole('searchbox').fill('Datenträger ist voll');
      await expect.poll(() => lines.count()).toBe(1);
      await page.getByRole('button', { name: /Datensätze können nicht gespeichert werden/ }).click();
      await page.locator('.log .event-detail').getByText('No space left on device').waitFor();
      expect((await page.locator('.log .event-detail').boundingBox())!.width).toBeGreaterThan(300);
      expect(await violations(page)).toEqual([]);
    }));

  test('the reason of a wait, failures and remedies', () =>
    on({ ...german, state: 'waiting', answers: { diagnostics: () => { throw new Refusal({ error: 'not_found', message: coded('desk-not-there', { what: coded('desk-thing-session'), name: 'x' }), remedy: coded('desk-do-choose-session') }); } } }, { place: 'diagnostics' }, async ({ page }) => {
      await page.getByText('Nicht vorhanden: Sitzung „x“. Wählen Sie eine, die angezeigt wird.').waitFor();
      await go(page, 'session');
      await page.locator('.state-line').getByText('Keine Antwort in 2000 ms (Schritt: Variablen lesen)').waitFor();
      await page.locator('.state-line').getByText('prüfen Sie das Netz zur Steuerung', { exact: false }).waitFor();
    }));

  test('the doctor, the statement and a bundle', () =>
    on(german, { place: 'diagnostics' }, async ({ page }) => {
      await page.getByRole('button', { name: 'Systemprüfung' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Die Uhr dieses Rechners geht 48 s nach gegenüber dem Dienst.').waitFor();
      await dialog.getByText('Stellen Sie die Uhr dieses Rechners richtig').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Ganze Liste' }).click();
      await dialog.getByText('Dieses Programm enthält keine Anfrage zum Schreiben.').waitFor();
      await dialog.getByText('Typ lesen').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Supportpaket…' }).click();
      await dialog.getByRole('button', { name: 'Ansehen: die Einstellungen, ohne den Schlüssel' }).waitFor();
    }));
});

describe('settings', () => {
  test('show the file of configured sessions', () =>
    on({ overview: { configuration: '/etc/tagbridge/tagbridge.toml' }, change: (it) => ({ ...it, isConfigured: true }) }, { place: 'settings' }, async ({ page }) => {
      await page.getByText('/etc/tagbridge/tagbridge.toml').waitFor();
      expect(await violations(page)).toEqual([]);
      await go(page, 'session');
      await figures(page);
      await page.getByRole('group', { name: 'Show the figures' }).getByText('From tagbridge.toml.').waitFor();
      expect(await page.getByRole('button', { name: 'Stop session' }).count()).toBe(0);
    }));

  test('apply at once; an invalid input is reported and not stored', () =>
    on({}, { place: 'settings' }, async ({ page, desk }) => {
      await page.getByRole('group', { name: 'Scan' }).getByRole('button', { name: '500 ms' }).click();
      await expect.poll(() => desk.settings.scanIntervalMs).toBe(500);
      await page.getByLabel('Push').fill('0.01');
      await page.keyboard.press('Tab');
      await page.getByText('From 0.1 to 60 s. Current value: 1 s.').waitFor();
      expect(await violations(page)).toEqual([]);
      expect(desk.settings.pushIntervalMs).toBe(1000);
      await page.getByLabel('Push').fill('2');
      await page.keyboard.press('Enter');
      await expect.poll(() => desk.settings.pushIntervalMs).toBe(2000);
    }));

  test('that change faster than they are stored show the last choice', () => {
    const answers: (() => void)[] = [];
    return on({ answers: { save_settings: (it) => new Promise((resolve) => answers.push(() => resolve(it))) } }, { place: 'settings' }, async ({ page }) => {
      await page.getByRole('button', { name: '500 ms' }).click();
      await page.getByRole('button', { name: 'Plant (gloves)' }).click();
      const shown = await page.evaluateHandle(() => {
        const shown: (string | undefined)[] = [];
        new MutationObserver(() => shown.push(document.documentElement.dataset.density)).observe(document.documentElement, { attributes: true });
        return shown;
      });
      await expect.poll(() => answers.length).toBe(1);
      answers[0]!();
      // One at a time, so that the order stays.
      await expect.poll(() => answers.length).toBe(2);
      expect(await shown.jsonValue()).not.toContain('normal');
      answers[1]!();
      expect(await page.getByRole('button', { name: '500 ms' }).getAttribute('aria-pressed')).toBe('true');
    });
  });

  test('that are rejected do not affect others', () => {
    let refuse = (): void => undefined;
    const first = new Promise<never>((_, reject) => (refuse = () => reject(new Refusal({ error: 'disk', message: 'the disk is full', remedy: 'make room' }))));
    return on({ answers: { save_settings: (it) => (it.pushIntervalMs === 7000 ? first : it) } }, { place: 'settings' }, async ({ page, desk }) => {
      const kept = (): unknown[] => desk.calls.filter((it) => it.command === 'save_settings').map((it) => it.args);
      await page.getByLabel('Push').fill('7');
      await page.getByRole('button', { name: 'Plant (gloves)' }).click();
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.density)).toBe('large');
      refuse();
      await expect.poll(kept).toMatchObject([{ pushIntervalMs: 7000, largeTargets: false }, { pushIntervalMs: 1000, largeTargets: true }]);
      await page.getByText('The disk is full. Make room.').waitFor();
      await expect.poll(() => page.getByLabel('Push').inputValue()).toBe('1');
      expect(await page.evaluate(() => document.documentElement.dataset.density)).toBe('large');
    });
  });

  test.each([['dark', 'Dark'], ['light', 'Light']])('colours: %s if selected', (scheme, name) =>
    on({}, { place: 'settings', scheme: scheme === 'dark' ? 'light' : 'dark' }, async ({ page }) => {
      await page.getByRole('group', { name: 'Colours' }).getByRole('button', { name }).click();
      await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(scheme);
    }));

  test('every place in German, with large targets, without cut text', () =>
    on({ settings: { language: 'de', largeTargets: true } }, { size: { width: 1440, height: 900 } }, async ({ page }) => {
      for (const place of ['projects', 'connect', 'session', 'diagnostics', 'settings']) {
        await go(page, place);
        if (place === 'projects') await page.getByRole('button', { name: 'Bottling line 3' }).click();
        await page.locator('main :is(h1, h2)').first().waitFor();
        await expect.poll(() => page.locator('main .ghost').count(), { message: place }).toBe(0);
        expect(await violations(page), place).toEqual([]);
        const small = await page.evaluate(() => [...document.querySelectorAll('button, a, input, select')].flatMap((it) => {
          const { width, height } = it.getBoundingClientRect();
          const field = it.closest('.field, .segments')?.getBoundingClientRect() ?? { width, height };
          const hidden = width === 0 || it.matches('.skip, .head button, .row-name') || it.closest('.rows, .row');
          return hidden || (Math.max(field.height, height) >= 43 && Math.max(field.width, width) >= 43) ? [] : [`${it.className} ${it.textContent} ${width}x${height}`];
        }));
        expect(small, place).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide, place).toBeLessThanOrEqual(0);
      }
    }));
});

test('repeated notes of a file are shown each time, and the project is shown', () => {
  const project = ({ project: id }: { project: string }): ProjectDetail => {
    const it = detail(projects(Date.now()).find((item) => item.id === id)!, Date.now());
    return { ...it, file: it.file && { ...it.file, notes: [...it.file.notes, ...it.file.notes] } };
  };
  return on({ answers: { project } }, {}, async ({ page }) => {
    await page.getByRole('button', { name: 'Bottling line 3' }).click();
    await page.getByText('431, 118 with a comment').waitFor();
    await expect.poll(() => page.locator('.notes li').count()).toBe(2);
  });
});

test('the top bar names the project of its state if another project is selected', () =>
  on({}, {}, async ({ page }) => {
    const top = page.getByRole('banner');
    await page.getByRole('button', { name: 'Bottling line 3' }).click();
    await top.getByText('LINE3_PLC').waitFor();
    await page.getByRole('button', { name: 'Palletiser 2' }).click();
    await expect.poll(() => top.innerText()).toMatch(/Live[^]*Bottling line 3[^]*Palletiser 2/);
    expect(await top.innerText()).not.toContain('LINE3_PLC');
    await go(page, 'session');
    await top.getByText('LINE3_PLC').waitFor();
  }));

test('places and help by keyboard', () =>
  on({}, {}, async ({ page }) => {
    for (const [key, title] of [['3', 'Session'], ['4', 'Diagnostics'], ['5', 'Settings'], ['2', 'Connect'], ['1', 'Projects']]) {
      await page.keyboard.press(`Alt+${key}`);
      await expect.poll(() => page.title()).toBe(`Live: Bottling line 3 – ${title} – Tagbridge`);
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).toBe('solid');
  }));
