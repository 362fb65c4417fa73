// The view of each session: search, filters, scroll position, and trend settings. It is stored while the page is open, so
// that the user finds it unchanged after a return to the place.

import type { Quality, Sort } from '../bindings/desk';
import { Formats, type Format } from './formats';
import { savedViewsOf } from './saved-views.svelte';
import { SavedTrends, TrendView } from './trend-view.svelte';
import { WatchLists } from './watch-lists.svelte';
import { Selection } from './selection.svelte';

export class SessionView {
  constructor(project: string) {
    this.formats = new Formats(project);
    const views = savedViewsOf(project);
    this.saved = new SavedTrends(views.trends);
    this.lists = new WatchLists(views.lists);
  }

  readonly selection = new Selection();

  search = $state('');
  /** The search text without surrounding spaces. */
  sought = $derived(this.search.trim());
  sort = $state<Sort>('name');
  descending = $state(false);
  quality = $state<Quality | null>(null);
  requested = $state(false);
  /** The names of the expanded rows. */
  unfolded = $state.raw<ReadonlySet<string>>(new Set());
  /** The tag whose details are shown. */
  inspected = $state<string | null>(null);
  /** Whether this tag is on; null: it is not a boolean, or its row is not loaded. */
  isOn = $state<boolean | null>(null);
  /** The tag whose cause is requested by a click: the inspected one, or the first selected one. */
  explained = $derived(this.inspected ?? this.selection.names[0] ?? null);
  /** Number of changes of the display formats. */
  formatted = $state(0);
  readonly formats: Formats;
  /** Number of rows in the table, and its scroll position in pixels. */
  rows = 0;
  top = 0;
  /** The element of the table. */
  table: HTMLElement | null = null;

  readonly trend = new TrendView();
  readonly saved: SavedTrends;
  readonly lists: WatchLists;

  /** Whether there is no filter. */
  all = $derived(this.quality === null && !this.requested);

  showAll(): void {
    this.search = '';
    this.only(null);
  }

  /** Searches in all tags, not only in those of a filter or a watch list. */
  searchAll(): void {
    this.only(null);
    this.lists.chosen = null;
  }

  /** Filters by quality, or by requested tags. */
  only(wanted: Quality | 'requested' | null): void {
    this.quality = wanted === 'requested' ? null : wanted;
    this.requested = wanted === 'requested';
  }

  /** Expands or collapses a row. */
  fold(name: string, unfolded = !this.unfolded.has(name)): void {
    const all = new Set(this.unfolded);
    if (unfolded) all.add(name);
    else all.delete(name);
    this.unfolded = all;
  }

  show(tag: string, format: Format): void {
    this.formats.set(tag, format);
    this.formatted += 1;
  }

  order(column: Sort): void {
    this.descending = this.sort === column && !this.descending;
    this.sort = column;
  }
}

const sessionViews = new Map<string, SessionView>();

/** The view by the session's name; its stored parts by its project. */
export function sessionViewOf({ name, project }: { name: string; project: string }): SessionView {
  const known = sessionViews.get(name);
  if (known) return known;
  let sessionView!: SessionView;
  // The effect root is independent of the component that creates the view first.
  $effect.root(() => { sessionView = new SessionView(project); });
  sessionViews.set(name, sessionView);
  return sessionView;
}
