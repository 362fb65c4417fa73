// Rows of the table as text for a spreadsheet, as CSV (RFC 4180, with the language's separators), and as XLSX.

import type { SavedLane, TakenRows } from '../bindings/desk';
import { decimal, truth, type Language } from '../format';
import type { Column } from '../state/columns';
import { DIGITS, formatted, type Format } from '../state/formats';
import type { Range } from '../state/trend-view.svelte';

/** The number of the quality in frames of a tag without a value. */
const BAD = 2;

export type Kind = 'copy' | 'csv' | 'xlsx';
export type Cell = string | number | boolean | Date | null;
export interface Sheet {
  titles: string[];
  rows: Cell[][];
}

export interface Words {
  title(column: Column | 'reason'): string;
  /** The quality with this number in the frame. */
  quality(code: number): string;
  reason(code: string): string;
  format(tag: string): Format;
}

/** The shown columns of these rows. An age is replaced by the time, because it changes; a graph is omitted. */
export function sheet(rows: TakenRows, shown: readonly Column[], words: Words): Sheet {
  const named: (Column | 'reason')[] = [];
  for (const it of shown) {
    const column = it === 'age' ? 'time' : it;
    if (column !== 'minute' && !named.includes(column)) named.push(column);
    if (column === 'quality') named.push('reason');
  }
  const cell = (column: Column | 'reason', i: number): Cell => {
    const [value, type] = [rows.values[i], rows.types[i] ?? ''];
    switch (column) {
      case 'name': return rows.names[i] ?? '';
      case 'value': return shownValue(value, type, words.format(rows.names[i] ?? ''));
      case 'raw': return plain(value);
      case 'unit': return rows.units[i] ?? '';
      case 'type': return type;
      case 'quality': return words.quality(rows.qualities[i] ?? 2);
      case 'reason': return words.reason(rows.reasons[i] ?? '');
      case 'time': return new Date(rows.times[i] ?? 0);
      case 'address': return rows.addresses[i] ?? '';
      case 'comment': return rows.comments[i] ?? '';
      default: return null;
    }
  };
  return { titles: named.map(words.title), rows: rows.names.map((_, i) => named.map((column) => cell(column, i))) };
}

/** The values of a trend, one row each: local time, UTC, tag, value, unit, quality, and whether the interval up to the next value
 *  is complete: only recent values are stored completely by the service. The values at both limits of the time range have
 *  a row, too. */
export function trendSheet(lanes: readonly SavedLane[], titles: string[], unit: (tag: string) => string, quality: Words['quality'], { from, to }: Range): Sheet {
  const rows = lanes.flatMap(({ tag, times, values, qualities, cutAt }) => {
    const row = (time: number, i: number): Cell[] => {
      const at = new Date(time);
      return [at, at.toISOString(), tag, values[i] ?? null, unit(tag), quality(qualities[i] ?? 2), cutAt === null || time >= cutAt];
    };
    const inside = times.flatMap((time, i) => (time > from && time < to ? [row(time, i)] : []));
    const held = (edge: number): Cell[][] => {
      const i = times.findLastIndex((time) => time <= edge);
      return i < 0 ? [] : [row(edge, i)];
    };
    return [...held(from), ...inside, ...held(to)];
  });
  return { titles, rows };
}

/** The values of a trend with a column for each tag, and a row for each time at which one of them changes: local time, the
 *  values, and whether all of them are complete up to the next row. Without a value a cell is empty. */
