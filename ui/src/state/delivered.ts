// Since when a session has its shown state. The desk reports since when it reads, not since when its
// values are delivered or not.

import type { Alert, Session } from '../bindings/desk';
import { isHeldUp } from './describe';

export class Delivered {
  /** By session: the time of its connection, whether its values are held up, and since when; null: since before this page. */
  #seen = new Map<string, { read: number; isHeld: boolean; since: number | null }>();

  /** Updates the state of all sessions at one time. */
  update(sessions: readonly Session[], now: number): void {
    const before = this.#seen;
    this.#seen = new Map();
    for (const session of sessions) {
      if (session.state.state !== 'live') continue;
      const [seen, read, isHeld] = [before.get(session.name), session.state.since, isHeldUp(session, now)];
      const since = seen?.read !== read ? null : seen.isHeld === isHeld ? seen.since : now;
      this.#seen.set(session.name, { read, isHeld, since });
    }
  }

  /** Returns since when the session has its state; null: unknown. */
  since(session: Session, alerts: readonly Alert[], now: number): number | null {
    const { name, state, outbox, delivery: { lastPush } } = session;
    if (state.state === 'paused') return state.since;
    if (state.state === 'stopped') return state.at;
    if (state.state !== 'live') return null;
    const own = alerts.filter((it) => it.session === name && it.kind === 'undelivered');
    const isHeld = isHeldUp(session, now);
    const seen = this.#seen.get(name);
    if (seen?.since && seen.read === state.since && seen.isHeld === isHeld) return seen.since;
    // The change was not observed by this page, for example after a reload.
    if (!isHeld) return Math.max(state.since, ...own.map((it) => it.until ?? 0));
    return own.find((it) => it.until === null)?.since ?? (outbox.trouble ? null : Math.max(state.since, lastPush ?? 0));
  }
}
