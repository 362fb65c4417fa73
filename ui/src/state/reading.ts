// Proposals for the tags and intervals that a session reads.

import { names } from './watch-lists.svelte';

/** The selectable intervals. */
const USUAL = [10, 20, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000];
/** Maximum fraction of an interval for a scan: the rest is for requested tags. */
const FULL = 0.8;

/** Proposes a longer interval if a scan needs most of this one; null: it is long enough, or the scan time is unknown. */
export function better(ms: number, scanMs: number | null): number | null {
  if (scanMs === null || !(scanMs > ms * FULL)) return null;
  return USUAL.find((it) => it * FULL >= scanMs) ?? 3_600_000;
}

/** Requests per second to the controller: the current number per scan, and at least one per group. */
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
