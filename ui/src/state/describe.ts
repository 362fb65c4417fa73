// Describes a session's state: what it is, why, and what to do. Shape, word and colour always belong together.

import type { Session } from '../bindings/desk';
import { countdown, duration, headline, interval, number, sentence, timeOrDate, timeText, type Language } from '../format';
import type { Texts } from '../texts/en';
import { messageText } from '../texts/catalogue';

export type Shape = 'live' | 'connecting' | 'waiting' | 'fault' | 'paused' | 'stopped' | 'idle';
export type Act = 'pause' | 'resume' | 'stop' | 'tryNow' | 'startAgain' | 'preflight' | 'accept' | 'takeOver' | 'logIn' | 'giveKey' | 'remove';

export interface Description {
  shape: Shape;
  /** The CSS class for the field behind the shape. */
  field: string;
  /** The background of the header. */
  tone: '' | 'waiting' | 'fault';
  word: string;
  /** The text below the state, in the status bar. */
  short: string;
  /** The remaining time of a wait. */
  count: string;
  why: string;
  then: string;
  acts: { act: Act; primary: boolean }[];
}

/** `since`: when the session got its state; null: when reading began. */
export function describe(session: Session, t: Texts, now: number, language: Language, since: number | null = null): Description {
  const n = (count: number): string => number(count, language);
  const at = (time: number): string => timeText(time, now, language);
  const quiet = { tone: '' as const, count: '' };
  const { state, tags, outbox } = session;
  switch (state.state) {
    case 'live': {
      const all = tags.good + tags.uncertain + tags.bad;
      const held = heldUp(session, t, now, language);
      if (held) {
        return { ...quiet, shape: 'waiting', field: 'f-waiting', tone: 'waiting', short: t.state.reading, ...held, acts: [...held.acts, ...acts(session, 'pause', 'stop')] };
      }
      if (all === 0) {
        return { ...quiet, shape: 'idle', field: 'f-stopped', word: t.state.connected, short: t.state.idleShort, why: t.state.nothingChosen, then: t.state.nothingChosenThen, acts: acts(session, 'pause', 'stop') };
      }
      const first = session.attention[0];
      if (first) {
        return {
          ...quiet, shape: 'waiting', field: 'f-waiting', tone: 'waiting', word: t.state.attention, short: t.state.liveFor(duration(now - (since ?? state.since))),
          why: t.state.liveWhy(n(tags.good + tags.uncertain), n(all), interval(pace(session), language)),
          then: sentence(messageText(first, language)), acts: acts(session, 'pause', 'stop'),
        };
      }
      return {
        ...quiet, shape: 'live', field: 'f-live', word: t.state.live, short: t.state.liveFor(duration(now - (since ?? state.since))),
        why: t.state.liveWhy(n(tags.good + tags.uncertain), n(all), interval(pace(session), language)),
        then: `${tags.bad > 0 ? `${t.state.without(n(tags.bad))} ` : ''}${t.state.liveThen(at(since ?? state.since))}`,
        acts: acts(session, 'pause', 'stop'),
      };
    }
    case 'connecting':
      return {
        ...quiet, shape: 'connecting', field: 'f-connecting', word: t.state.connecting, short: t.state.attempt(state.attempt),
        why: session.controller?.name ?? session.projectName, then: t.state.connectingThen(session.endpoint, state.attempt),
        acts: acts(session, 'stop'),
      };
    case 'waiting': {
      const count = countdown(state.until - now);
      return {
        shape: 'waiting', field: 'f-waiting', tone: 'waiting', word: t.state.waiting, short: t.state.left(count), count,
        why: headline(messageText(state.cause, language)), then: `${t.state.nextAttempt(state.attempt, at(state.until))} ${sentence(messageText(state.remedy, language))}`,
        acts: [...(state.wantsLogin ? [{ act: 'logIn' as const, primary: true }] : []), { act: 'tryNow', primary: !state.wantsLogin }, ...acts(session, 'stop')],
      };
    }
    case 'fault': {
      const replaced = state.decision === 'acceptController';
      return {
        ...quiet, shape: 'fault', field: 'f-fault', tone: 'fault', word: t.state.stopped, short: t.state.byFault,
        why: replaced ? t.state.replaced : t.state.faulted, then: sentence(messageText(state.cause, language)),
        acts: replaced
          ? [{ act: 'preflight', primary: true }, { act: 'accept', primary: false }, ...acts(session, 'stop')]
          : [{ act: 'startAgain', primary: true }, { act: 'preflight', primary: false }, ...acts(session, 'stop')],
      };
    }
    case 'paused':
      return {
        ...quiet, shape: 'paused', field: 'f-stopped', word: t.state.paused, short: t.state.since(timeOrDate(state.since, now, language)),
        why: t.state.pausedWhy(at(state.since)), then: t.state.pausedThen(n(outbox.depth), outbox.depth),
        acts: [{ act: 'resume', primary: true }, ...acts(session, 'stop')],
      };
    case 'stopped':
      return {
        ...quiet, shape: 'stopped', field: 'f-stopped', word: t.state.stopped, short: t.state.since(timeOrDate(state.at, now, language)),
        why: t.state.stoppedWhy(at(state.at)), then: t.state.stoppedThen(n(outbox.newest), n(outbox.depth), outbox.depth),
        acts: [{ act: 'startAgain', primary: true }, ...acts(session, 'remove')],
      };
  }
}

