// A walk through every place in each language: no sentence is half in the other one. What the other catalogue says and
// this one does not is searched for in all that is shown.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Language } from '../src/format';
import { FILES } from '../src/texts/catalogue';
import { de } from '../src/texts/de';
import { en } from '../src/texts/en';
import { go, on, withBrowser } from './browser';
import { coded } from './fake/views';

withBrowser();

/** Of fewer words, one may be a name in both languages. */
const WORDS = 3;

/** Every text of the screens' own table; a function is called with a sign that stands in no text. */
function* table(texts: object): Generator<string> {
  for (const it of Object.values(texts)) {
    if (typeof it === 'string') yield it;
    else if (typeof it === 'function') yield* String((it as (...given: string[]) => string)('\0', '\0', '\0', '\0')).split('\0');
    else yield* table(it as object);
  }
}

/** What each language's sentences are made of, between what is put in. */
const PIECES: Record<Language, Set<string>> = { en: pieces(en, 'en'), de: pieces(de, 'de') };

function pieces(own: object, language: Language): Set<string> {
  const all = [...table(own), ...patterns(language).flatMap((it) => it.split(/\{[^}]*\}/))];
  return new Set(all.map(plain).filter((it) => (it.match(/\p{L}{2,}/gu)?.length ?? 0) >= WORDS));
}

/** What stands on the right of each code, as it is written. */
function patterns(language: Language): string[] {
  const files = Object.entries(FILES).filter(([path]) => path.includes(`/${language}/`));
  return files.flatMap(([, text]) => text.split('\n').map((line) => line.replace(/^[a-z][\w-]* =|^\s+\*?\[\w+\]|^#.*/, '').trim()).filter(Boolean));
}

function plain(text: string): string {
  return text.trim().replace(/^[.;:,)–\s]+|[.;:,(–\s]+$/g, '').toLocaleLowerCase();
}

/** All that is shown, a text for each element that has one of its own. */
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

/** What can be opened in diagnostics. */
const DIALOGS: Record<Language, string[]> = {
  en: [en.diagnostics.runDoctor, 'The complete list', 'Make a support bundle…'],
  de: [de.diagnostics.runDoctor, 'Ganze Liste', 'Supportpaket…'],
};

test.each<[Language, Language]>([['en', 'de'], ['de', 'en']])('all that is shown in %s is in it, and not in %s', (language, other) => {
  const mine = PIECES[language];
  const foreign = [...PIECES[other]].filter((it) => ![...mine].some((own) => own.includes(it)));
  expect(foreign.length).toBeGreaterThan(500);
  const read: string[] = [];
  const look = async (page: Page): Promise<void> => {
    const texts = await shown(page);
    read.push(...texts);
    expect(texts.filter((text) => foreign.some((it) => text.toLocaleLowerCase().includes(it)))).toEqual([]);
  };
  const warnings = [coded('outbox-note-full'), coded('oversize', { bytes: 9_000_000, most: 4_500_000 })];
  return on({ settings: { language }, change: (it) => ({ ...it, warnings }) }, {}, async ({ page }) => {
    for (const [place, act] of STEPS) {
      await go(page, place);
      await act(page);
      await look(page);
    }
    await go(page, 'diagnostics');
    for (const name of DIALOGS[language]) {
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('dialog').locator('li, tr').first().waitFor();
      await look(page);
      await page.keyboard.press('Escape');
    }
    expect(read.length).toBeGreaterThan(400);
    // The search finds what is there: some of what is shown is the catalogue's.
    expect(read.filter((text) => [...mine].some((it) => text.toLocaleLowerCase().includes(it))).length).toBeGreaterThan(60);
  });
});
