// The window of the tag table that the desk pushes, by column. It is outside of Svelte's reactivity: values change ten
// times per second, and only visible rows are drawn.

import type { Frame, RowKind, Quality, RowCounts } from '../bindings/desk';

/** The state of a row; `unread`: its tag is not read now, and the row shows its last value. */
export type RowQuality = Quality | 'unread';

const QUALITIES: RowQuality[] = ['good', 'uncertain', 'bad', 'unread'];

/** A row with its shown contents. */
export interface Row {
  name: string;
  /** Nesting depth; 0 is the tag itself. */
  level: number;
  /** The part of its name after the name of its parent. */
  label: string;
  /** The kind of parts that it can be expanded to, and their number. */
  kind: RowKind;
  parts: number;
  unfolded: boolean;
  type: string;
  comment: string;
  unit: string;
  /** The address as the vendor's editor writes it; empty: the name is the address. */
  address: string;
  requested: boolean;
  pinned: boolean;
  text: string;
  quality: RowQuality;
  reason: string | null;
  /** When the value was read; null: with the newest scan. */
  time: number | null;
}

export class TagWindow {
  /** Number of pinned rows: the first rows of the table, which stay visible. */
  head = 0;
  /** The first row after them, in the filtered and sorted table. */
  offset = 0;
  rows: Row[] = [];
  counts: RowCounts | null = null;
  /** The start of the scan of the values. */
  at: number | null = null;
  /** The number of the call of `rows` that opened this window. */
  window = 0;

  /** Adds a frame; `false`: it belongs to an older window and is discarded. */
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

  /** The connection is lost: no row is current. */
  disconnect(): void {
    for (const row of this.rows) [row.quality, row.reason] = ['unread', null];
    this.window = 0;
  }

  /** The row with this index in the table, if the window contains it. */
  row(index: number): Row | undefined {
    return this.rows[index < this.head ? index : index < this.offset ? -1 : this.head + index - this.offset];
  }

  /** Number of tags in its rows, without their parts; null: it contains only some of the rows. */
  get tags(): number | null {
    return (this.counts?.matching ?? 0) > this.rows.length ? null : this.rows.filter((it) => it.level === 0).length;
  }

  /** Whether it contains all of these rows. */
  covers(from: number, to: number): boolean {
    return from >= this.offset && to <= this.offset + this.rows.length - this.head;
  }
}

/** The range to request around the visible rows; `null`: the window contains enough rows on both sides. */
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

/** The visible rows, and the same number of rows before and after them. */
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
