// Opens every place in each language and checks that no sentence is in the other language. Sentences that only the other
// catalogue contains are searched for in all shown texts.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Language } from '../src/format';
import { files as german } from '../src/texts/sentences-de';
import { files as english } from '../src/texts/sentences-en';
import { de } from '../src/texts/de';
import { en } from '../src/texts/en';
import { go, on, withBrowser } from './browser';
import { Refusal, type Scene } from './fake/desk';
import { AWAY, coded, NO_SERVICE, preflight, states } from './fake/views';

withBrowser();

/** Minimum number of words: fewer words may be a name in both languages. */
const WORDS = 3;

/** All texts of the screens' own table; a function is called with a character that is in no text. */
function* table(texts: object): Generator<string> {
  for (const it of Object.values(texts)) {
    if (typeof it === 'string') yield it;
    else if (typeof it === 'function') yield* String((it as (...given: string[]) => string)('\0', '\0', '\0', '\0')).split('\0');
    else yield* table(it as object);
  }
}

/** The fixed parts of each language's sentences, between the arguments. */
const PIECES: Record<Language, Set<string>> = { en: pieces(en, 'en'), de: pieces(de, 'de') };

function pieces(own: object, language: Language): Set<string> {
  const all = [...table(own), ...patterns(language).flatMap((it) => it.split(/\{[^}]*\}/))];
  return new Set(all.map(plain).filter((it) => (it.match(/\p{L}{2,}/gu)?.length ?? 0) >= WORDS));
}

/** The sentence template of each code. */
function patterns(language: Language): string[] {
  const files = Object.entries(language === 'de' ? german : english);
  return files.flatMap(([, text]) => text.split('\n').map((line) => line.replace(/^[a-z][\w-]* =|^\s+\*?\[\w+\]|^#.*/, '').trim()).filter(Boolean));
}

function plain(text: string): string {
  return text.trim().replace(/^[.;:,)–\s]+|[.;:,(–\s]+$/g, '').toLocaleLowerCase();
}

/** All shown texts, one for each element with its own text. */
async function shown(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) found.push(texts.currentNode.textContent ?? '');
    for (const it of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) found.push(it.getAttribute(name) ?? '');
    }
    return found.map((it) => it.trim()).filter(Boolean);
  });
}

const STEPS: [string, (page: Page) => Promise<void>][] = [
  ['projects', async (page) => page.getByRole('button', { name: 'Bottling line 3' }).click()],
  ['connect', async (page) => {
    await page.locator('.main, main').getByRole('button', { name: /LINE3_PLC/ }).first().click();
    await page.locator('.reasons').waitFor();
  }],
  ['session', async (page) => page.getByText('TorqueActual').waitFor()],
  ['diagnostics', async (page) => page.locator('.log .line').first().waitFor()],
  ['settings', async (page) => page.locator('main .set-note, main label').first().waitFor()],
];

/** The parts of the place Diagnostics that can be opened. */
const DIALOGS: Record<Language, string[]> = {
  en: [en.diagnostics.runDoctor, 'The complete list', 'Make a support bundle…'],
  de: [de.diagnostics.runDoctor, 'Ganze Liste', 'Supportpaket…'],
};

interface LanguageCheck {
  /** Fails if a shown text is in the other language. */
  check(page: Page): Promise<void>;
  read: string[];
  ownTexts: Set<string>;
}

function languageCheck(language: Language): LanguageCheck {
  const other = language === 'en' ? 'de' : 'en';
  const ownTexts = PIECES[language];
  const foreign = [...PIECES[other]].filter((it) => ![...ownTexts].some((own) => own.includes(it)));
  expect(foreign.length).toBeGreaterThan(500);
  const read: string[] = [];
  const check = async (page: Page): Promise<void> => {
    const texts = await shown(page);
    read.push(...texts);
    expect(texts.filter((text) => foreign.some((it) => text.toLocaleLowerCase().includes(it)))).toEqual([]);
  };
  return { check, read, ownTexts };
}

const LANGUAGES: Language[] = ['en', 'de'];

test.each(LANGUAGES)('all shown texts in %s are in this language', (language) => {
  const { check, read, ownTexts } = languageCheck(language);
  const warnings = [coded('outbox-note-full'), coded('oversize', { bytes: 9_000_000, most: 4_500_000 })];
  return on({ settings: { language }, change: (it) => ({ ...it, warnings }) }, {}, async ({ page }) => {
    for (const [place, act] of STEPS) {
      await go(page, place);
      await act(page);
      await check(page);
    }
    await go(page, 'diagnostics');
    for (const name of DIALOGS[language]) {
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('dialog').locator('li, tr').first().waitFor();
      await check(page);
      await page.keyboard.press('Escape');
    }
    expect(read.length).toBeGreaterThan(400);
    // Checks the search itself: some texts are from the catalogue.
    expect(read.filter((text) => [...ownTexts].some((it) => text.toLocaleLowerCase().includes(it))).length).toBeGreaterThan(60);
  });
});

const CERTIFICATE = { subject: 'CN=other', fingerprint: 'AA:BB', validFrom: 0, validUntil: 1e12, isSecured: true, isNeeded: true, isTrusted: false, replaces: null };
const LOGIN_WANTED = { error: 'login', message: coded('link-refused', { doing: coded('step-log-in'), why: coded('opcua-refusal-nobody') }), remedy: coded('desk-do-login-here') };
const failed = (message: string, remedy: string) => (): never => {
  throw new Refusal({ error: 'internal', message: coded(message), remedy: coded(remedy) });
};

