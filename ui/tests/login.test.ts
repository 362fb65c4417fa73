// A controller that accepts no anonymous login: user and password are requested, tried, stored, changed and deleted.

import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { verbatim } from '../src/texts/catalogue';
import { violations } from './axe';
import { figures, go, on, withBrowser } from './browser';
import { Refusal, type Scene } from './fake/desk';
import { preflight, states } from './fake/views';

withBrowser();

const OPEN = 'opc.tcp://192.168.10.57:4840';
const NAMED = `${OPEN}?user=joe`;
const REFUSED = { error: 'login', message: 'the controller refused to log in: it wants to know who logs in', remedy: 'enter a user and a password that are valid on the server and may read there' };
/** Accepts every user with a name. */
const guarded: Scene = {
  state: 'none',
  answers: {
    certificate: () => null,
    preflight: ({ endpoint }) => {
      if (endpoint === OPEN) throw new Refusal(REFUSED);
      return { ...preflight(endpoint), controller: { ...preflight(endpoint).controller, platform: 'codesys' } };
    },
  },
};
const german = { ...guarded, settings: { language: 'de', largeTargets: true } } satisfies Scene;

async function asked(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cleaning in place' }).click();
  await go(page, 'connect');
  await page.getByRole('region', { name: /Controllers|Steuerungen/ }).getByRole('button', { name: /CIP skid B/ }).click();
  await page.getByRole('heading', { name: /Who logs in|Wer meldet sich an/ }).waitFor();
}

