// The table's columns: which are shown, their order and their widths. They are stored in this browser.

import { writable } from 'svelte/store';

/** All columns in their default order. */
export const COLUMNS = ['name', 'value', 'raw', 'unit', 'type', 'quality', 'age', 'time', 'address', 'comment', 'minute'] as const;
export type Column = (typeof COLUMNS)[number];

export interface Layout {
  order: readonly Column[];
  hidden: readonly Column[];
  /** Widths in pixels that the user has set. */
  widths: Partial<Record<Column, number>>;
}

/** Columns that cannot be hidden. */
export const FIXED: readonly Column[] = ['name', 'value'];
const EXTRA: readonly Column[] = ['raw', 'unit', 'time', 'address'];
export const USUAL: Layout = { order: COLUMNS, hidden: EXTRA, widths: {} };
const MIN = 48;
const MAX = 1200;
const KEY = 'tagbridge.columns';

export const layout = writable<Layout>(read(localStorage.getItem(KEY)));
layout.subscribe((it) => localStorage.setItem(KEY, JSON.stringify(it)));

export function visible({ order, hidden }: Layout): Column[] {
  return order.filter((it) => !hidden.includes(it));
}

export function toggled(of: Layout, column: Column): Layout {
  const { hidden } = of;
  return FIXED.includes(column) ? of : { ...of, hidden: hidden.includes(column) ? hidden.filter((it) => it !== column) : [...hidden, column] };
}

/** Moves a column before another one; `null`: to the end. */
export function placed(of: Layout, column: Column, before: Column | null): Layout {
  if (column === before) return of;
  const order = of.order.filter((it) => it !== column);
  order.splice(before === null ? order.length : order.indexOf(before), 0, column);
  return { ...of, order };
}

/** Moves a column to the right by this number of visible places. */
export function moved(of: Layout, column: Column, by: -1 | 1): Layout {
  const all = visible(of);
  const at = all.indexOf(column);
  const other = all[at + by];
  if (at < 0 || other === undefined) return of;
  return by < 0 ? placed(of, column, other) : placed(of, column, all[at + 2] ?? null);
}

/** Sets the width of a column; `null`: the default width. */
export function sized(of: Layout, column: Column, width: number | null): Layout {
  const { [column]: _, ...widths } = of.widths;
  return { ...of, widths: width === null ? widths : { ...widths, [column]: Math.round(Math.min(Math.max(MIN, width), MAX)) } };
}

/** Whether the user changed the width of columns: then columns keep it, and the table scrolls sideways. */
export function isArranged({ hidden, widths }: Layout): boolean {
  return Object.keys(widths).length > 0 || EXTRA.some((it) => !hidden.includes(it));
}

/** The columns as tracks of a CSS grid; the style sheet has the default widths. */
export function tracks(of: Layout): string {
  const track = (it: Column): string => {
    const width = of.widths[it];
    if (width !== undefined) return `${width}px`;
    return it === 'comment' && isArranged(of) ? 'minmax(96px, 1fr)' : `var(--${it})`;
  };
  return visible(of).map(track).join(' ');
}

/** Parses the stored layout; invalid parts are ignored. */
export function read(text: string | null): Layout {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    return USUAL;
  }
  if (typeof kept !== 'object' || kept === null) return USUAL;
  const { order, hidden, widths } = kept as Record<string, unknown>;
  const known = (it: unknown): Column[] => (Array.isArray(it) ? COLUMNS.filter((column) => it.includes(column)).sort((a, b) => it.indexOf(a) - it.indexOf(b)) : []);
  let all = known(order);
  for (const [at, it] of COLUMNS.entries()) if (!all.includes(it)) all = [...all.slice(0, at), it, ...all.slice(at)];
  let made: Layout = { order: all, hidden: Array.isArray(hidden) ? known(hidden).filter((it) => !FIXED.includes(it)) : EXTRA, widths: {} };
  for (const [it, width] of Object.entries(widths ?? {})) if (COLUMNS.includes(it as Column) && typeof width === 'number') made = sized(made, it as Column, width);
  return made;
}
