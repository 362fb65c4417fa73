import { describe as group, expect, test } from 'vitest';
import type { ServiceTrouble, Session, SessionState } from '../bindings/desk';
import { clock, number } from '../format';
import { de } from '../texts/de';
import { verbatim } from '../texts/catalogue';
import { en } from '../texts/en';
import { describe, describeDisconnected } from './describe';
import { gauges } from './gauges';

const NOW = 1_800_000_000_000;

function session(state: SessionState, part: Partial<Session> = {}): Session {
  return {
    name: 's', project: 'p', projectName: 'Line 3', endpoint: 'logix://10.0.0.5/1,0', platform: 'allen-bradley', state, controller: null,
    scan: { lastMs: 58, p50Ms: 57, p99Ms: 84, histogram: [], roundTrips: 14, intervalMs: 250, achievedMs: 250, count: 51_838, missed: 2, unstored: 0 }, groups: [],
    tags: { good: 409, uncertain: 3, bad: 20, requestedBad: 1 }, requested: 6,
    outbox: { trouble: null, depth: 3, bytes: 0, oldest: NOW - 700, newest: 51_840, lost: 0, losses: [] },
    delivery: { state: { state: 'ok' }, lastPush: NOW - 400, storedThrough: 51_837 }, warnings: [], attention: [], source: null, isConfigured: false, tagList: 'never', ...part,
  };
}

const STATES: [string, SessionState, string, string, string[]][] = [
  ['live', { state: 'live', since: NOW - 60_000 }, 'Live', '412 of 432 tags have a value, every 250 ms', ['pause', 'stop']],
  ['connecting', { state: 'connecting', attempt: 2 }, 'Connecting', 'Line 3', ['stop']],
  ['waiting', { state: 'waiting', until: NOW + 17_000, attempt: 5, cause: verbatim('no answer'), remedy: verbatim('check the cable'), wantsLogin: false }, 'Not connected', 'No answer', ['tryNow', 'stop']],
  ['waiting', { state: 'waiting', until: NOW + 17_000, attempt: 5, cause: verbatim('there is no password'), remedy: verbatim('enter one'), wantsLogin: true }, 'Not connected', 'There is no password', ['logIn', 'tryNow', 'stop']],
  ['fault', { state: 'fault', cause: verbatim('serial differs'), decision: 'acceptController' }, 'Stopped', 'Another device answers at this address', ['preflight', 'accept', 'stop']],
  ['fault', { state: 'fault', cause: verbatim('disk'), decision: 'startAgain' }, 'Stopped', 'The session stopped by itself', ['startAgain', 'preflight', 'stop']],
  ['paused', { state: 'paused', since: NOW }, 'Paused', 'You paused', ['resume', 'stop']],
  ['stopped', { state: 'stopped', at: NOW }, 'Stopped', 'You stopped', ['startAgain', 'remove']],
];