describe('a login', () => {
  test('is requested if the controller needs one, tried once, and stored', () =>
    on(guarded, {}, async ({ page, desk }) => {
      await asked(page);
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/-user$/);
      await page.keyboard.type('joe');
      await page.keyboard.press('Tab');
      await page.keyboard.type('wrong');
      await page.keyboard.press('Enter');
      // The error and its remedy are shown once; the field is empty and has the focus.
      const alert = page.getByRole('alert');
      await alert.getByText('User does not have permission').waitFor();
      await alert.getByText('It was tried once.').waitFor();
      expect(desk.calls.filter((it) => it.command === 'log_in').length).toBe(1);
      expect(await page.evaluate(() => [document.activeElement?.id.endsWith('-password'), (document.activeElement as HTMLInputElement).value])).toEqual([true, '']);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.type('hunter 2 ');
      await page.getByLabel('Keep the password').selectOption('In a file that only you can read');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByText('412 of 431 tags can be read').waitFor();
      expect(desk.calls.findLast((it) => it.command === 'log_in')?.args).toEqual({ endpoint: OPEN, user: 'joe', password: 'hunter 2 ', keep: 'file' });
      expect(desk.calls.findLast((it) => it.command === 'preflight')?.args).toMatchObject({ endpoint: NAMED });
      // The login can be changed and deleted.
      await page.getByText('Logs in as joe').waitFor();
      await page.getByText('In a file that only you can read').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Change…' }).click();
      expect(await page.getByLabel('User').inputValue()).toBe('joe');
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Forget the password' }).click();
      await page.getByText('No password is stored here').waitFor();
      expect(desk.calls.findLast((it) => it.command === 'forget_login')?.args).toEqual({ endpoint: NAMED });
      await page.getByRole('button', { name: 'Start session' }).click();
      await expect.poll(() => desk.calls.findLast((it) => it.command === 'start_session')?.args).toMatchObject({ endpoint: NAMED });
    }));

  test('can be entered if the server accepts anonymous users', () =>
    on({ state: 'none', answers: { certificate: () => null } }, {}, async ({ page }) => {
      await page.getByRole('button', { name: 'Cleaning in place' }).click();
      await go(page, 'connect');
      await page.getByRole('region', { name: 'Controllers' }).getByRole('button', { name: /CIP skid B/ }).click();
      await page.getByText('Logs in anonymously').waitFor();
      await page.getByRole('button', { name: 'As a user…' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('412 of 431 tags can be read').waitFor();
    }));

  test('that is cancelled leaves the controller’s message', () =>
    on(guarded, {}, async ({ page }) => {
      await asked(page);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('it wants to know who logs in').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'User and password…' }).click();
      await page.getByRole('heading', { name: 'Who logs in?' }).waitFor();
    }));

  test('without a keychain shows the reason, and stores the password only if the user chooses so', () =>
    on({ ...guarded, answers: { ...guarded.answers, login: ({ endpoint }) => ({ endpoint, user: null, keep: null, noKeychain: verbatim('no keychain answers on this computer') }) } }, {}, async ({ page, desk }) => {
      await asked(page);
      await page.getByText('no keychain answers on this computer').waitFor();
      await page.getByLabel('User').fill('joe');
      await page.getByLabel('Password', { exact: true }).fill('x');
      await page.keyboard.press('Enter');
      await expect.poll(() => desk.calls.findLast((it) => it.command === 'log_in')?.args).toMatchObject({ keep: 'nowhere' });
    }));

  test('that a session waits for is requested without another attempt', () =>
    on({ state: 'waiting', change: (it) => ({ ...it, endpoint: NAMED, platform: 'codesys', state: { ...states(Date.now()).waiting!, wantsLogin: true, cause: verbatim('cannot log in: there is no password for `joe`'), remedy: verbatim(REFUSED.remedy) } as typeof it.state }) }, { place: 'session' }, async ({ page, desk }) => {
      await page.getByRole('button', { name: 'User and password…' }).click();
      await page.getByRole('heading', { name: 'Who logs in?' }).waitFor();
      expect(await page.getByLabel('User').inputValue()).toBe('joe');
      expect(desk.calls.some((it) => it.command === 'preflight')).toBe(false);
      expect(await violations(page)).toEqual([]);
    }));

  test.each(['light', 'dark'] as const)('fits a small window, in German, with large targets, %s', (scheme) =>
    on(german, { scheme, size: { width: 900, height: 600 } }, async ({ page }) => {
      await asked(page);
      const fits = (): Promise<string[]> => page.evaluate(() => [...document.querySelectorAll<HTMLElement>('.preflight *')].filter((it) => it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).overflowX !== 'visible' && !it.matches('.cut, .unseen')).map((it) => `${it.className} ${it.textContent}`));
      expect(await fits()).toEqual([]);
      expect(await violations(page)).toEqual([]);
      await page.getByLabel('Benutzer').fill('joe');
      await page.getByLabel('Passwort', { exact: true }).fill('x');
      await page.keyboard.press('Enter');
      await page.getByText('Angemeldet als joe').waitFor();
      expect(await fits()).toEqual([]);
      expect(await violations(page)).toEqual([]);
      for (const name of ['Ändern…', 'Passwort löschen']) expect((await page.getByRole('button', { name }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }));
});

describe('the tag list', () => {
  const priced: Scene = { state: 'none', answers: { preflight: ({ endpoint }) => ({ ...preflight(endpoint), forecast: { tags: 412, requests: 14, requestsByList: 9, uploadRequests: 120, scanMs: 60 } }) } };
  const openPreflight = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Bottling line 3' }).click();
    await go(page, 'connect');
    await page.getByRole('region', { name: /Controllers|Steuerungen/ }).getByRole('button', { name: /LINE3_PLC/ }).first().click();
  };

  test('has two costs, and the choice applies to the session', () =>
    on(priced, {}, async ({ page, desk }) => {
      await openPreflight(page);
      await page.getByText('412 tags, 14 requests').waitFor();
      await page.getByText('takes 120 requests for each connection').waitFor();
      expect(await page.getByRole('button', { name: 'By name: 14' }).getAttribute('aria-pressed')).toBe('true');
      await page.getByRole('button', { name: 'By the tag list: 9' }).click();
      await page.getByText('412 tags, 9 requests').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Start session' }).click();
      await expect.poll(() => desk.calls.findLast((it) => it.command === 'start_session')?.args).toMatchObject({ tagList: 'whenItSaves' });
    }));

  test('is not offered if there is no choice', () =>
    on({ state: 'none' }, {}, async ({ page, desk }) => {
      await openPreflight(page);
      await page.getByRole('button', { name: 'Start session' }).click();
      await expect.poll(() => desk.calls.findLast((it) => it.command === 'start_session')?.args).toMatchObject({ tagList: null });
    }));

  test('is shown with the session', () =>
    on({ change: (it) => ({ ...it, tagList: 'whenItSaves' }) }, { place: 'session' }, async ({ page }) => {
      await figures(page);
      await page.locator('[data-gauge="trips"]').getByText('by list').waitFor();
    }));

  test.each([['light', 'en'], ['dark', 'de']] as const)('fits a small window, %s, %s', (scheme, language) =>
    on({ ...priced, settings: { language, largeTargets: true } }, { scheme, size: { width: 900, height: 600 } }, async ({ page }) => {
      await openPreflight(page);
      const prices = page.getByRole('group', { name: /^(Reading|Lesen)$/ });
      await prices.waitFor();
      const [box, pane] = [await prices.boundingBox(), await page.locator('.preflight').boundingBox()];
      expect(box!.x + box!.width).toBeLessThanOrEqual(pane!.x + pane!.width);
      expect(await violations(page)).toEqual([]);
    }));
});
