// The small history of one tag: its steps as a path, its gaps, and its latest changes.

import type { TagChanges } from '../bindings/desk';

export interface History {
  /** Whether there are any values. */
  known: boolean;
  path: string;
  /** The gaps, in the units of the drawing; each has a different start. */
  holes: { from: number; to: number }[];
  /** Number of changes and number of gaps in that time. */
  changes: number;
  gaps: number;
  /** The latest changes, the newest first; `lasted` in milliseconds, null for the current value. */
  latest: { at: number; value: number | null; lasted: number | null }[];
}

/** Space above and below the line. */
const EDGE = 3;
const LATEST = 3;

/** Draws the history of this time range in this size. A value is valid until the next one. */
export function history({ times, values, until }: Omit<TagChanges, 'isCut'>, from: number, to: number, width: number, height: number): History {
  const steps: { at: number; value: number | null; end: number }[] = [];
  times.forEach((at, i) => {
    const [value, end, last] = [values[i] ?? null, times[i + 1] ?? until, steps.at(-1)];
    // A repeated value is not a change.
    if (last && last.value === value) last.end = end;
    else steps.push({ at, value, end });
  });
  const points = steps.filter((it) => it.end >= from && it.at <= to);
  const numbers = points.flatMap((it) => it.value ?? []);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const x = (time: number): number => round(((Math.min(Math.max(time, from), to) - from) / Math.max(1, to - from)) * width);
  const y = (value: number): number => round(high > low ? height - EDGE - ((value - low) / (high - low)) * (height - 2 * EDGE) : height / 2);
  let path = '';
  let open = false;
  let gaps = 0;
  const holes: History['holes'] = [];
  for (const { at, value, end } of points) {
    if (value === null) {
      const [hole, before] = [{ from: x(at), to: x(end) }, holes.at(-1)];
      // Gaps that are close to each other are drawn as one.
      if (before?.from === hole.from) before.to = hole.to;
      else holes.push(hole);
      gaps += 1;
      open = false;
      continue;
    }
    path += `${open ? 'L' : 'M'}${x(at)} ${y(value)}L${x(end)} ${y(value)}`;
    open = true;
  }
  const inside = points.filter((it) => it.at > from);
  const latest = points.slice(-LATEST).reverse().map((it, i) => ({ at: it.at, value: it.value, lasted: i === 0 ? null : it.end - it.at }));
  // The first point is the start of the recording, not a change.
  return { known: points.length > 0, path, holes, changes: inside.filter((it) => it.at !== times[0] && it.value !== null).length, gaps, latest };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
