// The figures of the status bar: a value, its limit, and whether it needs attention.

import type { Session } from '../bindings/desk';
import type { Texts } from '../texts/en';

export interface Gauge {
  key: 'overruns' | 'trips' | 'outbox' | 'push' | 'stored' | 'gaps' | 'requested';
  value: string;
  unit: string;
  below: string;
  quality: '' | 'uncertain' | 'bad';
}

interface Write {
  n: (value: number) => string;
  age: (ms: number) => string;
  duration: (ms: number) => string;
}

/** The percentage of missed scans above which the figure needs attention. */
const MISSED_PERCENT = 1;
/** The age above which waiting values are a backlog. */
const BACKLOG_MS = 15_000;

export function gauges(session: Session, t: Texts, now: number, { n, age, duration }: Write): Gauge[] {
  const { scan, outbox, delivery, tags, requested } = session;
  const away = delivery.state.state === 'waiting';
  const oldest = outbox.oldest === null ? 0 : now - outbox.oldest;
  const behind = delivery.storedThrough === null ? null : Math.max(0, outbox.newest - delivery.storedThrough);
  const missedMuch = scan.missed * 100 > (scan.count + scan.missed) * MISSED_PERCENT && scan.missed > 2;
  const [pushed, unit] = pushAge(delivery.lastPush === null ? null : now - delivery.lastPush, t, age, duration);
  return [
    { key: 'overruns', value: n(scan.missed), unit: '', below: t.health.ofScans(n(scan.count + scan.missed)), quality: missedMuch ? 'uncertain' : '' },
    { key: 'trips', value: n(scan.roundTrips), unit: '', below: session.tagList ? t.health.by[session.tagList] : t.health.perScan, quality: '' },
    {
      key: 'outbox', value: n(outbox.depth), unit: '', quality: away || oldest > BACKLOG_MS ? 'uncertain' : '',
      below: outbox.depth > 0 && outbox.oldest !== null ? t.health.oldest(age(oldest)) : outbox.trouble ? t.health.diskTrouble : t.health.allDelivered,
    },
    {
      key: 'push', value: pushed, unit, quality: away ? 'uncertain' : '',
      below: delivery.state.state === 'waiting' ? t.trouble[delivery.state.trouble] : t.delivery[delivery.state.state],
    },
    {
      key: 'stored', value: delivery.storedThrough === null ? '–' : n(delivery.storedThrough), unit: '', quality: '',
      below: behind === null ? t.health.nothingYet : behind === 0 ? t.health.upToDate : t.health.behind(n(behind)),
    },
    {
      key: 'gaps', value: n(outbox.losses.length), unit: '', quality: outbox.lost > 0 || outbox.trouble ? 'bad' : '',
      below: outbox.lost > 0 ? t.health.lost(n(outbox.lost))
        : outbox.trouble ? t.health.diskTrouble : t.health.noneLost,
    },
    {
      key: 'requested', value: n(requested), unit: '', quality: '',
      below: requested === 0 ? t.health.noneRequested
        : tags.requestedBad > 0 ? t.health.requestedBad(n(tags.requestedBad))
        : t.health.allRead,
    },
  ];
}

function pushAge(ms: number | null, t: Texts, age: Write['age'], duration: Write['duration']): [string, string] {
  if (ms === null) return ['–', ''];
  if (ms >= 60_000) {
    const [value = '', unit = ''] = duration(ms).split(' ');
    return [value, `${unit} ${t.health.ago}`];
  }
  return [age(ms).replace(/\ss$/, ''), t.health.secondsAgo];
}