export function trendColumns(lanes: readonly SavedLane[], [time, complete]: readonly [string, string], unit: (tag: string) => string, { from, to }: Range): Sheet {
  const times = new Set(lanes.flatMap((lane) => lane.times.filter((it) => it > from && it < to)));
  if (lanes.some((lane) => (lane.times[0] ?? Infinity) <= from)) times.add(from);
  if (lanes.some((lane) => (lane.times[0] ?? Infinity) <= to)) times.add(to);
  const next = lanes.map(() => 0);
  const rows = [...times].sort((a, b) => a - b).map((at) => {
    const cells = lanes.map(({ times: own, values, qualities }, i): Cell => {
      while ((own[next[i]!] ?? Infinity) <= at) next[i]! += 1;
      const last = next[i]! - 1;
      return last < 0 || qualities[last] === BAD ? null : (values[last] ?? null);
    });
    return [new Date(at), ...cells, lanes.every(({ cutAt }) => cutAt === null || at >= cutAt)];
  });
  const named = lanes.map(({ tag }) => (unit(tag) ? `${tag} [${unit(tag)}]` : tag));
  return { titles: [time, ...named, complete], rows };
}

function plain(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell);
}

function shownValue(value: unknown, type: string, format: Format): Cell {
  if (format === 'dec' || value === null || value === undefined) return plain(value);
  // The screen rounds numbers; a file contains all digits.
  if (typeof value === 'number' && (DIGITS as readonly string[]).includes(format)) return value;
  return formatted(value, type, format, 'en') ?? plain(value);
}

/** Text with tabs and line breaks, with a header. */
export function tsv({ titles, rows }: Sheet, language: Language): string {
  const flat = (cell: Cell): string => text(cell, language).replace(/[\t\r\n]+/g, ' ');
  return [titles, ...rows].map((row) => row.map(flat).join('\t')).join('\n') + '\n';
}

/** Uses the separators that a spreadsheet of this language expects. */
export function csv({ titles, rows }: Sheet, language: Language): Blob {
  const separator = language === 'de' ? ';' : ',';
  const quoted = (cell: Cell): string => {
    const it = text(cell, language);
    return /["\r\n]|^\s|\s$/.test(it) || it.includes(separator) ? `"${it.replaceAll('"', '""')}"` : it;
  };
  // The byte order mark shows spreadsheets that the text is UTF-8.
  return new Blob(['\ufeff', ...[titles, ...rows].map((row) => row.map(quoted).join(separator) + '\r\n')], { type: 'text/csv' });
}

function text(cell: Cell, language: Language): string {
  if (cell === null) return '';
  if (cell instanceof Date) return decimal(local(cell).toISOString().replace('T', ' ').slice(0, -1), language);
  if (typeof cell === 'boolean') return truth(cell);
  if (typeof cell === 'number') return decimal(String(cell), language);
  // A leading character that starts a formula is escaped: texts of a project's file must not be formulas.
  return /^[=@+\-]/.test(cell) && !/^-?[\d.,]+$/.test(cell) ? `'${cell}` : cell;
}

/** A date whose UTC fields are the local time: the file format has no time zones. */
function local(time: Date): Date {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
}

/** A workbook with one sheet: the header is frozen, and numbers and times are typed. */
export async function xlsx({ titles, rows }: Sheet, name: string): Promise<Blob> {
  const { default: write } = await import('write-excel-file/universal');
  const head = titles.map((value) => ({ value, fontWeight: 'bold' as const }));
  const body = rows.map((row) => row.map((cell) => {
    if (cell instanceof Date) return { value: local(cell), type: Date, format: 'yyyy-mm-dd hh:mm:ss.000' };
    // A cell cannot contain a number that is not finite: it is written as text.
    if (typeof cell === 'number' && !Number.isFinite(cell)) return String(cell);
    return cell === '' ? null : cell;
  }));
  const wide = titles.map((title, i) => ({ width: Math.min(60, 3 + rows.slice(0, 500).reduce((most, row) => Math.max(most, row[i] instanceof Date ? 23 : String(row[i] ?? '').length), title.length)) }));
  return write([head, ...body], { sheet: name.replace(/[[\]:*?/\\]+/g, ' ').slice(0, 31).trim() || 'Tags', columns: wide, stickyRowsCount: 1 }).toBlob();
}
