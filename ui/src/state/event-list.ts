// The known events, the newest last: at most the number that the desk stores, independent of how long the
// page is open.

import type { LogEvent } from '../bindings/desk';

/** The number of events that the desk stores. */
export const KEPT = 5000;

/** Events without a meaning for the user; only the log files show them. */
const SILENT = new Set(['service-logged-request-answered']);

/** Adds the events that are newer than all known ones. */
export function joined(events: readonly LogEvent[], more: readonly LogEvent[]): LogEvent[] {
  return [...events, ...newer(more, events).filter((it) => !SILENT.has(it.message.code) || it.level !== 'info')].slice(-KEPT);
}

/** Returns the events that are newer than all known ones. */
export function newer(of: readonly LogEvent[], others: readonly LogEvent[]): LogEvent[] {
  const last = others.at(-1)?.id ?? 0;
  return of.filter((it) => it.id > last);
}
