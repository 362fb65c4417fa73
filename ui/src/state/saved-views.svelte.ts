// The watch lists and trends of a project. The desk stores them for all windows and browsers.

import { call } from '../backend';
import type { SavedList, SavedTrend, SavedViews } from '../bindings/desk';
import type { StoredList } from './saved-by-name.svelte';

export class ViewsOfProject {
  views = $state.raw<SavedViews>({ lists: [], trends: [] });
  /** Resolves when the desk has answered. */
  readonly ready: Promise<void>;
  readonly lists: StoredList<SavedList> = storedList(() => this.views.lists, (lists) => this.#keep({ ...this.views, lists }));
  readonly trends: StoredList<SavedTrend> = storedList(() => this.views.trends, (trends) => this.#keep({ ...this.views, trends }));

  constructor(readonly project: string) {
    this.ready = call('saved_views', { project }).then((views) => {
      // Views that were added before the answer arrived are not overwritten.
      this.views = { lists: merged(views.lists, this.views.lists), trends: merged(views.trends, this.views.trends) };
    }, () => undefined);
  }

  /** Adds the views of a file; they replace views of the same name. Returns null if the file contains none. */
  add(text: string): { lists: number; trends: number } | null {
    const given = parsed(text);
    if (!given || given.lists.length + given.trends.length === 0) return null;
    this.#keep({ lists: merged(this.views.lists, given.lists), trends: merged(this.views.trends, given.trends) });
    return { lists: given.lists.length, trends: given.trends.length };
  }

  #keep(views: SavedViews): void {
    this.views = views;
    void this.ready.then(() => call('save_views', { project: this.project, views: this.views })).catch(() => undefined);
  }
}

const known = new Map<string, ViewsOfProject>();

export function savedViewsOf(project: string): ViewsOfProject {
  const views = known.get(project) ?? new ViewsOfProject(project);
  known.set(project, views);
  return views;
}

function storedList<T>(all: () => T[], keep: (all: T[]) => void): StoredList<T> {
  return { get all() { return all(); }, keep };
}

/** Joins both lists; later views replace earlier ones of the same name. */
function merged<T extends { name: string }>(all: T[], more: T[]): T[] {
  return [...new Map([...all, ...more].map((it) => [it.name, it])).values()].sort((a, b) => a.name.localeCompare(b.name));
}

function parsed(text: string): SavedViews | null {
  try {
    const { lists = [], trends = [] } = JSON.parse(text) as Partial<SavedViews>;
    return { lists: lists.filter(isList), trends: trends.filter(isTrend) };
  } catch {
    return null;
  }
}

function isList(it: Partial<SavedList> | null): it is SavedList {
  return typeof it?.name === 'string' && Array.isArray(it.tags) && it.tags.every((tag) => typeof tag === 'string');
}

function isTrend(it: Partial<SavedTrend> | null): it is SavedTrend {
  return isList(it) && 'span' in it && typeof it.span === 'number' && 'scales' in it && typeof it.scales === 'object' && it.scales !== null && 'isOneAxis' in it && typeof it.isOneAxis === 'boolean' && 'zoom' in it && typeof it.zoom === 'object';
}
