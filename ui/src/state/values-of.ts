// The scan of an answer's values: the answer contains its time in UTC. An answer about code alone contains no time.

import { timeText, type Language } from '../format';

const SCAN = /\b(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC\b/g;
/** The sentence about the scan, which is shown in the collapsed part: users read times, not numbers. */
const OF_SCAN = /[ \n]*(?:The values are those of snapshot|Die Werte stammen aus Momentaufnahme) (\d+)\.(?: (?:Its scan began at|Deren Abfrage begann um) [\d-]+ [\d:]+ UTC\.)?/g;

/** A rung as text, which is left out: its drawing is shown next to it. */
const MNEMONICS = /:\s+[[\s]*[A-Z][A-Z0-9]+\([^\n]*?;(?=\s|$)/g;

const instant = (day: string, time: string): number => Date.parse(`${day}T${time}Z`);

/** The start of the scan; null: the answer contains no values, or no time. */
export function valuesOf(answer: string): number | null {
  // The sentence follows the answer's citations.
  const [, day, time] = [...answer.matchAll(SCAN)].at(-1) ?? [];
  return day && time ? instant(day, time) : null;
}

/** The answer with local times, and the number of the scan of its values. */
export function readable(answer: string, now: number, language: Language): { text: string; scan: string | null } {
  const scan = [...answer.matchAll(OF_SCAN)].at(-1)?.[1] ?? null;
  const at = valuesOf(answer);
  let text = answer.replace(OF_SCAN, '').replace(SCAN, (_, day: string, time: string) => timeText(instant(day, time), now, language));
  // The values next to the answer are current ones, so values of the scan are described in the past tense.
  if (at !== null) {
    const when = timeText(at, now, language);
    text = text.replace(/\bis (\S+) now\b/g, `was $1 at ${when}`).replace(/\bist jetzt (\S+)/g, `war um ${when} $1`);
  }
  return { text: text.replace(MNEMONICS, '.').trimEnd(), scan };
}
