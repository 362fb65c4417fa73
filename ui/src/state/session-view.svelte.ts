// How each session is looked at: what is searched and shown, how far the table is scrolled, what the trend draws. Kept
// while the page lives, so that leaving the place and coming back changes nothing.

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
  /** What is looked for: blanks around it are no part of it. */
  sought = $derived(this.search.trim());
  sort = $state<Sort>('name');
  descending = $state(false);
  quality = $state<Quality | null>(null);
  requested = $state(false);
  /** The names of the expanded rows. */
  unfolded = $state.raw<ReadonlySet<string>>(new Set());
  /** The tag that is looked at closely. */
  inspected = $state<string | null>(null);
  /** How tags are shown; counts when that changes. */
  formatted = $state(0);
  readonly formats: Formats;
  /** Rows of the table, and how far it is scrolled, in pixels. */
  rows = 0;
  top = 0;
  /** The table itself. */
  table: HTMLElement | null = null;

  readonly trend = new TrendView();
  readonly saved: SavedTrends;
  readonly lists: WatchLists;

  /** There is no filter. */
  all = $derived(this.quality === null && !this.requested);

  showAll(): void {
    this.search = '';
    this.only(null);
  }

  /** Only tags of this quality, or only those that are asked for. */
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

/** By the session's name; what is kept longer, by its project. */
export function sessionViewOf({ name, project }: { name: string; project: string }): SessionView {
  const known = sessionViews.get(name);
  if (known) return known;
  let sessionView!: SessionView;
  // It outlives the place that asks for it first, and so does what is derived in it.
  $effect.root(() => { sessionView = new SessionView(project); });
  sessionViews.set(name, sessionView);
  return sessionView;
}
