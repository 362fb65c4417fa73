// Converts between times and positions on the time line, which are fractions of its width.

import type { TimeLine } from '../bindings/desk';

/** The time range of the line: the recording, or its last hours. */
export interface Shown {
  from: number;
  until: number;
}

export const HOURS_MS = [600_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000, 7 * 24 * 3_600_000, 14 * 24 * 3_600_000];

/** The part of the recording with the length of the span, which contains the shown moment. */
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

/** The position of a time on the line: 0 to 1. */
export function part(time: number, { from, until }: Shown): number {
  return Math.min(1, Math.max(0, (time - from) / Math.max(1, until - from)));
}

/** The time at a position on the line. */
export function timeAt(place: number, { from, until }: Shown): number {
  return Math.round(from + Math.min(1, Math.max(0, place)) * (until - from));
}

/** The gaps in the shown time, as fractions of the line. */
export function gapsIn(line: TimeLine, of: Shown): { left: number; width: number; why: TimeLine['gaps'][number]['why'] }[] {
  return line.gaps
    .filter((it) => it.until > of.from && it.from < of.until)
    .map((it) => ({ left: part(it.from, of), width: part(it.until, of) - part(it.from, of), why: it.why }));
}
