// The ways through the places: first run, a project, a controller and its certificate, settings, a support bundle.

import { describe, expect, test } from 'vitest';
import { violations } from './axe';
import { go, on, withBrowser } from './browser';
import { Refusal } from './fake/desk';
import type { Preflight, ProjectDetail, ProjectSource, Session, Supplement } from '../src/bindings/desk';
import { detail, NO_SERVICE, NOTHING_TOLD, preflight, projects, SERVICE, session, states } from './fake/views';

withBrowser();

describe('first run', () => {
  test('the built-in service takes one click', () =>
    on({ service: NO_SERVICE, state: 'none' }, {}, async ({ page, desk }) => {
      await page.getByRole('button', { name: 'Start the built-in service' }).click();
      await page.getByRole('button', { name: 'Bottling line 3' }).waitFor();
      expect(desk.calls.find((it) => it.command === 'use_service')?.args).toEqual({ kind: 'builtIn' });
    }));

  test('another service is checked before its key is kept', () =>
    on({ service: NO_SERVICE, state: 'none' }, {}, async ({ page, desk }) => {
      await page.getByLabel('Address').fill('https://bridge.plant-north.example');
      await page.getByLabel('Key', { exact: true }).fill('tb_secret_4f2c');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('Not: save versions').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save and continue' }).click();
      await page.getByRole('button', { name: 'Bottling line 3' }).waitFor();
      expect(desk.calls.find((it) => it.command === 'use_service')?.args).toEqual({ kind: 'remote', url: 'https://bridge.plant-north.example', key: 'tb_secret_4f2c', keep: 'keychain' });
    }));

  test('a key that is refused is said with its remedy, and another input is checked anew', () =>
    on({
      service: { ...NO_SERVICE, noKeychain: 'no secret service is running' }, state: 'none',
      answers: { check_service: () => ({ ...SERVICE, state: { state: 'trouble', error: 'invalid_api_key', message: 'the service refuses the key', remedy: 'ask for a new one' } }) },
    }, {}, async ({ page }) => {
      await page.getByText('keychain cannot be used').waitFor();
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
  test('are found as one types, paged, and opened from a file', () =>
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

  test('stand in the list once, also where one comes with the next page again', () => {
    const all = projects(Date.now());
    return on({ state: 'none', answers: { projects: ({ cursor }) => (cursor ? { projects: all.slice(6, 9), nextCursor: null } : { projects: all.slice(0, 8), nextCursor: 'more' }) } }, {}, async ({ page }) => {
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => page.locator('tbody tr').count()).toBe(9);
    });
  });

  test('fill their list, however few and short their names', () =>
    on({ answers: { projects: () => ({ projects: projects(Date.now()).slice(0, 1), nextCursor: null }) } }, {}, async ({ page }) => {
      await page.getByRole('button', { name: 'Bottling line 3' }).waitFor();
      const [head, table] = await Promise.all(['thead tr', 'table'].map((it) => page.locator(it).boundingBox()));
      const last = await page.getByRole('columnheader', { name: 'Live from' }).boundingBox();
      expect(head?.width).toBe(table?.width);
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo((table?.x ?? 0) + (table?.width ?? 0), 0);
    }));

  test('a file that is none is refused in words', () =>
    on({ answers: { open_project: () => { throw new Refusal({ error: 'invalid', message: 'notes.txt is no project file', remedy: 'choose an L5X, a TIA archive or a CODESYS export' }); } } }, {}, async ({ page }) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a project file…' }).click()]);
      await chooser.setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
      await page.getByRole('alert').getByText('notes.txt is no project file').waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('from a project to live values by three clicks', () =>
    on({ state: 'none', overview: { isDemo: true } }, {}, async ({ page }) => {
      await page.getByText('1. Choose a project').waitFor();
      await page.getByRole('button', { name: 'Bottling line 3' }).click();
      const beside = page.getByRole('complementary', { name: 'Selected project' });
      expect(await violations(page)).toEqual([]);
      await beside.getByRole('button', { name: /LINE3_PLC/ }).click();
      await page.getByText('3. Look at the preflight').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Start session' }).click();
      await page.getByRole('heading', { name: 'Live' }).waitFor();
    }));

  test.each([
    [{ from: 'controller', error: 'insufficient_permissions', message: 'this key may not read project source', remedy: 'ask for one with code_read' }, ['Names come from the controller', 'This key may not read project source. Ask for one with code_read.']],
    [{ from: 'controller', error: 'no_file', message: 'the service has no file for this project', remedy: 'open the project file' }, ['No project file here', 'The service has no file for this project. Open the project file.']],
    [{ from: 'copy', message: 'the service does not answer' }, ['A copy of the project file is used', 'A copy of the service’s']],
    [{ from: 'computer' }, ['On this computer']],
  ] as [ProjectSource, string[]][])('say where names come from: %j', (source, texts) =>
    on({ state: 'none', answers: { project: () => ({ ...detail(projects(Date.now())[0]!, Date.now()), source }) } }, {}, async ({ page }) => {
      await page.getByRole('button', { name: 'Bottling line 3' }).click();
      for (const text of texts) await page.getByText(text, { exact: true }).waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('are asked for again while their file is on its way', () => {
    let asked = 0;
    const project = (): ProjectDetail => ({ ...detail(projects(Date.now())[0]!, Date.now()), source: ++asked > 2 ? { from: 'service' } : { from: 'pending' } });
    return on({ state: 'none', answers: { project } }, {}, async ({ page }) => {
      await page.getByRole('button', { name: 'Bottling line 3' }).click();
      await page.getByText('The project file is being fetched').waitFor();
      await page.getByText('From the service', { exact: true }).waitFor();
      expect(asked).toBe(3);
    });
  });
});

describe('connect', () => {
  const chosen = async (page: import('playwright-core').Page): Promise<void> => {
    await page.getByRole('button', { name: 'Cleaning in place' }).click();
    await go(page, 'connect');
  };

  test('a certificate that nobody has seen is asked about; trusting is not the default', () =>
    on({ state: 'none' }, {}, async ({ page, desk }) => {
      await chosen(page);
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /CIP skid B/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Do you trust this server?' });
      await dialog.getByText('4C:91:0E:7A').waitFor();
      await dialog.getByText('CN=CODESYS@CIP-B').waitFor();
      await dialog.getByText('2 April 2031').waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Do not connect');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      expect(desk.calls.some((it) => it.command === 'trust' || it.command === 'preflight')).toBe(false);
      await page.getByRole('button', { name: 'Check again' }).click();
      await dialog.getByRole('button', { name: 'Trust this certificate' }).click();
      await page.getByText('412 of 431 tags can be read').waitFor();
      expect(desk.calls.find((it) => it.command === 'trust')?.args).toMatchObject({ endpoint: 'opc.tcp://192.168.10.57:4840' });
    }));

  test('a certificate that is not the one of before is warned of', () =>
    on({
      state: 'none',
      answers: { certificate: () => ({ subject: 'CN=other', fingerprint: 'AA:BB', validFrom: 0, validUntil: 1e12, isTrusted: false, replaces: '4C:91' }) },
    }, {}, async ({ page }) => {
      await chosen(page);
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /CIP skid B/ }).click();
      const dialog = page.getByRole('dialog', { name: 'The server shows another certificate' });
      await dialog.getByText('before: 4C:91').waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('a server that is not trusted is said to be so', () =>
    on({ state: 'none' }, {}, async ({ page }) => {
      await chosen(page);
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /CIP skid B/ }).click();
      await page.getByRole('button', { name: 'Do not connect' }).click();
      await page.getByText('This server is not trusted').waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('block numbers that the file does not tell are given here, typed or pasted, and kept', () => {
    const numbered = (given: Supplement | null): Preflight => {
      const found = preflight('s7://192.168.10.40');
      const missing = [{ name: 'Mixer', tags: 12 }, { name: 'Dosing unit', tags: 7 }].filter((it) => !given?.blockNumbers[it.name]);
      return { ...found, supplement: given ?? NOTHING_TOLD, readable: 431 - missing.length * 9, proposals: missing.length ? [{ kind: 'blockNumbers', blocks: missing }] : [] };
    };
    return on({ state: 'none', answers: { preflight: ({ supplement }) => numbered(supplement) } }, {}, async ({ page, desk }) => {
      await page.getByRole('button', { name: 'Palletiser 2' }).click();
      await go(page, 'connect');
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /PAL2/ }).click();
      await page.getByText('413 of 431 tags can be read').waitFor();
      const number = page.getByLabel('Number of Mixer');
      await number.fill('DB70000');
      await page.getByRole('button', { name: 'Check with this' }).click();
      await page.getByRole('alert').getByText('A block number is between 1 and 65 535.').waitFor();
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Number of Mixer');
      expect(await violations(page)).toEqual([]);
      await page.evaluate(() => navigator.clipboard.writeText('"Mixer" = 12\n"Dosing unit" = DB7\n"Nobody" = 9'));
      await number.press('Control+v');
      expect([await number.inputValue(), await page.getByLabel('Number of Dosing unit').inputValue()]).toEqual(['12', '7']);
      await number.press('Enter');
      await page.getByText('431 of 431 tags can be read').waitFor();
      expect(desk.calls.filter((it) => it.command === 'preflight').at(-1)?.args).toMatchObject({ supplement: { blockNumbers: { Mixer: 12, 'Dosing unit': 7 }, prefix: null } });
      // What was told can be changed.
      expect(await page.getByLabel('Number of Mixer').inputValue()).toBe('12');
      expect(await violations(page)).toEqual([]);
    });
  });

  test('optimised blocks are read by the controller’s own server, by one click', () =>
    on({
      state: 'none',
      answers: { preflight: ({ endpoint }) => ({ ...preflight(endpoint), proposals: [{ kind: 'opcUa', tags: 340, endpoint: 'opc.tcp://192.168.10.40:4840' }] }) },
    }, {}, async ({ page }) => {
      await chosen(page);
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /PAL2/ }).click();
      await page.getByText('340 tags lie in optimised blocks').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Check that address' }).click();
      await page.getByRole('dialog', { name: 'Do you trust this server?' }).waitFor();
    }));

  test('the prefix of node ids can be told', () =>
    on({ state: 'none', answers: { preflight: ({ endpoint, supplement }) => ({ ...preflight(endpoint), supplement: supplement ?? NOTHING_TOLD }) } }, {}, async ({ page, desk }) => {
      await chosen(page);
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /LINE4_PLC/ }).click();
      await page.getByLabel('Prefix of the node ids').fill('|var|CODESYS Control');
      await page.keyboard.press('Enter');
      await expect.poll(() => desk.calls.filter((it) => it.command === 'preflight').at(-1)?.args).toMatchObject({ supplement: { blockNumbers: {}, prefix: '|var|CODESYS Control' } });
      await expect.poll(() => page.getByLabel('Prefix of the node ids').inputValue()).toBe('|var|CODESYS Control');
    }));

  test.each([[true, 'This is not the project’s controller'], [false, 'The controller’s program differs from the project']])(
    'another controller (%s), or another program', (isAnotherController, verdict) => {
      const differences = [{ subject: 'Speed', text: 'the controller has no such tag' }];
      return on({ state: 'none', answers: { preflight: ({ endpoint }) => ({ ...preflight(endpoint), fit: 'differs', isAnotherController, differences, fitting: 400, untried: 60 }) } }, {}, async ({ page }) => {
        await chosen(page);
        await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /LINE4_PLC/ }).click();
        await page.getByRole('heading', { name: verdict }).waitFor();
        await page.getByText('60 more tags were not tried').waitFor();
        await page.getByText('A session takes the first 400 of them').waitFor();
        expect(await page.getByRole('button', { name: 'Start all the same' }).getAttribute('class')).not.toContain('primary');
        await page.getByRole('button', { name: '1 difference…' }).click();
        await page.getByRole('dialog').getByText('Speed: the controller has no such tag.').waitFor();
        expect(await violations(page)).toEqual([]);
      });
    });

  test('what was found stays when the place is left, and goes with the project', () =>
    on({ state: 'none' }, {}, async ({ page, desk }) => {
      const count = (command: string): number => desk.calls.filter((it) => it.command === command).length;
      await chosen(page);
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /LINE4_PLC/ }).click();
      await page.getByText('412 of 431 tags can be read').waitFor();
      await go(page, 'settings');
      await go(page, 'connect');
      await page.getByText('412 of 431 tags can be read').waitFor();
      expect([count('preflight'), count('controllers')]).toEqual([1, 1]);
      await go(page, 'projects');
      await page.getByRole('button', { name: 'Boiler house' }).click();
      await go(page, 'connect');
      await page.getByText('Choose a controller').waitFor();
      expect([count('preflight'), count('controllers')]).toEqual([1, 1]);
    }));

  test('a preflight says how far it is, and can be cancelled', () =>
    on({ state: 'none', answers: { preflight: () => new Promise(() => undefined) } }, {}, async ({ page, desk }) => {
      await chosen(page);
      await page.getByLabel('Address by hand').fill('logix://192.168.10.99/1,0');
      await page.keyboard.press('Enter');
      await page.getByText('Reach the controller').waitFor();
      desk.push({ topic: 'preflight', data: { endpoint: 'logix://192.168.10.99/1,0', step: 'try', done: 1180, total: 2204 } });
      await page.getByText('1 180 of 2 204').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Choose a controller').waitFor();
      await expect.poll(() => desk.calls.some((it) => it.command === 'cancel_preflight')).toBe(true);
    }));

  test('tags that cannot be read are listed with their remedy', () =>
    on({ state: 'none' }, {}, async ({ page }) => {
      await chosen(page);
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /LINE3_PLC/ }).first().click();
      await page.getByRole('button', { name: 'Show: External Access = None' }).click();
      const dialog = page.getByRole('dialog', { name: 'External Access = None' });
      await dialog.getByText('Capper.Key[1]').waitFor();
      await dialog.getByText('and 8 more').waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('a device that is another one is refused in words, and so is a conflict at the start', () =>
    on({
      state: 'none',
      answers: {
        preflight: () => { throw new Refusal({ error: 'unreachable', message: 'no answer on port 44818 of 192.168.10.21', remedy: 'check cable, address and firewall' }); },
      },
    }, {}, async ({ page }) => {
      await chosen(page);
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /LINE3_PLC/ }).first().click();
      await page.getByText('No answer on port 44818 of 192.168.10.21. Check cable, address and firewall.').waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('nobody answers', () =>
    on({ state: 'none', answers: { controllers: () => ({ found: [], known: [], trouble: null }) } }, {}, async ({ page }) => {
      await chosen(page);
      await page.getByText('No controller answered').waitFor();
      await page.getByRole('button', { name: 'Enter an address' }).click();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('by-hand');
      expect(await violations(page)).toEqual([]);
    }));
});

describe('diagnostics', () => {
  test('say which session an event is about where there are more', () => {
    const other = (it: Session): Session => ({ ...it, name: 'palletiser-2', project: 'p2', projectName: 'Palletiser 2' });
    return on({}, { place: 'diagnostics' }, async ({ page, desk }) => {
      desk.push({ topic: 'status', data: { now: Date.now(), sessions: [session(states(Date.now()).live!, 9, Date.now()), other(session(states(Date.now()).live!, 9, Date.now()))] } });
      await page.getByText('The service stored through snapshot 51 812. Bottling line 3').waitFor();
    });
  });

  test('a support bundle is looked at, changed, and saved', () =>
    on({}, { place: 'diagnostics' }, async ({ page, desk }) => {
      await page.getByRole('button', { name: 'Make a support bundle…' }).click();
      await page.getByText('Found and removed: 1 key, 2 user names, 1 computer name.').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Look inside: Counters and settings' }).click();
      await page.getByText('[removed]').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Back' }).click();
      await page.getByRole('checkbox', { name: 'Replace tag names by pseudonyms' }).click();
      await expect.poll(() => page.getByRole('checkbox', { name: 'Leave the wire trace out' }).getAttribute('aria-checked')).toBe('true');
      await page.getByRole('heading', { name: 'Support bundle, 382 kB' }).waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save…' }).click()]);
      expect(download.suggestedFilename()).toBe('tagbridge-support.zip');
      expect(desk.calls.find((it) => it.command === 'save_bundle')?.args).toEqual({ pseudonyms: true, trace: false, path: null });
    }));

  test('the doctor and the statement', () =>
    on({}, { place: 'diagnostics' }, async ({ page }) => {
      await page.getByRole('button', { name: 'Run the doctor' }).click();
      await page.getByText('switch the time service on').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('button', { name: 'The complete list' }).click();
      await page.getByText('Read Template').waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('events are searched and filtered, and new ones arrive on top', () =>
    on({}, { place: 'diagnostics' }, async ({ page, desk }) => {
      await page.getByRole('button', { name: 'Faults 1' }).click();
      await expect.poll(() => page.locator('.log .line').count()).toBe(1);
      await page.getByRole('button', { name: 'All' }).click();
      desk.push({ topic: 'log', data: [{ id: 99, at: Date.now(), level: 'warning', text: 'the clock was set back', session: null, fields: [], target: 'x' }] });
      await expect.poll(() => page.locator('.log .text').first().textContent()).toContain('The clock was set back.');
      await page.getByRole('searchbox').fill('nothing like it');
      await page.getByText('No event fits').waitFor();
    }));
});

describe('settings', () => {
  test('name the file that sessions come from', () =>
    on({ overview: { configuration: '/etc/tagbridge/tagbridge.toml' }, change: (it) => ({ ...it, isConfigured: true }) }, { place: 'settings' }, async ({ page }) => {
      await page.getByText('/etc/tagbridge/tagbridge.toml').waitFor();
      expect(await violations(page)).toEqual([]);
      await go(page, 'session');
      await page.getByText('From tagbridge.toml.').waitFor();
      expect(await page.getByRole('button', { name: 'Stop session' }).count()).toBe(0);
    }));

  test('apply at once; what cannot be right is said and not kept', () =>
    on({}, { place: 'settings' }, async ({ page, desk }) => {
      await page.getByRole('group', { name: 'Scan' }).getByRole('button', { name: '500 ms' }).click();
      await expect.poll(() => desk.settings.scanIntervalMs).toBe(500);
      await page.getByLabel('Push').fill('0.01');
      await page.keyboard.press('Tab');
      await page.getByText('From 0.1 to 60 s. Still in force: 1 s.').waitFor();
      expect(await violations(page)).toEqual([]);
      expect(desk.settings.pushIntervalMs).toBe(1000);
      await page.getByLabel('Push').fill('2');
      await page.keyboard.press('Enter');
      await expect.poll(() => desk.settings.pushIntervalMs).toBe(2000);
    }));

  test.each([['dark', 'Dark'], ['light', 'Light']])('colours: %s by choice', (scheme, name) =>
    on({}, { place: 'settings', scheme: scheme === 'dark' ? 'light' : 'dark' }, async ({ page }) => {
      await page.getByRole('group', { name: 'Colours' }).getByRole('button', { name }).click();
      await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(scheme);
    }));

  test('every place in German, for gloves, and nothing is cut off', () =>
    on({ settings: { language: 'de', gloves: true } }, { size: { width: 1440, height: 900 } }, async ({ page }) => {
      for (const place of ['projects', 'connect', 'session', 'diagnostics', 'settings']) {
        await go(page, place);
        if (place === 'projects') await page.getByRole('button', { name: 'Bottling line 3' }).click();
        await page.waitForTimeout(400);
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

test('the top says whose state it shows where another project is chosen', () =>
  on({}, {}, async ({ page }) => {
    const top = page.getByRole('banner');
    await page.getByRole('button', { name: 'Bottling line 3' }).click();
    await top.getByText('LINE3_PLC').waitFor();
    await page.getByRole('button', { name: 'Palletiser 2' }).click();
    await expect.poll(() => top.innerText()).toMatch(/Palletiser 2[^]*Live[^]*Bottling line 3/);
    expect(await top.innerText()).not.toContain('LINE3_PLC');
    await go(page, 'session');
    await top.getByText('LINE3_PLC').waitFor();
  }));

test('places and help by keyboard', () =>
  on({}, {}, async ({ page }) => {
    for (const [key, title] of [['3', 'Session'], ['4', 'Diagnostics'], ['5', 'Settings'], ['2', 'Connect'], ['1', 'Projects']]) {
      await page.keyboard.press(`Alt+${key}`);
      await expect.poll(() => page.title()).toBe(`${title} – Tagbridge`);
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
    expect(outline).toBe('solid');
  }));