/** The actual scan interval, if it is more than 5 % longer than the configured one. */
function pace({ scan: { intervalMs, achievedMs } }: Session): number {
  return achievedMs !== null && achievedMs > intervalMs * 1.05 ? achievedMs : intervalMs;
}

/** Minimum time after the last push until values no longer count as live for clients, in milliseconds. */
const SILENT_MS = 10_000;

type HeldUp = Pick<Description, 'word' | 'why' | 'then' | 'acts'> & Partial<Pick<Description, 'shape' | 'field' | 'tone'>>;

/** Why values are read but not delivered; null: they are delivered. */
function heldUp(session: Session, t: Texts, now: number, language: Language): HeldUp | null {
  const { delivery: { state, lastPush }, outbox, isConfigured } = session;
  const last = lastPush === null ? t.state.neverDelivered : t.state.lastDelivered(timeText(lastPush, now, language));
  if (outbox.trouble) {
    return { word: t.state.notStored, why: t.state.readingNotStored(messageText(outbox.trouble, language)), then: last, acts: [] };
  }
  if (state.state === 'waiting') {
    const wants: Act | null = isConfigured ? null
      : state.trouble === 'conflict' ? 'takeOver'
      : state.trouble === 'unauthorized' || state.trouble === 'forbidden' ? 'giveKey' : null;
    return {
      word: t.state.notDelivered, why: t.state.readingNotDelivered(messageText(state.cause, language)),
      then: `${last} ${sentence(messageText(state.remedy, language))}`, acts: wants ? [{ act: wants, primary: true }] : [],
    };
  }
  if (isNew(session, now)) {
    return { shape: 'connecting', field: 'f-connecting', tone: '', word: t.state.reading, why: t.state.neverDelivered, then: '', acts: [] };
  }
  return isSilent(session, now) ? { word: t.state.notDelivered, why: t.state.readingNotDelivered(t.state.noAnswer), then: last, acts: [] } : null;
}

/** Whether values are read but do not reach the clients. */
export function isHeldUp(session: Session, now: number): boolean {
  return session.outbox.trouble !== null || session.delivery.state.state === 'waiting' || (!isNew(session, now) && isSilent(session, now));
}

/** Whether nothing has been delivered since reading began. */
function isNew({ state, delivery: { lastPush, storedThrough } }: Session, now: number): boolean {
  return state.state === 'live' && now - state.since < SILENT_MS && (lastPush === null || lastPush < state.since || !storedThrough);
}

function isSilent({ scan, delivery: { lastPush } }: Session, now: number): boolean {
  return lastPush === null || now - lastPush > Math.max(SILENT_MS, 3 * scan.intervalMs);
}

/** Describes a session while the connection is lost: its last state is not current, and actions are not possible. */
export function describeDisconnected(session: Session, t: Texts, now: number, language: Language): Description {
  return {
    shape: 'idle', field: 'f-stopped', tone: '', word: t.state.disconnected, short: t.state.disconnectedShort, count: '',
    why: t.state.disconnectedWhy(describe(session, t, now, language).word), then: t.state.disconnectedThen, acts: [],
  };
}

/** Whether a session comes from a configuration file, so that it cannot be stopped or removed here. */
function acts(session: Session, ...wanted: Act[]): { act: Act; primary: boolean }[] {
  return wanted.filter((act) => (act !== 'stop' && act !== 'remove') || !session.isConfigured).map((act) => ({ act, primary: false }));
}
