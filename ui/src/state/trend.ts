// A trend's points, outside Svelte's reactivity. A value holds until the next; null: from there on nothing was read.

import type { Lane, LanePoints, Trend, TrendFrame } from '../bindings/desk';

/** More points than a screen has columns help nobody; older ones stay in the desk. */
const POINTS = 50_000;

export class TrendData {
  lanes: Lane[] = [];
  until = 0;

  open(trend: Trend): void {
    this.lanes = trend.lanes.map((lane) => ({ ...lane, times: [...lane.times], values: [...lane.values] }));
    this.until = Math.max(0, ...this.lanes.map((lane) => lane.times.at(-1) ?? 0));
  }

  add(frame: TrendFrame): void {
    this.lanes.forEach((lane, i) => append(lane, frame.lanes[i] ?? { times: [], values: [] }));
    this.until = Math.max(this.until, frame.until);
  }

  lane(tag: string): Lane | undefined {
    return this.lanes.find((it) => it.tag === tag);
  }
}

function append(lane: Lane, { times, values }: LanePoints): void {
  const last = lane.times.at(-1) ?? -Infinity;
  times.forEach((time, i) => {
    if (time <= last) return;
    lane.times.push(time);
    lane.values.push(values[i] ?? null);
  });
  if (lane.times.length > POINTS * 1.2) {
    lane.times.splice(0, lane.times.length - POINTS);
    lane.values.splice(0, lane.values.length - POINTS);
  }
}

/** What held at a time; null: nothing was read then. */
export function held(lane: Lane, time: number): number | null {
  const i = upTo(lane.times, time) - 1;
  return i < 0 ? null : (lane.values[i] ?? null);
}

/** The points from one time to another, ready to be drawn as steps: the value that held at the beginning stands
 *  there, and the last one reaches as far as it is known to hold. */
export function steps(lane: Lane, from: number, to: number, until: number): [number[], (number | null)[]] {
  const first = upTo(lane.times, from);
  const end = upTo(lane.times, to);
  const times = lane.times.slice(first, end);
  const values = lane.values.slice(first, end);
  if (first > 0) {
    times.unshift(from);
    values.unshift(lane.values[first - 1] ?? null);
  }
  const reach = Math.min(to, until);
  if (times.length > 0 && reach > (times.at(-1) ?? 0)) {
    times.push(reach);
    values.push(values.at(-1) ?? null);
  }
  return closed(times, values);
}

/** Times in which nothing was read, as pairs of beginning and end. */
export function holes(lane: Lane, from: number, to: number, until: number): [number, number][] {
  const [times, values] = steps(lane, from, to, until);
  const found: [number, number][] = [];
  values.forEach((value, i) => {
    const begin = times[i] ?? 0;
    const end = times[i + 1];
    if (value !== null || end === undefined) return;
    const before = found.at(-1);
    if (before?.[1] === begin) before[1] = end;
    else found.push([begin, end]);
  });
  return found;
}

/** A null ends a step there and not at the point before. */
function closed(times: number[], values: (number | null)[]): [number[], (number | null)[]] {
  const outTimes: number[] = [];
  const out: (number | null)[] = [];
  values.forEach((value, i) => {
    const before = values[i - 1];
    if (value === null && before !== null && before !== undefined) {
      outTimes.push(times[i] ?? 0);
      out.push(before);
    }
    outTimes.push(times[i] ?? 0);
    out.push(value);
  });
  return [outTimes, out];
}

/** How many of the sorted times are not later. */
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
