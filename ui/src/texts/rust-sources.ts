// The sentences that the program's own sources hold, for the test of `said.ts`: tests aside, and each hole as `{}`.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const ERROR = /#\[error\s*\(/g;
/** Where a command's failure is made. */
const FAILURE = /(?<!fn )(?<!\w)(?:Failure::new|invalid|not_found)\s*\(/g;
const MADE = /\blet (?:message|remedy|what)\s*=/g;
const REMEDIES = /\bfn remedy\b[^{]*\{/g;

/** The messages of errors that are told by a text of their own. */
export function errors(...folders: string[]): Map<string, string> {
  return among(folders, (source) => calls(source, ERROR).flatMap((it) => literals(it).slice(0, 1)));
}

/** What a command says when it fails, and what to do about it. */
export function failures(...folders: string[]): Map<string, string> {
  return among(folders, (source) => [
    ...calls(source, FAILURE).flatMap(literals),
    ...[...source.matchAll(MADE)].flatMap((it) => literals(source.slice(it.index, source.indexOf(';\n', it.index)))),
  ]);
}

/** What errors say is to be done about them. */
export function remedies(...folders: string[]): Map<string, string> {
  return among(folders, (source) => calls(source, REMEDIES).flatMap(literals));
}

/** Every text there is. */
export function texts(...folders: string[]): Set<string> {
  return new Set(among(folders, literals).keys());
}

/** What is said, with its holes empty. */
export function bare(text: string): string {
  return text.replace(/\{[^{} ]*\}/g, '{}');
}

function among(folders: string[], found: (source: string) => string[]): Map<string, string> {
  const all = new Map<string, string>();
  for (const file of folders.flatMap((it) => files(join(ROOT, it)))) {
    for (const text of found(readFileSync(file, 'utf8').split('#[cfg(test)]\nmod tests')[0] ?? '')) all.set(bare(text), file.slice(ROOT.length + 1));
  }
  return all;
}

function files(folder: string): string[] {
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder, { withFileTypes: true }).flatMap((it) => {
    const path = join(folder, it.name);
    if (it.isDirectory()) return ['tests', 'fake', 'examples', 'target', 'benches'].includes(it.name) ? [] : files(path);
    return it.name.endsWith('.rs') && !/^(tests|testing|suite|conformance)\.rs$/.test(it.name) ? [path] : [];
  });
}

/** What stands in the brackets that each match opens. */
function calls(source: string, opened: RegExp): string[] {
  return [...source.matchAll(opened)].map((it) => {
    const from = it.index + it[0].length;
    let depth = 1;
    for (const token of source.slice(from).matchAll(TOKEN)) {
      if ('([{'.includes(token[0])) depth += 1;
      if (')]}'.includes(token[0]) && --depth === 0) return source.slice(from, from + token.index);
    }
    throw new Error(`a bracket stays open: ${source.slice(it.index, it.index + 80)}`);
  });
}

/** A comment, a text, a character, or a bracket. */
const TOKEN = /\/\/[^\n]*|r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^\\"])*"|'(?:\\.[^']*|[^\\'])'|[()[\]{}]/g;

/** Texts as they are once the program runs. */
function literals(source: string): string[] {
  return [...source.matchAll(TOKEN)].map(([it]) => it).filter((it) => it.startsWith('"')).map((it) =>
    it.slice(1, -1).replace(/\\\n\s*/g, '').replace(/\\(["\\])/g, '$1').replace(/\{\{/g, '{').replace(/\}\}/g, '}'));
}
