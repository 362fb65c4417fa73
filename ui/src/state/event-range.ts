// The time range of the shown events.

export const AGES = ['all', 'quarter', 'hour', 'day', 'between'] as const;

export interface Range {
  age: (typeof AGES)[number];
  /** Local times as a `datetime-local` input has them; empty: no limit. */
  from: string;
  to: string;
}

const MINUTE = 60_000;
const SPANS = { quarter: 15 * MINUTE, hour: 60 * MINUTE, day: 24 * 60 * MINUTE };

export function within(at: number, { age, from, to }: Range, now: number): boolean {
  if (age === 'all') return true;
  if (age !== 'between') return at > now - SPANS[age];
  // The end includes its complete second.
  return (!from || at >= Date.parse(from)) && (!to || at < Date.parse(to) + 1000);
}