group('a state shows its reason and its actions', () => {
  test.each(STATES)('%s', (shape, state, word, why, acts) => {
    const description = describe(session(state), en, NOW, 'en');
    expect(description).toMatchObject({ shape, word });
    expect(description.why).toContain(why);
    expect(description.acts.map((it) => it.act)).toEqual(acts);
    expect(description.then).not.toBe('');
    expect(describe(session(state), de, NOW, 'de').then).not.toBe('');
  });

  test.each(STATES)('%s is not shown as current while the connection is lost', (_, state, word) => {
    const description = describeDisconnected(session(state), en, NOW, 'en');
    expect(description).toMatchObject({ shape: 'idle', word: 'Unknown', why: `Last seen: ${word}`, count: '', acts: [] });
  });

  const waiting = (trouble: ServiceTrouble): Session['delivery'] => ({ state: { state: 'waiting', trouble, until: NOW, cause: verbatim('no route'), remedy: verbatim('look') }, lastPush: NOW - 3000, storedThrough: 7 });
  const live = (part: Partial<Session>) => describe(session(STATES[0]![1], part), en, NOW, 'en');
  test('a session that reads is live only if its values are delivered and stored', () => {
    expect(live({ delivery: waiting('unreachable') })).toMatchObject({ word: 'Not delivered', why: 'Reading, not delivered: no route', field: 'f-waiting' });
    expect(live({ delivery: { state: { state: 'ok' }, lastPush: NOW - 10_001, storedThrough: 7 } }).word).toBe('Not delivered');
    expect(live({ delivery: { state: { state: 'ok' }, lastPush: null, storedThrough: null } }).word).toBe('Not delivered');
    expect(describe(session({ state: 'live', since: NOW - 500 }, { delivery: { state: { state: 'notContacted' }, lastPush: null, storedThrough: null } }), en, NOW, 'en').word).toBe('Reading');
    for (const [since, lastPush, storedThrough, word] of [[500, 100, 0, 'Reading'], [500, 800, 7, 'Reading'], [500, 100, 7, 'Live'], [20_000, 100, 7, 'Live']] as const) {
      expect(describe(session({ state: 'live', since: NOW - since }, { delivery: { state: { state: 'ok' }, lastPush: NOW - lastPush, storedThrough } }), en, NOW, 'en').word).toBe(word);
    }
    expect(live({ outbox: { ...session(STATES[0]![1]).outbox, trouble: verbatim('the disk is full') } })).toMatchObject({ word: 'Not stored', why: 'Reading, not stored: the disk is full' });
  });
  test('a session with a warning is amber and shows the achieved interval', () => {
    const scan = { ...session(STATES[0]![1]).scan, intervalMs: 1000, achievedMs: 5900 };
    expect(live({ scan, attention: [verbatim('scans are missed')] })).toMatchObject({ tone: 'waiting', field: 'f-waiting', word: 'Live, with a warning', why: '412 of 432 tags have a value, every 5.9 s', then: 'Scans are missed.' });
    expect(live({ scan: { ...scan, achievedMs: 1040 } })).toMatchObject({ word: 'Live', why: '412 of 432 tags have a value, every 1 s' });
  });
  test('a session that is live again shows since when', () => {
    const description = (since: number | null) => describe(session({ state: 'live', since: NOW - 7_200_000 }), en, NOW, 'en', since);
    expect(description(null)).toMatchObject({ word: 'Live', short: 'for 2 h 00 min' });
    expect(description(NOW - 3000)).toMatchObject({ word: 'Live', short: 'for 3 s', then: expect.stringContaining(`Since ${clock(NOW - 3000)}.`) });
  });

  test('the remedy is offered if the user can apply it here', () => {
    const first = (trouble: ServiceTrouble, isConfigured = false) => live({ delivery: waiting(trouble), isConfigured }).acts[0]?.act;
    expect([first('unauthorized'), first('forbidden'), first('conflict'), first('unreachable')]).toEqual(['giveKey', 'giveKey', 'takeOver', 'pause']);
    expect(first('unauthorized', true)).toBe('pause');
  });
  test('a start on another day is shown with its date', () => {
    const [friday, monday] = [new Date(2026, 10, 20, 9, 47).getTime(), new Date(2026, 10, 23, 9, 50).getTime()];
    const description = (state: SessionState, language: 'en' | 'de' = 'en') => describe(session(state), language === 'en' ? en : de, monday, language);
    expect(description({ state: 'stopped', at: friday })).toMatchObject({ why: 'You stopped this session at 20/11/26 09:47:00', short: 'since 20/11/26' });
    expect(description({ state: 'paused', since: friday }, 'de')).toMatchObject({ why: 'Von Ihnen angehalten: 20.11.26 09:47:00', short: 'seit 20.11.26' });
    expect(description({ state: 'stopped', at: monday - 180_000 }).why).toBe('You stopped this session at 09:47:00');
    expect(describe(session({ state: 'live', since: monday - 60_000 }, { delivery: { ...waiting('unreachable'), lastPush: friday } }), en, monday, 'en').then).toContain('Last delivered at 20/11/26 09:47:00.');
  });
  test('a wait counts down', () => expect(describe(session(STATES[2]![1]), en, NOW + 3000, 'en').count).toBe('0:14'));
  test('a configured session cannot be stopped', () =>
    expect(describe(session(STATES[0]![1], { isConfigured: true }), en, NOW, 'en').acts.map((it) => it.act)).toEqual(['pause']));
});

group('the health strip', () => {
  const write = { n: (it: number) => number(it, 'en'), age: (ms: number) => `${(ms / 1000).toFixed(1)} s`, duration: (ms: number) => `${Math.floor(ms / 60_000)} min 21 s` };
  const of = (part: Partial<Session>, key: string) => gauges(session(STATES[0]![1], part), en, NOW, write).find((it) => it.key === key);

  test('no figure is marked if all is well', () => {
    expect(gauges(session(STATES[0]![1]), en, NOW, write).every((it) => it.quality === '')).toBe(true);
    expect(of({}, 'requested')).toMatchObject({ value: '6', below: '1 without value' });
    expect(of({}, 'stored')).toMatchObject({ below: '3 pending' });
    expect(of({}, 'push')).toMatchObject({ value: '0.4', unit: 's ago', below: 'accepted' });
  });
  test('the delivery is marked if the service is not available', () => {
    const delivery: Session['delivery'] = { state: { state: 'waiting', trouble: 'unreachable', until: NOW, cause: verbatim(''), remedy: verbatim('') }, lastPush: NOW - 321_000, storedThrough: 7 };
    expect(of({ delivery }, 'push')).toMatchObject({ quality: 'uncertain', value: '5', unit: 'min ago', below: 'no answer' });
    expect(of({ delivery }, 'outbox')).toMatchObject({ quality: 'uncertain' });
  });
  test('permanently lost values are marked', () => {
    const outbox = { trouble: null, depth: 0, bytes: 0, oldest: null, newest: 9, lost: 40, losses: [{ from: 1, to: 40, cause: 'size' as const }] };
    expect(of({ outbox }, 'gaps')).toMatchObject({ quality: 'bad', value: '1', below: '40 lost' });
    const full = { ...outbox, trouble: verbatim('the disk is full'), lost: 15, losses: [{ from: 10, to: 24, cause: 'disk' as const }] };
    expect(of({ outbox: full }, 'gaps')).toMatchObject({ quality: 'bad', value: '1', below: '15 lost' });
    expect(of({ outbox: full }, 'outbox')).toMatchObject({ value: '0', below: 'not stored now' });
    expect(of({ outbox }, 'outbox')).toMatchObject({ below: 'all delivered' });
  });
});