/** Opens the controller of the third project, which has an undecided certificate and needs a login. */
async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cleaning in place' }).click();
  await go(page, 'connect');
  await page.getByRole('region', { name: /Controllers|Steuerungen/ }).getByRole('button', { name: /CIP skid B/ }).click();
}

async function logIn(page: Page): Promise<void> {
  await connect(page);
  await page.locator('[id$="-user"]').fill('joe');
}

const inDialog = async (page: Page): Promise<void> => page.getByRole('dialog').waitFor();
const guarded: Scene['answers'] = {
  certificate: () => null,
  preflight: ({ endpoint }) => {
    if (endpoint.includes('user=')) return preflight(endpoint);
    throw new Refusal(LOGIN_WANTED);
  },
};

/** The states of the places: with questions, waiting, or failed. */
const SCENES: [string, Scene, (page: Page) => Promise<void>][] = [
  ['an unknown certificate', { state: 'none' }, async (page) => { await connect(page); await inDialog(page); }],
  ['another certificate than before', { state: 'none', answers: { certificate: () => ({ ...CERTIFICATE, replaces: '4C:91' }) } }, async (page) => { await connect(page); await inDialog(page); }],
  ['a server that is not trusted', { state: 'none' }, async (page) => {
    await connect(page);
    await inDialog(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }],
  ['a server without security', { state: 'none', answers: { certificate: () => ({ ...CERTIFICATE, isSecured: false, isNeeded: false }) } }, async (page) => {
    await connect(page);
    await page.getByText(/412 .* 431/).first().waitFor();
  }],
  ['a login that is wanted', { state: 'none', answers: guarded }, logIn],
  ['a login without a keychain', { state: 'none', answers: { ...guarded, login: ({ endpoint }) => ({ endpoint, user: null, keep: null, noKeychain: coded('desk-no-user') }) } }, logIn],
  ['a login that was refused', { state: 'none', answers: guarded }, async (page) => {
    await logIn(page);
    await page.locator('[id$="-password"]').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').first().waitFor();
  }],
  ['a session that waits for a login', { state: 'waiting', change: (it) => ({ ...it, platform: 'codesys', state: { ...states(Date.now()).waiting!, wantsLogin: true } as typeof it.state }) }, async (page) => go(page, 'session')],
  ...['connecting', 'waiting', 'paused', 'stopped'].map((state): [string, Scene, (page: Page) => Promise<void>] =>
    [`a session that is ${state}`, { state: state as Scene['state'] }, async (page) => go(page, 'session')]),
  ['a session with another device', { state: 'fault', change: (it) => ({ ...it, state: { ...states(Date.now()).fault!, cause: coded('outbox-note-full') } as typeof it.state }) }, async (page) => go(page, 'session')],
  ['a service that is away', {
    change: (it) => ({
      ...it, outbox: { ...it.outbox, depth: 1283, lost: 40, losses: [{ from: 1, to: 40, cause: 'size' }] },
      delivery: { ...it.delivery, state: { ...AWAY, cause: coded('uplink-remedy-failing'), remedy: coded('uplink-remedy-unreachable'), until: Date.now() + 4000 } },
    }),
  }, async (page) => go(page, 'session')],
  ['no service', { service: NO_SERVICE, state: 'none' }, async (page) => { for (const place of ['projects', 'settings']) await go(page, place); }],
  ['projects that cannot be read', { answers: { projects: failed('desk-no-user', 'uplink-remedy-failing') } }, async (page) => page.locator('main').getByRole('button').first().waitFor()],
  ['no project', { state: 'none', answers: { projects: () => ({ projects: [], nextCursor: null }) } }, async (page) => go(page, 'connect')],
  ['tags that cannot be shown', { answers: { rows: failed('desk-no-user', 'desk-do-reload-page') } }, async (page) => go(page, 'session')],
  ['a log that cannot be read', { answers: { log: failed('desk-no-user', 'desk-do-reload-page') } }, async (page) => go(page, 'diagnostics')],
  ['settings that cannot be read', { answers: { overview: failed('desk-no-user', 'desk-do-reload-page') } }, async (page) => go(page, 'settings')],
];

test.each(LANGUAGES.flatMap((language) => SCENES.map(([name, scene, act]) => [language, name, scene, act] as const)))('in %s: %s', (language, _, scene, act) => {
  const { check, read } = languageCheck(language);
  return on({ ...scene, settings: { ...scene.settings, language } }, { locale: language }, async ({ page }) => {
    await act(page);
    await check(page);
    expect(read.length).toBeGreaterThan(15);
    // A code without a sentence is shown as it is.
    expect(read.filter((text) => text.includes('{"code"'))).toEqual([]);
  });
});

test('in German every value has a decimal comma', () =>
  on({ settings: { language: 'de' } }, { place: 'session' }, async ({ page }) => {
    await page.locator('.tag[title="Conveyor.Speed"]').click();
    await expect.poll(() => page.locator('.lane .reading').innerText()).toMatch(/^\d,\d+/);
    const values = page.locator('.grid .body .row:not([hidden]) .val');
    await expect.poll(async () => (await values.allInnerTexts()).filter((it) => /^\d+,\d+$/.test(it)).length).toBeGreaterThan(4);
    // A text value is shown unchanged.
    expect((await values.allInnerTexts()).filter((it) => it.includes('.'))).toEqual(['Still 0.5 L']);
    await page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: de.inspector.title });
    await expect.poll(() => details.locator('[data-value]').innerText()).toMatch(/^\d,\d+/);
    expect(await details.locator('.latest b').allInnerTexts()).not.toContainEqual(expect.stringContaining('.'));
  }));
