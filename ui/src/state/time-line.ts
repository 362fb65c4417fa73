// Places on the time line: parts of its width for times, and back.

import type { TimeLine } from '../bindings/desk';

/** The time that the line shows: the recording, but no more than its last hours. */
export interface Shown {
  from: number;
  until: number;
}

export const HOURS_MS = [600_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000, 7 * 24 * 3_600_000, 14 * 24 * 3_600_000];

/** The part of the recording that a span reaches back to from its end, with the moment in it that is looked at. */
export function shown(line: TimeLine, span: number, now: number, at: number | null): Shown {
  const begin = line.from ?? now;
  const until = Math.max(line.until ?? now, now);
  const from = Math.max(begin, until - span);
  if (at !== null && at < from) {
    const back = Math.max(begin, at - span / 2);
    return { from: back, until: Math.min(until, back + span) };
  }
  return { from, until };
}

/** Where a time is on the line: 0 to 1. */
export function part(time: number, { from, until }: Shown): number {
  return Math.min(1, Math.max(0, (time - from) / Math.max(1, until - from)));
}

/** The time at a part of the line. */
export function timeAt(place: number, { from, until }: Shown): number {
  return Math.round(from + Math.min(1, Math.max(0, place)) * (until - from));
}

/** The gaps that are in the shown time, as parts of the line. */
export function gapsIn(line: TimeLine, of: Shown): { left: number; width: number; why: TimeLine['gaps'][number]['why'] }[] {
  return line.gaps
    .filter((it) => it.until > of.from && it.from < of.until)
    .map((it) => ({ left: part(it.from, of), width: part(it.until, of) - part(it.from, of), why: it.why }));
}
