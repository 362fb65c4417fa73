// The points of a trend, outside of Svelte's reactivity. A value is valid until the next; null: from here on nothing was read.

import type { Lane, OlderPoints, LanePoints, Trend, TrendFrame } from '../bindings/desk';
import { decimal, truth, type Language } from '../format';
import { isAbout } from './formats';

/** Maximum number of points: the screen has fewer columns, and the desk stores older points. */
const POINTS = 50_000;

export class TrendData {
  lanes: Lane[] = [];
  until = 0;
  /** The number of the trend; 0: no trend is open, and the frames of the next one wait. */
  #number = 0;
  /** Frames that arrived before the answer that they continue. */
  #early: TrendFrame[] = [];

  /** Sets the points of the answer and adds the waiting frames; `false`: they do not match, and the trend must be opened again. */
  open(trend: Trend): boolean {
    this.lanes = trend.lanes.map((lane) => ({ ...lane, times: [...lane.times], values: [...lane.values], uncertain: [...lane.uncertain] }));
    this.until = Math.max(trend.until, ...this.lanes.map((lane) => lane.times.at(-1) ?? 0));
    this.#number = trend.number;
    const early = this.#early;
    this.#early = [];
    return early.map((it) => this.add(it)).every(Boolean);
  }

  /** Adds a frame; `false`: it does not continue the points, and the trend must be opened again. A frame of a trend that is not
   *  open yet waits for its answer; a frame of a previous trend is discarded. */
  add(frame: TrendFrame): boolean {
    if (frame.number > this.#number) this.#early = [...this.#early.filter((it) => it.number === frame.number), frame];
    if (frame.number !== this.#number) return true;
    if (frame.renew) return false;
    this.lanes.forEach((lane, i) => append(lane, frame.lanes[i] ?? { times: [], values: [], uncertain: [] }));
    this.until = Math.max(this.until, frame.until);
    return true;
  }

  /** The connection is lost: the next connection numbers its trends from the beginning. */
  lose(): void {
    this.#number = 0;
    this.#early = [];
  }

  /** Inserts earlier points before a lane's first point. */
  prepend(tag: string, { points: { times, values, uncertain }, cutAt }: OlderPoints): void {
    const lane = this.lane(tag);
    if (!lane) return;
    const first = lane.times[0] ?? Infinity;
    const count = upTo(times, first) - (times.includes(first) ? 1 : 0);
    lane.times = [...times.slice(0, count), ...lane.times];
    lane.values = [...values.slice(0, count), ...lane.values];
    lane.uncertain = [...uncertain.filter((it) => it < first), ...lane.uncertain];
    lane.cutAt = cutAt === null ? lane.cutAt : Math.max(cutAt, lane.cutAt ?? cutAt);
  }

  lane(tag: string): Lane | undefined {
    return this.lanes.find((it) => it.tag === tag);
  }
}

function append(lane: Lane, { times, values, uncertain }: LanePoints): void {
  const last = lane.times.at(-1) ?? -Infinity;
  times.forEach((time, i) => {
    if (time <= last) return;
    lane.times.push(time);
    lane.values.push(values[i] ?? null);
  });
  lane.uncertain.push(...uncertain.filter((it) => it > last));
  if (lane.times.length > POINTS * 1.2) {
    lane.times.splice(0, lane.times.length - POINTS);
    lane.values.splice(0, lane.values.length - POINTS);
    lane.uncertain.splice(0, upTo(lane.uncertain, (lane.times[0] ?? 0) - 1));
  }
}

/** The value at a time; null: nothing was read then. */
export function held(lane: Lane, time: number): number | null {
  const i = upTo(lane.times, time) - 1;
  return i < 0 ? null : (lane.values[i] ?? null);
}

/** The last value of a lane, and the time until which it was read; null: it was never read. */
export function lastRead({ times, values }: Lane, until: number): { value: number; until: number } | null {
  const i = values.findLastIndex((it) => it !== null);
  const value = values[i] ?? null;
  return value === null ? null : { value, until: times[i + 1] ?? until };
}

/** Maximum age of a live value, in intervals of the session and in milliseconds; the longer one applies. */
const [LIVE_INTERVALS, LIVE_MS] = [3, 10_000];

/** Whether a scan at this time is current. */
export function isRecent(scan: number, now: number, intervalMs: number): boolean {
  return now - scan <= Math.max(LIVE_MS, LIVE_INTERVALS * intervalMs);
}

/** Whether the value at a time was uncertain. */
export function isUncertain(lane: Lane, time: number): boolean {
  return isUncertainAt(lane, upTo(lane.times, time) - 1);
}

function isUncertainAt({ times, uncertain }: Lane, i: number): boolean {
  const time = times[i];
  return time !== undefined && uncertain.length > 0 && uncertain[upTo(uncertain, time) - 1] === time;
}

/** Number of digits that distinguish all values of 32 bits. */
const DIGITS_32 = 9;

/** Formats a value. */
export function figure({ type }: Lane, value: number | null, language: Language): string {
  if (value === null) return '–';
  const name = type.toUpperCase();
  if (name === 'BOOL' && (value === 0 || value === 1)) return truth(value === 1);
  if (name === 'REAL' || name === 'FLOAT') return decimal(String(Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS_32))), language);
  return (isAbout(value, type) ? '≈ ' : '') + decimal(String(value), language);
}

