import { expect, test } from 'vitest';
import type { Alert, Session } from '../bindings/desk';
import { verbatim } from '../texts/catalogue';
import { Delivered } from './delivered';

const BEGAN = 1_800_000_000_000;
const MINUTE = 60_000;

const AWAY: Session['delivery']['state'] = { state: 'waiting', trouble: 'unreachable', until: 0, cause: verbatim('no answer'), remedy: verbatim('look') };
/** A session that has read since the beginning, checked after this time. Its values arrive, or stopped two minutes before. */
const live = (now: number, arrives: boolean, since = BEGAN): Session => ({
  name: 's', state: { state: 'live', since }, scan: { intervalMs: 250 }, outbox: { trouble: null },
  delivery: { state: arrives ? { state: 'ok' } : AWAY, lastPush: arrives ? now - 400 : now - 2 * MINUTE, storedThrough: 7 },
} as unknown as Session);
const alert = (since: number, until: number | null): Alert => ({ id: 1, session: 's', project: 'p', projectName: 'P', kind: 'undelivered', cause: null, since, until, isSeen: false });

test('a session whose delivery resumes is live since then, until it is connected again', () => {
  const delivered = new Delivered();
  const at = (minutes: number, arrives: boolean, since = BEGAN): number | null => {
    const now = BEGAN + minutes * MINUTE;
    delivered.update([live(now, arrives, since)], now);
    const reported = delivered.since(live(now, arrives, since), [], now);
    return reported === null ? null : (reported - BEGAN) / MINUTE;
  };
  expect([at(1, true), at(2, true)]).toEqual([0, 0]);
  expect([at(3, false), at(4, false)]).toEqual([3, 3]);
  expect([at(5, true), at(6, true)]).toEqual([5, 5]);
  expect(at(8, true, BEGAN + 7 * MINUTE)).toBe(7);
});

test('after a reload the time comes from the alerts', () => {
  const now = BEGAN + 10 * MINUTE;
  const since = (arrives: boolean, ...alerts: Alert[]): number | null => new Delivered().since(live(now, arrives), alerts, now);
  expect(since(true)).toBe(BEGAN);
  expect(since(true, alert(BEGAN + MINUTE, BEGAN + 4 * MINUTE))).toBe(BEGAN + 4 * MINUTE);
  // An alert that ended before the connection is ignored.
  expect(since(true, alert(BEGAN - 2 * MINUTE, BEGAN - MINUTE))).toBe(BEGAN);
  expect(since(false, alert(BEGAN + MINUTE, null))).toBe(BEGAN + MINUTE);
  // Otherwise the time of the last arrival.
  expect(since(false)).toBe(now - 2 * MINUTE);
});

test('a paused or stopped session has its own time; for a waiting one the time is unknown', () => {
  const since = (state: Session['state']): number | null => new Delivered().since({ ...live(BEGAN, true), state }, [], BEGAN);
  expect(since({ state: 'paused', since: 5 })).toBe(5);
  expect(since({ state: 'stopped', at: 6 })).toBe(6);
  expect(since({ state: 'connecting', attempt: 1 })).toBeNull();
});
