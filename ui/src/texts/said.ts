// What the bridge and the desk say, in the person's language. They say it in English, in fixed sentences, since a log
// and a support bundle are read by whoever helps; the screens look the sentences up. What is not known is shown as it is.

import type { Message } from '../bindings/desk';
import type { Failure } from '../commands';
import { sentence, type Language } from '../format';
import { pairs, render } from './catalogue';
import { SYSTEM } from './composed.de';
import { MESSAGES } from './messages.de';

interface Pattern {
  shape: RegExp;
  holes: string[];
  german: string;
}

/** What was looked up: a log says the same again and again. */
const looked = new Map<string, string>();
const KEPT = 2000;
const PART = '; ';
/** So many parts are looked at together: of more, every few would be tried with all others. */
const TOGETHER = 8;
const HOLE = /\{(\w+)\}/g;
const all = { ...pairs(), ...MESSAGES, ...SYSTEM };
const messages = new Map(Object.entries(all).map(([english, german]) => [plain(english), german]));
/** The one that says most comes first: `cannot keep settings in {folder}: {why}` before `cannot {doing}: {why}`. */
const patterns = Object.entries(all).filter(([english]) => english.search(HOLE) >= 0)
  .sort(([a], [b]) => b.replace(HOLE, '').length - a.replace(HOLE, '').length)
  .map(([english, german]): Pattern => ({ shape: shape(english), holes: [...english.matchAll(HOLE)].map(([, hole = '']) => hole), german }));

/** A message, cause or remedy: by its code where it has one. */
export function said(it: Message | string, language: Language): string {
  return typeof it === 'string' ? lookedUp(it, language) : render(it, language, lookedUp);
}

function lookedUp(text: string, language: Language): string {
  if (language !== 'de') return text;
  let found = looked.get(text);
  if (found === undefined) {
    found = german(text) ?? text;
    if (looked.size >= KEPT) looked.clear();
    looked.set(text, found);
  }
  return found;
}

/** Why a command came to nothing, and what to do: as sentences. */
export function reason({ message, remedy }: Failure, language: Language): string {
  return [message, remedy].map((it) => sentence(said(it, language))).filter(Boolean).join(' ');
}

/** `null`: not known. */
function german(text: string): string | null {
  return whole(text) ?? byParts(text.split(PART)) ?? byHead(text);
}

function whole(text: string): string | null {
  return messages.get(plain(text)) ?? byPattern(text);
}

function byPattern(text: string): string | null {
  for (const { shape, holes, german: made } of patterns) {
    const found = shape.exec(text);
    if (found) return made.replace(HOLE, (_, hole: string) => said(found[holes.indexOf(hole) + 1] ?? '', 'de'));
  }
  return null;
}

/** A message and its remedy, or several causes; a part may hold the sign that parts them. */
function byParts(parts: string[]): string | null {
  if (parts.length > TOGETHER) {
    const groups = Array.from({ length: Math.ceil(parts.length / TOGETHER) }, (_, i) => parts.slice(i * TOGETHER, (i + 1) * TOGETHER));
    return groups.map((it) => said(it.join(PART), 'de')).join(PART);
  }
  for (let from = 0; from < parts.length; from += 1) {
    for (let to = parts.length; to > from; to -= 1) {
      const known = from === 0 && to === parts.length ? null : whole(parts.slice(from, to).join(PART));
      if (known === null) continue;
      const rest = parts.slice(to).join(PART);
      return [...parts.slice(0, from), known, ...(rest ? [said(rest, 'de')] : [])].join(PART);
    }
  }
  return null;
}

/** `access denied: External Access = None` */
function byHead(text: string): string | null {
  const at = text.indexOf(': ');
  if (at < 0) return null;
  const [head, rest] = [whole(text.slice(0, at)), german(text.slice(at + 2))];
  return head === null && rest === null ? null : `${head ?? text.slice(0, at)}: ${rest ?? text.slice(at + 2)}`;
}

function shape(english: string): RegExp {
  const literal = english.split(HOLE).map((it, i) => (i % 2 ? (it === 'count' ? '(\\d+)' : '(.+?)') : it.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${literal.join('')}\\.?$`, 'si');
}

/** Without what makes a sentence of a fragment. */
function plain(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');
}
