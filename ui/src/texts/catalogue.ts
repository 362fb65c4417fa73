// Formats the codes of the bridge, the desk and the drivers as sentences. The sentences are in `texts/`, as for the command
// line.

import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from '@fluent/bundle';
import type { Argument, Message } from '../bindings/desk';
import type { Failure } from '../commands';
import { decimal, sentence, timeText, type Language } from '../format';

const SOURCES: Record<Language, () => Promise<{ files: Record<string, string> }>> = { en: () => import('./sentences-en'), de: () => import('./sentences-de') };
const bundles: Partial<Record<Language, FluentBundle>> = {};
/** Sentences that were added later, for a language that is not loaded yet. */
const later: Record<string, string>[] = [];

/** Loads the sentences of a language; until then the sentences of the other language are shown. */
export async function loadSentences(language: Language): Promise<void> {
  bundles[language] ??= bundle(language, (await SOURCES[language]()).files);
}

// Tests have both languages from the beginning.
if (import.meta.env.MODE === 'test') await Promise.all([loadSentences('en'), loadSentences('de')]);

/** A message with the original text of another program. */
export const verbatim = (text: string): Message => ({ code: 'verbatim', arguments: { text } });

/** The original text of the operating system or the service, for the collapsed part. The sentence around it has the same meaning. */
const NUMBER = / \(os error \d+\)/g;
/** The error of the operating system's keychain, in words for programmers. */
const PLATFORM = /: Platform failure: [^]*$/;
const SAYS_ALL = new Set(['uplink-unauthorized', 'uplink-forbidden']);
const OWN_WORDS = /: [a-z_]+: [^]*$/;

/** Formats a fragment of a sentence. An unknown code of a newer program is shown unchanged. `isWhole`: includes original texts of other programs. */
export function messageText(message: Message, language: Language, isWhole = false): string {
  const text = rendered(message, language, isWhole);
  if (isWhole) return text;
  return (SAYS_ALL.has(message.code) ? text.replace(OWN_WORDS, '') : text).replace(NUMBER, '').replace(PLATFORM, '');
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

/** A time of the service, shown in local time. */
const INSTANT = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** A field of an event: the sentence of a message, or a text. */
export function written(it: Argument, language: Language, isWhole = false): string {
  if (Array.isArray(it)) {
    return it.map((part) => written(part, language, isWhole)).join(it.some((part) => typeof part === 'object') ? '; ' : ', ');
  }
  return typeof it === 'object' ? messageText(it, language, isWhole) : localized(String(it), language);
}

/** The names of vendors as texts show them. */
const VENDORS: Record<string, string> = { 'allen-bradley': 'Allen-Bradley', siemens: 'Siemens', codesys: 'CODESYS' };
/** A number with decimals and a unit of time, such as `1.1 s`. */
const TIMED = /^\d+\.\d+ (ms|s|min|h)$/;

/** Replaces codes of vendors, and the decimal separator of a time. */
function localized(text: string, language: Language): string {
  return TIMED.test(text) ? decimal(text, language) : (VENDORS[text] ?? text);
}

/** Why a command failed and what to do, as sentences. */
export function reason({ message, remedy }: Failure, language: Language): string {
  return [message, remedy].map((it) => sentence(messageText(it, language))).filter(Boolean).join(' ');
}

function value(it: Argument, language: Language, isWhole: boolean): FluentVariable {
  return typeof it === 'number' ? new FluentNumber(it, { useGrouping: false }) : written(it, language, isWhole);
}

/** Adds sentences that are loaded later, by the paths of their files. */
export function addSentences(files: Record<string, string>): void {
  later.push(files);
  for (const [language, made] of Object.entries(bundles)) fill(made, language, files);
}

function bundle(language: Language, files: Record<string, string>): FluentBundle {
  // No isolation marks around arguments: copied texts are used in other programs.
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
