import { expect, test } from 'vitest';
import type { Session, SessionState } from '../bindings/desk';
import { en } from '../texts/en';
import { worstFirst } from './all-sessions';
import { describe } from './describe';

const NOW = 1_000_000;
const live: SessionState = { state: 'live', since: NOW - 60_000 };
const session = (name: string, it: Partial<Session> = {}): Session => ({
  name, project: name, projectName: name, endpoint: 'logix://h', platform: 'allen-bradley', state: live, controller: null,
  scan: { lastMs: 50, p50Ms: 50, p99Ms: 60, histogram: [], roundTrips: 1, intervalMs: 1000, achievedMs: 1000, count: 10, missed: 0, unstored: 0 },
  groups: [], tags: { good: 4, uncertain: 0, bad: 0, requestedBad: 0 }, source: null, tagList: null, requested: 0,
  outbox: { trouble: null, depth: 0, bytes: 0, oldest: null, newest: 9, lost: 0, losses: [] },
  delivery: { state: { state: 'ok' }, lastPush: NOW - 500, storedThrough: 9 }, warnings: [], attention: [], isConfigured: false, ...it,
});
const why = { code: 'verbatim', arguments: { text: 'x' } };
const order = (...all: Session[]): string[] => worstFirst(all, (it) => describe(it, en, NOW, 'en')).map((it) => it.session.name);

test('the most urgent session is first, stopped and paused ones are last', () => {
  const scan = session('').scan;
  expect(order(
    session('off', { state: { state: 'stopped', at: NOW } }), session('paused', { state: { state: 'paused', since: NOW } }), session('well'),
    session('connecting', { state: { state: 'connecting', attempt: 1 } }), session('close', { scan: { ...scan, lastMs: 900 } }),
    session('bad', { tags: { good: 1, uncertain: 0, bad: 1, requestedBad: 0 } }),
    session('held', { delivery: { state: { state: 'waiting', trouble: 'unreachable', until: NOW, cause: why, remedy: why }, lastPush: NOW, storedThrough: 1 } }),
    session('silent', { state: { state: 'waiting', until: NOW + 5000, attempt: 2, cause: why, remedy: why, wantsLogin: false } }),
    session('fault', { state: { state: 'fault', cause: why, decision: 'startAgain' } }),
  )).toEqual(['fault', 'held', 'silent', 'close', 'bad', 'connecting', 'well', 'paused', 'off']);
});

test('sessions of the same rank keep their order', () => {
  expect(order(session('b'), session('a'), session('c'))).toEqual(['b', 'a', 'c']);
});
