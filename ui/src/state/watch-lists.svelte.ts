// Watch lists of a project: named lists of tags.

import type { SavedList } from '../bindings/desk';
import { SavedByName } from './saved-by-name.svelte';

/** Maximum number of names in a list. */
export const LIST_MAX = 10_000;

export class WatchLists extends SavedByName<SavedList> {
  /** The name of the shown list; null: all tags. */
  chosen = $state<string | null>(null);
  /** The tags of the shown list. */
  tags = $derived(this.all.find((it) => it.name === this.chosen)?.tags ?? null);

  /** Saves a list, which replaces one of the same name, and shows it. */
  show(name: string, tags: readonly string[]): void {
    this.put({ name, tags: [...tags] });
    this.chosen = name;
  }

  /** Adds names to a list, by default the shown one, and shows it. Returns false if there is no list. */
  add(more: readonly string[], to = this.chosen): boolean {
    const list = this.all.find((it) => it.name === to);
    if (list) this.show(list.name, [...new Set([...list.tags, ...more])]);
    return !!list;
  }

  override remove(name: string): void {
    super.remove(name);
    if (this.chosen === name) this.chosen = null;
  }
}

/** Parses pasted names: one per line, or the first column of a table; duplicates are removed. */
export function names(text: string): string[] {
  const lines = text.split(/[\r\n]+/).flatMap((line) => (line.includes('\t') ? [line.split('\t')[0] ?? ''] : line.split(/[;,](?![^[]*\])/)));
  return [...new Set(lines.map((it) => it.trim()).filter(Boolean))].slice(0, LIST_MAX);
}
