// Of which scan an answer's values are: it says so itself, in UTC; an answer about code alone names no time.

import { timeText, type Language } from '../format';

const SCAN = /\b(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC\b/g;
/** The sentence about it, which is for the fold: people read times, not numbers. */
const OF_SCAN = /[ \n]*(?:The values are those of snapshot|Die Werte stammen aus Momentaufnahme) (\d+)\.(?: (?:Its scan began at|Deren Abfrage begann um) [\d-]+ [\d:]+ UTC\.)?/g;

/** A rung as text: the place next to it shows it drawn. */
const MNEMONICS = /:\s+[[\s]*[A-Z][A-Z0-9]+\([^\n]*?;(?=\s|$)/g;

const instant = (day: string, time: string): number => Date.parse(`${day}T${time}Z`);

/** When the scan began; null: the answer contains no values, or no time. */
export function valuesOf(answer: string): number | null {
  // It follows the answer's citations.
  const [, day, time] = [...answer.matchAll(SCAN)].at(-1) ?? [];
  return day && time ? instant(day, time) : null;
}

/** The answer as a person reads it, with times of this place; and the number of the scan that its values are of. */
export function readable(answer: string, now: number, language: Language): { text: string; scan: string | null } {
  const scan = [...answer.matchAll(OF_SCAN)].at(-1)?.[1] ?? null;
  const at = valuesOf(answer);
  let text = answer.replace(OF_SCAN, '').replace(SCAN, (_, day: string, time: string) => timeText(instant(day, time), now, language));
  // What was so then may be otherwise in the values next to it, which are of now.
  if (at !== null) {
    const when = timeText(at, now, language);
    text = text.replace(/\bis (\S+) now\b/g, `was $1 at ${when}`).replace(/\bist jetzt (\S+)/g, `war um ${when} $1`);
  }
  return { text: text.replace(MNEMONICS, '.').trimEnd(), scan };
}
