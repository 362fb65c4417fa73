// Which events are shown by their time.

export const AGES = ['all', 'quarter', 'hour', 'day', 'between'] as const;

export interface Range {
  age: (typeof AGES)[number];
  /** Local times as an input of date and time has them; empty: without an end. */
  from: string;
  to: string;
}

const MINUTE = 60_000;
const SPANS = { quarter: 15 * MINUTE, hour: 60 * MINUTE, day: 24 * 60 * MINUTE };

export function within(at: number, { age, from, to }: Range, now: number): boolean {
  if (age === 'all') return true;
  if (age !== 'between') return at > now - SPANS[age];
  // A second that is named belongs to it as a whole.
  return (!from || at >= Date.parse(from)) && (!to || at < Date.parse(to) + 1000);
}
