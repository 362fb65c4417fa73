// Sentences of the codes that the bridge, the desk and the drivers speak in, from the catalogue that the command line
// has its own of, too: `texts/`.

import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from '@fluent/bundle';
import type { Argument, Message } from '../bindings/desk';
import type { Language } from '../format';

const FILES = import.meta.glob<string>(['../../../texts/{en,de}/*.ftl', '!../../../texts/*/cli-*.ftl'], { query: '?raw', import: 'default', eager: true });

const bundles: Record<Language, FluentBundle> = { en: bundle('en'), de: bundle('de') };

/** Somebody else's words as a message. */
export const verbatim = (text: string): Message => ({ code: 'verbatim', arguments: { text } });

/** What is shown of words that nobody here translates. */
export type Verbatim = (text: string, language: Language) => string;

/** A fragment of a sentence. A code that is not known, of a newer program, is shown as it is. */
export function render(message: Message, language: Language, verbatim: Verbatim = (it) => it): string {
  const { code, arguments: given = {} } = message;
  if (code === 'verbatim') return verbatim(String(given.text ?? ''), language);
  const pattern = bundles[language].getMessage(code)?.value;
  if (!pattern) return JSON.stringify(message);
  const values = Object.entries(given).map(([name, it]): [string, FluentVariable] => [name, value(it, language, verbatim)]);
  const errors: Error[] = [];
  const text = bundles[language].formatPattern(pattern, Object.fromEntries(values), errors);
  return errors.length ? `${text} ${JSON.stringify(message)}` : text;
}

/** English and German of each sentence, its arguments as `{name}`: for those that are still said inside of others. */
export function pairs(): Record<string, string> {
  const of = (language: Language): Map<string, string> => new Map(Object.entries(FILES).filter(([path]) => path.includes(`/${language}/`)).flatMap(([, text]) =>
    [...text.matchAll(/^([a-z][\w-]*) = (.+)$/gm)].map(([, code = '', said = '']): [string, string] => [code, said.replace(/\{ \$([\w-]+) \}/g, '{$1}')])));
  const german = of('de');
  return Object.fromEntries([...of('en')].filter(([, text]) => (!text.includes('{') || text.replace(/\{.*?\}|\W/g, '').length > 5)).map(([code, text]) => [text, german.get(code) ?? text]));
}

function value(it: Argument, language: Language, verbatim: Verbatim): FluentVariable {
  return typeof it === 'number' ? new FluentNumber(it, { useGrouping: false }) : written(it, language, verbatim);
}

function written(it: Argument, language: Language, verbatim: Verbatim): string {
  if (Array.isArray(it)) {
    return it.map((part) => written(part, language, verbatim)).join(it.some((part) => typeof part === 'object') ? '; ' : ', ');
  }
  return typeof it === 'object' ? render(it, language, verbatim) : String(it);
}

function bundle(language: Language): FluentBundle {
  // No marks around arguments: what is copied goes to other programs.
  const made = new FluentBundle(language, { useIsolating: false });
  for (const [path, text] of Object.entries(FILES)) {
    if (!path.includes(`/${language}/`)) continue;
    const [error] = made.addResource(new FluentResource(text));
    if (error) throw new Error(`${path}: ${error.message}`);
  }
  return made;
}
