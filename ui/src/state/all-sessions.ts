// All sessions at once: the worst first, and what is worth a look in each.

import type { Session } from '../bindings/desk';
import type { Description } from './describe';

/** A scan that takes more of its interval is close to it. */
const CLOSE = 0.8;

export const isClose = ({ scan }: Session): boolean => scan.lastMs !== null && scan.lastMs > scan.intervalMs * CLOSE;

const isRead = ({ state }: Session): boolean => state.state === 'live';

/** How much a session wants a person, 0 most. */
export function rank(session: Session, description: Description): number {
  if (description.tone === 'fault') return 0;
  if (description.tone === 'waiting') return 1;
  if (isRead(session) && (session.tags.bad > 0 || isClose(session) || session.warnings.length > 0)) return 2;
  return { connecting: 3, live: 4, idle: 5, paused: 6, stopped: 7, waiting: 1, fault: 0 }[description.shape];
}

/** With their descriptions, the worst first; else as they came. */
export function worstFirst(sessions: readonly Session[], describe: (session: Session) => Description): { session: Session; description: Description }[] {
  const all = sessions.map((session) => ({ session, description: describe(session) }));
  return all.map((it, i) => ({ it, i, rank: rank(it.session, it.description) })).sort((a, b) => a.rank - b.rank || a.i - b.i).map(({ it }) => it);
}
