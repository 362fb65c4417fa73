// What is proposed while somebody chooses what a session reads.

import { names } from './watch-lists.svelte';

/** Intervals that people choose. */
const USUAL = [10, 20, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000];
/** Maximum part of an interval for a scan: the rest is for requested tags. */
const FULL = 0.8;

/** A longer interval, where a scan takes most of this one; null: it is long enough, or how long a scan takes is not known. */
export function better(ms: number, scanMs: number | null): number | null {
  if (scanMs === null || !(scanMs > ms * FULL)) return null;
  return USUAL.find((it) => it * FULL >= scanMs) ?? 3_600_000;
}

/** Requests a second to the controller: as many a scan as now, and of each group one at least. */
export function requests(ms: number, trips: number, groups: readonly { intervalMs: number }[]): number {
  return groups.reduce((sum, it) => sum + 1000 / it.intervalMs, (Math.max(1, trips) * 1000) / ms);
}

/** The tags that exceed a session's limit: tags at other rates are omitted last. */
export function leftOut(tags: readonly string[], groups: readonly (readonly string[])[], most: number): string[] {
  const all = new Set([...groups.flat(), ...tags]);
  return all.size > most ? [...all].slice(most) : [];
}

/** Groups without these tags. */
export function withoutOthers<G extends { text: string }>(groups: readonly G[], tags: readonly string[]): G[] {
  return groups.map((it) => ({ ...it, text: names(it.text).filter((tag) => !tags.includes(tag)).join('\n') }));
}
