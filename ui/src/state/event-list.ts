// The known events, the newest last: at most as many as the desk stores, for any time that the page
// is open.

import type { LogEvent } from '../bindings/desk';

/** As many as the desk keeps. */
export const KEPT = 5000;

/** They say nothing to a person who looks at sessions: the log files have them. */
const SILENT = new Set(['service-logged-request-answered']);

/** With those that are newer than all of them. */
export function joined(events: readonly LogEvent[], more: readonly LogEvent[]): LogEvent[] {
  return [...events, ...newer(more, events).filter((it) => !SILENT.has(it.message.code) || it.level !== 'info')].slice(-KEPT);
}

/** Of some events those that are newer than all others. */
export function newer(of: readonly LogEvent[], others: readonly LogEvent[]): LogEvent[] {
  const last = others.at(-1)?.id ?? 0;
  return of.filter((it) => it.id > last);
}
