// All sessions in one list: the most urgent first, and what needs attention in each.

import type { Session } from '../bindings/desk';
import type { Description } from './describe';

/** The fraction of the interval above which a scan counts as close to its limit. */
const CLOSE = 0.8;

export const isClose = ({ scan }: Session): boolean => scan.lastMs !== null && scan.lastMs > scan.intervalMs * CLOSE;

const isRead = ({ state }: Session): boolean => state.state === 'live';

/** The urgency of a session, 0 is the highest. */
export function rank(session: Session, description: Description): number {
  if (description.tone === 'fault') return 0;
  if (description.tone === 'waiting') return 1;
  if (isRead(session) && (session.tags.bad > 0 || isClose(session) || session.warnings.length > 0)) return 2;
  return { connecting: 3, live: 4, idle: 5, paused: 6, stopped: 7, waiting: 1, fault: 0 }[description.shape];
}

/** Returns the sessions with their descriptions, the most urgent first. Sessions of the same rank keep their order. */
export function worstFirst(sessions: readonly Session[], describe: (session: Session) => Description): { session: Session; description: Description }[] {
  const all = sessions.map((session) => ({ session, description: describe(session) }));
  return all.map((it, i) => ({ it, i, rank: rank(it.session, it.description) })).sort((a, b) => a.rank - b.rank || a.i - b.i).map(({ it }) => it);
}
