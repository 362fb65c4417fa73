// Exports a session's rows as shown, and its trend.

import { get } from 'svelte/store';
import { call, save } from '../backend';
import type { Session } from '../bindings/desk';
import { fileName } from '../format';
import { app } from '../state/app.svelte';
import { layout, visible } from '../state/columns';
import type { SessionView } from '../state/session-view.svelte';
import type { Range } from '../state/trend-view.svelte';
import { toClipboard } from './clipboard';
import { csv, sheet, trendColumns, trendSheet, tsv, xlsx, type Kind } from './export-rows';

/** Exports these rows, or all rows that match the filter if `null`. Returns the number of copied rows or the file name; `null` if the user cancels. */
export async function exportRows(kind: Kind, { name, projectName }: Session, sessionView: SessionView, tags: string[] | null): Promise<number | string | null> {
  const { quality, reasons, table, tags: words } = app.t;
  const codes = [quality.good, quality.uncertain, quality.bad, table.unread];
  const made = sheet(await call('take_rows', { session: name, tags, language: app.language }), visible(get(layout)), {
    title: (column) => (column === 'reason' ? table.reason : words.columns[column]),
    quality: (code) => codes[code] ?? '',
    reason: (code) => reasons[code as keyof typeof reasons] ?? code,
    format: (tag) => sessionView.formats.of(tag),
  });
  if (kind === 'copy') {
    await toClipboard(tsv(made, app.language));
    return made.rows.length;
  }
  const file = fileName('tags', projectName, kind);
  return (await save(file, kind === 'csv' ? csv(made, app.language) : await xlsx(made, projectName))) ? file : null;
}

/** Exports the trend of these tags as shown: a column for each tag, or a row for each value. The file ends with the last known value. */
export async function exportTrend(form: 'columns' | 'rows', { name, projectName }: Session, tags: readonly string[], { from, to: shown, until }: Range & { until: number }, unit: (tag: string) => string): Promise<void> {
  const to = Math.min(shown, until);
  const { quality, tags: { columns }, trending } = app.t;
  const lanes = await call('export_trend', { session: name, tags: [...tags], since: from, until: to });
  const titles = [columns.time, trending.utc, columns.name, columns.value, columns.unit, columns.quality, trending.complete];
  const word = (code: number): string => [quality.good, quality.uncertain, quality.bad][code] ?? '';
  const range = { from, to };
  const made = form === 'rows' ? trendSheet(lanes, titles, unit, word, range) : trendColumns(lanes, [columns.time, trending.complete], unit, range);
  await save(fileName('trend', projectName, 'csv'), csv(made, app.language));
}