/** The figures between two times. */
export interface Between {
  /** The values at both times; null: nothing was read. */
  a: number | null;
  b: number | null;
  difference: number | null;
  /** The mean over the time in which it was read; for a bit the fraction of this time in which it was on. */
  mean: number | null;
  /** Number of changes of a bit; null: it is not a bit. */
  edges: number | null;
  /** The duration of all gaps, in milliseconds. */
  unread: number;
}

export function between(lane: Lane, a: number, b: number): Between {
  const [from, to] = [Math.min(a, b), Math.max(a, b)];
  let [sum, read, edges] = [0, 0, 0];
  let before: number | null = null;
  for (let i = Math.max(0, upTo(lane.times, from) - 1); i < lane.times.length && (lane.times[i] ?? 0) < to; i += 1) {
    const value = lane.values[i] ?? null;
    const lasted = Math.min(to, lane.times[i + 1] ?? to) - Math.max(from, lane.times[i] ?? 0);
    if (value === null || lasted <= 0) continue;
    sum += value * lasted;
    read += lasted;
    if (before !== null && before !== value) edges += 1;
    before = value;
  }
  const [first, last] = [held(lane, a), held(lane, b)];
  return {
    a: first, b: last, difference: first === null || last === null ? null : last - first, mean: read > 0 ? sum / read : null,
    edges: lane.type.toUpperCase() === 'BOOL' ? edges : null, unread: to - from - read,
  };
}

/** The drawn contents of a lane. */
export interface Columns {
  /** The lowest and the highest value of each column; NaN: it has no value. */
  low: number[];
  high: number[];
  /** The gaps, from one column to another, at least one column wide. */
  holes: [number, number][];
  /** Whether a column contains an uncertain value. */
  uncertain: boolean[];
}

/** Contents without any values. */
export const NOTHING: Columns = { low: [], high: [], holes: [], uncertain: [] };

/** Divides a lane into columns of equal duration, starting at a time. A value is valid until the next, the last one until
 *  `until`; so each column begins with the last value of the one before. */
export function columns(lane: Lane, from: number, column: number, count: number, until: number): Columns {
  const low = new Array<number>(count).fill(NaN);
  const high = new Array<number>(count).fill(NaN);
  const uncertain = new Array<boolean>(count).fill(false);
  const put = (at: number, i: number): void => {
    const value = lane.values[i] ?? null;
    if (value === null) return;
    if (!(value >= (low[at] ?? NaN))) low[at] = value;
    if (!(value <= (high[at] ?? NaN))) high[at] = value;
    if (isUncertainAt(lane, i)) uncertain[at] = true;
  };
  let i = upTo(lane.times, from) - 1;
  for (let at = 0; at < count; at += 1) {
    const [begin, end] = [from + at * column, from + (at + 1) * column];
    if (begin > until) break;
    put(at, i);
    for (; i + 1 < lane.times.length && (lane.times[i + 1] ?? 0) < end; i += 1) put(at, i + 1);
  }
  const nearest = (time: number): number => Math.round((time - from) / column);
  const empty = holes(lane, from, from + column * count, until)
    .map(([begin, end]): [number, number] => [nearest(begin), Math.max(nearest(begin) + 1, nearest(end))]);
  return { low, high, holes: empty, uncertain };
}

/** Whether two drawn contents are equal. */
export function isSame(one: Columns, other: Columns): boolean {
  return same(one.low, other.low) && same(one.high, other.high) && same(one.holes.flat(), other.holes.flat()) && same(one.uncertain, other.uncertain);
}

function same<T>(one: T[], other: T[]): boolean {
  return one.length === other.length && one.every((it, i) => Object.is(it, other[i]));
}

/** The gaps as pairs of start and end time. */
export function holes(lane: Lane, from: number, to: number, until: number): [number, number][] {
  const found: [number, number][] = [];
  const reach = Math.min(to, until);
  for (let i = Math.max(0, upTo(lane.times, from) - 1); i < lane.times.length; i += 1) {
    const begin = Math.max(from, lane.times[i] ?? 0);
    const end = Math.min(reach, lane.times[i + 1] ?? reach);
    if (begin >= reach) break;
    if (lane.values[i] !== null) continue;
    const before = found.at(-1);
    if (before?.[1] === begin) before[1] = end;
    else found.push([begin, end]);
  }
  return found;
}

/** Number of the sorted times that are not later. */
function upTo(times: number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
