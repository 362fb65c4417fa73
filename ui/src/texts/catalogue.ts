// Sentences of the codes that the bridge, the desk and the drivers speak in, from the catalogue that the command line
// has its own of, too: `texts/`.

import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from '@fluent/bundle';
import type { Argument, Message } from '../bindings/desk';
import type { Failure } from '../commands';
import { sentence, timeText, type Language } from '../format';

/** Each language is a file of its own: the first look needs one. */
const SOURCES: Record<Language, () => Promise<{ files: Record<string, string> }>> = { en: () => import('./sentences-en'), de: () => import('./sentences-de') };
const bundles: Partial<Record<Language, FluentBundle>> = {};
/** What was added since, for a language that is fetched after it. */
const later: Record<string, string>[] = [];

/** Fetches the sentences of a language; until then they are said in the other one. */
export async function load(language: Language): Promise<void> {
  bundles[language] ??= bundle(language, (await SOURCES[language]()).files);
}

// Tests speak both from the beginning.
if (import.meta.env.MODE === 'test') await Promise.all([load('en'), load('de')]);

/** Somebody else's words as a message. */
export const verbatim = (text: string): Message => ({ code: 'verbatim', arguments: { text } });

/** What the operating system and the service say themselves: for the fold. The sentence around it says the same in words. */
const NUMBER = / \(os error \d+\)/g;
const SAYS_ALL = new Set(['uplink-unauthorized', 'uplink-forbidden']);
const OWN_WORDS = /: [a-z_]+: [^]*$/;

/** A fragment of a sentence. A code that is not known, of a newer program, is shown as it is. `isWhole`: with the codes of others. */
export function said(message: Message, language: Language, isWhole = false): string {
  const text = rendered(message, language, isWhole);
  if (isWhole) return text;
  return (SAYS_ALL.has(message.code) ? text.replace(OWN_WORDS, '') : text).replace(NUMBER, '');
}

function rendered(message: Message, language: Language, isWhole: boolean): string {
  const { code, arguments: given = {} } = message;
  const spoken = bundles[language] ?? bundles.en ?? bundles.de;
  const pattern = spoken?.getMessage(code)?.value;
  if (!spoken || !pattern) return JSON.stringify(message);
  const values = Object.entries(given).map(([name, it]): [string, FluentVariable] => [name, value(it, language, isWhole)]);
  const errors: Error[] = [];
  const text = spoken.formatPattern(pattern, Object.fromEntries(values), errors);
  if (errors.length) return `${text} ${JSON.stringify(message)}`;
  return text.replace(INSTANT, (instant) => timeText(Date.parse(instant), Date.now(), language));
}

/** A time of the service: shown in local time. */
const INSTANT = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** A field of an event: a message's sentence, or its text. */
export function written(it: Argument, language: Language, isWhole = false): string {
  if (Array.isArray(it)) {
    return it.map((part) => written(part, language, isWhole)).join(it.some((part) => typeof part === 'object') ? '; ' : ', ');
  }
  return typeof it === 'object' ? said(it, language, isWhole) : String(it);
}

/** Why a command came to nothing, and what to do: as sentences. */
export function reason({ message, remedy }: Failure, language: Language): string {
  return [message, remedy].map((it) => sentence(said(it, language))).filter(Boolean).join(' ');
}

function value(it: Argument, language: Language, isWhole: boolean): FluentVariable {
  return typeof it === 'number' ? new FluentNumber(it, { useGrouping: false }) : written(it, language, isWhole);
}

/** Adds sentences that are fetched later, by the paths of their files. */
export function addSentences(files: Record<string, string>): void {
  later.push(files);
  for (const [language, made] of Object.entries(bundles)) fill(made, language, files);
}

function bundle(language: Language, files: Record<string, string>): FluentBundle {
  // No marks around arguments: what is copied goes to other programs.
  const made = new FluentBundle(language, { useIsolating: false });
  for (const some of [files, ...later]) fill(made, language, some);
  return made;
}

function fill(made: FluentBundle, language: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    if (!path.includes(`/${language}/`)) continue;
    const [error] = made.addResource(new FluentResource(text));
    if (error) throw new Error(`${path}: ${error.message}`);
  }
}
