// Takes a session's rows out of the table, as they are shown, and its trend.

import { get } from 'svelte/store';
import { call, save } from '../backend';
import type { Session } from '../bindings/desk';
import { fileName } from '../format';
import { app } from '../state/app.svelte';
import { layout, visible } from '../state/columns';
import type { Sight } from '../state/sight.svelte';
import type { Range } from '../state/trend-view.svelte';
import { toClipboard } from './clipboard';
import { csv, sheet, trendSheet, tsv, xlsx, type Kind } from './take';

/** These rows, or with `null` all that pass the filter: how many were copied, or the name of the file; `null`: nowhere. */
export async function takeOut(kind: Kind, { name, projectName }: Session, sight: Sight, tags: string[] | null): Promise<number | string | null> {
  const { quality, reasons, table, tags: words } = app.t;
  const codes = [quality.good, quality.uncertain, quality.bad, table.unread];
  const made = sheet(await call('take_rows', { session: name, tags }), visible(get(layout)), {
    title: (column) => (column === 'reason' ? table.reason : words.columns[column]),
    quality: (code) => codes[code] ?? '',
    reason: (code) => reasons[code as keyof typeof reasons] ?? code,
    format: (tag) => sight.formats.of(tag),
  });
  if (kind === 'copy') {
    await toClipboard(tsv(made, app.language));
    return made.rows.length;
  }
  const file = fileName('tags', projectName, kind);
  return (await save(file, kind === 'csv' ? csv(made, app.language) : await xlsx(made, projectName))) ? file : null;
}

/** The trend of these tags as it is shown, as a file: no picture goes on after what is known. */
export async function takeTrend({ name, projectName }: Session, tags: readonly string[], { from, to: shown, until }: Range & { until: number }): Promise<void> {
  const to = Math.min(shown, until);
  const { quality, tags: { columns }, trending } = app.t;
  const lanes = await call('export_trend', { session: name, tags: [...tags], since: from, until: to });
  const titles = [columns.time, trending.utc, columns.name, columns.value, columns.quality, trending.complete];
  const made = trendSheet(lanes, titles, (code) => [quality.good, quality.uncertain, quality.bad][code] ?? '', { from, to });
  await save(fileName('trend', projectName, 'csv'), csv(made, app.language));
}
