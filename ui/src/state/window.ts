// The window of the tag table as the desk pushes it, by column. Lives outside Svelte's reactivity: values change ten
// times a second, and only what is on the screen is drawn.

import type { Frame, RowKind, Quality, RowCounts } from '../bindings/desk';

/** The state of a row; unread: its tag is not read now, and the row shows its last value. */
export type RowQuality = Quality | 'unread';

const QUALITIES: RowQuality[] = ['good', 'uncertain', 'bad', 'unread'];

/** A row as it is drawn. */
export interface Row {
  name: string;
  /** How deep in its tag it lies: 0 is the tag itself. */
  level: number;
  /** What it adds to the name of what it is a part of. */
  label: string;
  /** What it can be unfolded into, and into how many parts. */
  kind: RowKind;
  parts: number;
  unfolded: boolean;
  type: string;
  comment: string;
  unit: string;
  /** Where it lies in the controller; empty: its name is its address. */
  address: string;
  requested: boolean;
  pinned: boolean;
  text: string;
  quality: RowQuality;
  reason: string | null;
  /** When it was read; null: with the newest scan. */
  time: number | null;
}

export class TagWindow {
  /** Number of pinned rows: the table's first, which stay on the screen. */
  head = 0;
  /** The first row after them, in the filtered and sorted table. */
  offset = 0;
  rows: Row[] = [];
  counts: RowCounts | null = null;
  /** When the scan began that the values are from. */
  at: number | null = null;
  /** Which call of `rows` the rows are from. */
  window = 0;

  /** Takes a frame in; `false`: it belongs to an older window, and is dropped. */
  apply(frame: Frame): boolean {
    if (frame.window < this.window || (!frame.whole && frame.window !== this.window)) return false;
    this.window = frame.window;
    this.counts = frame.counts;
    this.at = frame.at;
    const { whole } = frame;
    if (whole) {
      this.head = whole.head;
      this.offset = whole.offset;
      this.rows = whole.names.map((name, i) => ({
        name, level: whole.levels[i] ?? 0, label: whole.labels[i] ?? name, kind: whole.kinds[i] ?? 'leaf', parts: whole.parts[i] ?? 0,
        unfolded: whole.unfolded[i] ?? false, type: whole.types[i] ?? '', comment: whole.comments[i] ?? '', unit: whole.units[i] ?? '', address: whole.addresses[i] ?? '',
        requested: whole.requested[i] ?? false, pinned: whole.pinned[i] ?? false,
        text: '–', quality: 'bad', reason: null, time: null,
      }));
    }
    frame.rows.forEach((index, i) => {
      const row = this.rows[index];
      if (!row) return;
      row.text = frame.texts[i] ?? '–';
      row.quality = QUALITIES[frame.qualities[i] ?? 2] ?? 'bad';
      row.reason = frame.reasons[i] ?? null;
      row.time = frame.times[i] ?? null;
    });
    return true;
  }

  /** No messages are received: no row is current. */
  disconnect(): void {
    for (const row of this.rows) [row.quality, row.reason] = ['unread', null];
    this.window = 0;
  }

  /** The row of this number in the table, where the window has it. */
  row(index: number): Row | undefined {
    return this.rows[index < this.head ? index : index < this.offset ? -1 : this.head + index - this.offset];
  }

  /** So many tags its rows are of, without their parts; null: it has only some of the rows. */
  get tags(): number | null {
    return (this.counts?.matching ?? 0) > this.rows.length ? null : this.rows.filter((it) => it.level === 0).length;
  }

  /** Whether it has all of these. */
  covers(from: number, to: number): boolean {
    return from >= this.offset && to <= this.offset + this.rows.length - this.head;
  }
}

/** What to ask for around what is visible; `null`: the window reaches far enough on both sides. */
export function wanted(
  visible: { from: number; to: number },
  has: { from: number; to: number },
  total: number,
  margin: number,
): { offset: number; limit: number } | null {
  const from = Math.max(0, visible.from - margin / 2);
  const to = Math.min(total, visible.to + margin / 2);
  if (from >= has.from && to <= has.to) return null;
  return around(visible, margin);
}

/** What is visible, and as many rows more on both sides. */
export function around(visible: { from: number; to: number }, margin: number): { offset: number; limit: number } {
  const offset = Math.max(0, visible.from - margin);
  return { offset, limit: visible.to - offset + margin };
}

/** A name in three parts: the part that is cut first, its last parent, and its leaf. The latter two distinguish tags. */
export function path(name: string): { scope: string; near: string; leaf: string } {
  const last = name.lastIndexOf('.');
  if (last <= 0) return { scope: '', near: '', leaf: name };
  const before = name.lastIndexOf('.', last - 1);
  return { scope: name.slice(0, before + 1), near: name.slice(before + 1, last + 1), leaf: name.slice(last + 1) };
}
