// Sentences of the codes that the bridge, the desk and the drivers speak in, from the catalogue that the command line
// has its own of, too: `texts/`.

import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from '@fluent/bundle';
import type { Argument, Message } from '../bindings/desk';
import type { Failure } from '../commands';
import { sentence, timeText, type Language } from '../format';

/** The catalogue by its files' paths: without what only the command line, reports and the service's own answers say. */
export const FILES = import.meta.glob<string>(['../../../texts/{en,de}/*.ftl', '!../../../texts/*/{cli-*,analysis*,fleet,report,propose}.ftl'], { query: '?raw', import: 'default', eager: true });

const bundles: Record<Language, FluentBundle> = { en: bundle('en'), de: bundle('de') };

/** Somebody else's words as a message. */
export const verbatim = (text: string): Message => ({ code: 'verbatim', arguments: { text } });

/** A fragment of a sentence. A code that is not known, of a newer program, is shown as it is. */
export function said(message: Message, language: Language): string {
  const { code, arguments: given = {} } = message;
  const pattern = bundles[language].getMessage(code)?.value;
  if (!pattern) return JSON.stringify(message);
  const values = Object.entries(given).map(([name, it]): [string, FluentVariable] => [name, value(it, language)]);
  const errors: Error[] = [];
  const text = bundles[language].formatPattern(pattern, Object.fromEntries(values), errors);
  if (errors.length) return `${text} ${JSON.stringify(message)}`;
  return text.replace(INSTANT, (instant) => timeText(Date.parse(instant), Date.now(), language));
}

/** A time of the service: shown in local time. */
const INSTANT = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** A field of an event: a message's sentence, or its text. */
export function written(it: Argument, language: Language): string {
  if (Array.isArray(it)) {
    return it.map((part) => written(part, language)).join(it.some((part) => typeof part === 'object') ? '; ' : ', ');
  }
  return typeof it === 'object' ? said(it, language) : String(it);
}

/** Why a command came to nothing, and what to do: as sentences. */
export function reason({ message, remedy }: Failure, language: Language): string {
  return [message, remedy].map((it) => sentence(said(it, language))).filter(Boolean).join(' ');
}

function value(it: Argument, language: Language): FluentVariable {
  return typeof it === 'number' ? new FluentNumber(it, { useGrouping: false }) : written(it, language);
}

/** Sentences that are fetched later, by the paths of their files. */
export function addSentences(files: Record<string, string>): void {
  for (const [language, made] of Object.entries(bundles)) fill(made, language, files);
}

function bundle(language: Language): FluentBundle {
  // No marks around arguments: what is copied goes to other programs.
  const made = new FluentBundle(language, { useIsolating: false });
  fill(made, language, FILES);
  return made;
}

function fill(made: FluentBundle, language: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    if (!path.includes(`/${language}/`)) continue;
    const [error] = made.addResource(new FluentResource(text));
    if (error) throw new Error(`${path}: ${error.message}`);
  }
}
