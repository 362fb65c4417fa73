// The place Connect: an undecided certificate, the preflight and its questions, block numbers, discovered controllers.

import { describe, expect, test } from 'vitest';
import { verbatim } from '../src/texts/catalogue';
import type { Certificate, Preflight, Supplement } from '../src/bindings/desk';
import { violations } from './axe';
import { go, on, withBrowser } from './browser';
import { Refusal } from './fake/desk';
import { EMPTY_SUPPLEMENT, preflight, SERVICE } from './fake/views';

withBrowser();

describe('connect', () => {
  const chosen = async (page: import('playwright-core').Page): Promise<void> => {
    await page.getByRole('button', { name: 'Cleaning in place' }).click();
    await go(page, 'connect');
  };

  test('an unknown certificate is shown for a decision; trusting is not the default', () =>
    on({ state: 'none' }, {}, async ({ page, desk }) => {
      await chosen(page);
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /CIP skid B/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Do you trust this server?' });
      await dialog.getByText('4C:91:0E:7A').waitFor();
      await dialog.getByText('CN=CODESYS@CIP-B').waitFor();
      await dialog.getByText('2 April 2031').waitFor();
      expect(await violations(page)).toEqual([]);
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Do not connect');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      expect(desk.calls.some((it) => it.command === 'trust' || it.command === 'preflight')).toBe(false);
      await page.getByRole('button', { name: 'Check again' }).click();
      await dialog.getByRole('button', { name: 'Trust this certificate' }).click();
      await page.getByText('412 of 431 tags can be read').waitFor();
      expect(desk.calls.find((it) => it.command === 'trust')?.args).toMatchObject({ endpoint: 'opc.tcp://192.168.10.57:4840' });
    }));

  test('a late answer closes no other dialog, and starts no preflight of another controller', () => {
    let answer = (): void => undefined;
    return on({ state: 'none', answers: { trust: () => new Promise<null>((resolve) => (answer = () => resolve(null))) } }, {}, async ({ page, desk }) => {
      const count = (command: string): number => desk.calls.filter((it) => it.command === command).length;
      const dialog = page.getByRole('dialog', { name: 'Do you trust this server?' });
      await chosen(page);
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /CIP skid B/ }).click();
      await dialog.getByRole('button', { name: 'Trust this certificate' }).click();
      await expect.poll(() => count('trust')).toBe(1);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByLabel('IP address or host name').fill('opc.tcp://192.168.10.99:4840');
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      answer();
      desk.push({ topic: 'service', data: { ...SERVICE, state: { state: 'unusable', error: 'disk', message: verbatim('the disk is full'), remedy: verbatim('') } } });
      await page.getByText('The disk is full').waitFor();
      expect(await dialog.count()).toBe(1);
      expect(count('preflight')).toBe(0);
    });
  });

  test('a certificate that differs from the trusted one causes a warning', () =>
    on({
      state: 'none',
      answers: { certificate: () => ({ subject: 'CN=other', fingerprint: 'AA:BB', validFrom: 0, validUntil: 1e12, isSecured: true, isNeeded: true, isTrusted: false, replaces: '4C:91' }) },
    }, {}, async ({ page }) => {
      await chosen(page);
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /CIP skid B/ }).click();
      const dialog = page.getByRole('dialog', { name: 'The server has another certificate' });
      await dialog.getByText('before: 4C:91').waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('a server without security is read, and the screen shows this; a late failure is not shown with another one', () => {
    const shown = { subject: 'CN=x', fingerprint: 'AA:BB', validFrom: 0, validUntil: 1e12, isTrusted: false, replaces: null };
    let fail = (): void => undefined;
    const answers: Record<string, () => Promise<Certificate>> = {
      open: async () => ({ ...shown, isSecured: false, isNeeded: false }),
      secured: async () => ({ ...shown, isSecured: true, isNeeded: true, isTrusted: true }),
      dead: () => new Promise((_, reject) => (fail = () => reject(new Refusal({ error: 'unreachable', message: 'no response', remedy: '' })))),
    };
    return on({ state: 'none', answers: { certificate: ({ endpoint }) => answers[new URL(endpoint).hostname]!() } }, {}, async ({ page, desk }) => {
      const check = async (host: string): Promise<void> => {
        await page.getByLabel('IP address or host name').fill(`opc.tcp://${host}:4840`);
        await page.keyboard.press('Enter');
      };
      const note = page.getByText('This server offers no security');
      const readable = page.getByText('412 of 431 tags can be read');
      await chosen(page);
      await check('open');
      await readable.waitFor();
      await note.waitFor();
      expect(await violations(page)).toEqual([]);
      await check('dead');
      await expect.poll(() => desk.calls.filter((it) => it.command === 'certificate').length).toBe(2);
      await check('secured');
      await readable.waitFor();
      expect(await note.count()).toBe(0);
      fail();
      desk.push({ topic: 'service', data: { ...SERVICE, state: { state: 'unusable', error: 'disk', message: verbatim('the disk is full'), remedy: verbatim('') } } });
      await page.getByText('The disk is full').waitFor();
      expect(await readable.count()).toBe(1);
      expect(await page.getByText('Nobody answers').count()).toBe(0);
    });
  });

  test('an untrusted server is reported', () =>
    on({ state: 'none' }, {}, async ({ page }) => {
      await chosen(page);
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /CIP skid B/ }).click();
      await page.getByRole('button', { name: 'Do not connect' }).click();
      await page.getByText('This server is not trusted').waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('block numbers that are not in the file are entered here, typed or pasted, and stored', () => {
    const numbered = (given: Supplement | null): Preflight => {
      const found = preflight('s7://192.168.10.40');
      const missing = [{ name: 'Mixer', tags: 12 }, { name: 'Dosing unit', tags: 7 }].filter((it) => !given?.blockNumbers[it.name]);
      return { ...found, supplement: given ?? EMPTY_SUPPLEMENT, readable: 431 - missing.length * 9, proposals: missing.length ? [{ kind: 'blockNumbers', blocks: missing }] : [] };
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
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Number of Mixer');
      expect(await violations(page)).toEqual([]);
      await page.evaluate(() => navigator.clipboard.writeText('"Mixer" = 12\n"Dosing unit" = DB7\n"Nobody" = 9'));
      await number.press('Control+v');
      await expect.poll(async () => [await number.inputValue(), await page.getByLabel('Number of Dosing unit').inputValue()]).toEqual(['12', '7']);
      await number.press('Enter');
      await page.getByText('431 of 431 tags can be read').waitFor();
      expect(desk.calls.filter((it) => it.command === 'preflight').at(-1)?.args).toMatchObject({ supplement: { blockNumbers: { Mixer: 12, 'Dosing unit': 7 }, prefix: null } });
      // The additions can be changed later.
      expect(await page.getByLabel('Number of Mixer').inputValue()).toBe('12');
      expect(await violations(page)).toEqual([]);
    });
  });

  test('optimised blocks are read through the controller’s own server, with one click', () =>
    on({
      state: 'none',
      answers: { preflight: ({ endpoint }) => ({ ...preflight(endpoint), proposals: [{ kind: 'opcUa', tags: 340, endpoint: 'opc.tcp://192.168.10.40:4840', answers: true }] }) },
    }, {}, async ({ page }) => {
      await chosen(page);
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /PAL2/ }).click();
      await page.getByText(/^340 tags are in optimised blocks.*and is available/).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Check that address' }).click();
      await page.getByRole('dialog', { name: 'Do you trust this server?' }).waitFor();
    }));

  test('the prefix of node ids can be entered', () =>
    on({ state: 'none', answers: { preflight: ({ endpoint, supplement }) => ({ ...preflight(endpoint), supplement: supplement ?? EMPTY_SUPPLEMENT }) } }, {}, async ({ page, desk }) => {
      await chosen(page);
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /LINE4_PLC/ }).click();
      await page.getByLabel('Prefix of the node ids').fill('|var|CODESYS Control');
      await page.keyboard.press('Enter');
      await expect.poll(() => desk.calls.filter((it) => it.command === 'preflight').at(-1)?.args).toMatchObject({ supplement: { blockNumbers: {}, prefix: '|var|CODESYS Control' } });
      await expect.poll(() => page.getByLabel('Prefix of the node ids').inputValue()).toBe('|var|CODESYS Control');
    }));

  test.each([[true, 'This is not the project’s controller'], [false, 'The controller’s program differs from the project']])(
    'another controller (%s), or another program', (isAnotherController, verdict) => {
      const differences = [{ subject: 'Speed', text: verbatim('the controller has no such tag') }];
      return on({ state: 'none', answers: { preflight: ({ endpoint }) => ({ ...preflight(endpoint), fit: 'differs', isAnotherController, differences, fitting: 400, untried: 60, leftOut: ['Last.One', 'Last.Two'] }) } }, {}, async ({ page }) => {
        await chosen(page);
        await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /LINE4_PLC/ }).click();
        await page.getByRole('heading', { name: verdict }).waitFor();
        await page.getByText('60 more tags were not tried').waitFor();
        await page.getByText('A session reads the first 400 of them').waitFor();
        await page.getByRole('button', { name: 'Which', exact: true }).click();
        const left = page.getByRole('dialog', { name: '60 tags are not read' });
        await left.getByText('Last.Two').waitFor();
        await left.getByText('and 58 more').waitFor();
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press('Escape');
        expect(await page.getByRole('button', { name: 'Start anyway' }).getAttribute('class')).not.toContain('primary');
        await page.getByRole('button', { name: '1 difference…' }).click();
        await page.getByRole('dialog').getByText('Speed: the controller has no such tag.').waitFor();
        expect(await violations(page)).toEqual([]);
      });
    });

  test('discovered controllers stay when the user leaves the place, and are removed with the project', () =>
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

  test('a preflight shows its progress, and can be cancelled', () =>
    on({ state: 'none', answers: { preflight: () => new Promise(() => undefined) } }, {}, async ({ page, desk }) => {
      await chosen(page);
      await page.getByLabel('IP address or host name').fill('logix://192.168.10.99/1,0');
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

  test('a different device is refused with a message, and so is a conflict at the start', () =>
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

  test('no controller responds', () =>
    on({ state: 'none', answers: { controllers: () => ({ found: [], known: [], trouble: null }) } }, {}, async ({ page }) => {
      await chosen(page);
      await page.getByText('No controller answered').waitFor();
      await page.getByRole('button', { name: 'Enter an address' }).click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('by-hand');
      expect(await violations(page)).toEqual([]);
    }));
});
