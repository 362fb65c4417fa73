// Formats the rows of the tag table in the user's language.

import { age, number, timeMillis, valueText } from '../format';
import { app } from '../state/app.svelte';
import { asNumber, chosenText } from '../state/formats';
import { middle, narrow } from '../state/narrow';
import type { SessionView } from '../state/session-view.svelte';
import type { RowFormat } from './tag-grid';

/** The id of a node, which says less than the name of its tag. */
const NODE = /^nsu?=/;

/** `now`: the time of drawing; `at`: the start of the newest scan. */
export function rowFormat(of: () => { sessionView: SessionView; now: number; at: number | null }): RowFormat {
  const n = (count: number): string => number(count, app.language);
  const format: RowFormat = {
    age: (row) => {
      const { now, at } = of();
      const read = row.time ?? at;
      return read === null ? '' : age(now - read, app.language);
    },
    time: (row) => {
      const { now, at } = of();
      const read = row.time ?? at;
      return read === null ? '' : timeMillis(read, now, app.language);
    },
    readAt: (row) => app.t.inspector.readAt(format.time(row)),
    raw: ({ kind, text, type }) => (kind === 'structure' || kind === 'array' || kind === 'rest' ? '' : valueText(text, app.language, type).replaceAll('\u202f', '')),
    note: ({ address, comment, unit }, hasAddress, hasUnit) => {
      const shown = hasAddress || NODE.test(address) ? '' : address;
      return [hasUnit ? '' : unit, comment, shown].filter(Boolean).join(' · ');
    },
    value: ({ name, text, type, kind, parts }) => {
      const t = app.t.tags;
      if (kind === 'structure') return t.members(n(parts));
      if (kind === 'array') return t.elements(n(parts));
      if (kind === 'rest') return t.more(n(parts));
      return chosenText(asNumber(text), type, of().sessionView.formats.of(name), app.language) ?? valueText(text, app.language, type);
    },
    narrow: (row, value, fits) => (row.kind === 'leaf' || row.kind === 'bits' ? narrow(row.text, value, row.type, app.language, fits) : middle(value, fits)),
    fold: (unfolded, tag) => (unfolded ? app.t.tags.foldUp(tag) : app.t.tags.unfold(tag)),
    quality: (row) => {
      const isUnread = row.quality === 'unread';
      const quality = row.quality === 'unread' ? app.t.table.unread : app.t.quality[row.quality];
      const reason = row.reason ? (app.t.reasons[row.reason as keyof typeof app.t.reasons] ?? row.reason) : quality;
      return { text: reason, read: row.quality === 'good' || isUnread || !row.reason ? '' : `${quality}: ` };
    },
    letter: (tag) => of().sessionView.selection.letter(tag),
    selected: (tag) => of().sessionView.selection.has(tag),
    get pin() { return app.t.tags.pin; },
    get requested() { return app.t.tags.requestedMark; },
  };
  return format;
}
