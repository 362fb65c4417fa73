// The texts of the user's language: those of the screens, and the sentences of messages. Each language is a separate
// file: the first screen needs only one.

import type { Language } from '../format';
import { loadSentences } from './catalogue';
import type { Texts } from './en';

const SOURCES: Record<Language, () => Promise<Texts>> = { en: async () => (await import('./en')).en, de: async () => (await import('./de')).de };
const loaded: Partial<Record<Language, Texts>> = {};

/** Loads the texts of a language; until then the texts of the other language are shown. */
export async function load(language: Language): Promise<void> {
  const table = async (): Promise<void> => void (loaded[language] ??= await SOURCES[language]());
  await Promise.all([table(), loadSentences(language)]);
}

// Tests have both languages from the beginning.
if (import.meta.env.MODE === 'test') await Promise.all([load('en'), load('de')]);

/** The texts of the screens. The page is shown when one language is loaded. */
export const textsIn = (language: Language): Texts => (loaded[language] ?? loaded.en ?? loaded.de)!;
