// Watch lists of a project: names that a person wants to see together, kept in this browser.

export interface WatchList {
  name: string;
  tags: string[];
}

const KEY = 'tagbridge.lists.';
/** More than so many names nobody watches. */
export const LIST_MAX = 10_000;

export class WatchLists {
  all = $state.raw<readonly WatchList[]>([]);
  /** Which one is shown; null: all tags. */
  chosen = $state<string | null>(null);
  /** Its tags. */
  tags = $derived(this.all.find((it) => it.name === this.chosen)?.tags ?? null);

  constructor(readonly project: string, readonly storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage) {
    this.all = read(storage.getItem(KEY + project));
  }

  /** Keeps a list, in the place of one of this name, and shows it. */
  put(name: string, tags: readonly string[]): void {
    this.#keep([...this.all.filter((it) => it.name !== name), { name, tags: [...tags] }].sort((a, b) => a.name.localeCompare(b.name)));
    this.chosen = name;
  }

  /** Adds names to a list, the one that is shown where none is named, and shows it. False: there is none. */
  add(more: readonly string[], to = this.chosen): boolean {
    const list = this.all.find((it) => it.name === to);
    if (list) this.put(list.name, [...new Set([...list.tags, ...more])]);
    return !!list;
  }

  remove(name: string): void {
    this.#keep(this.all.filter((it) => it.name !== name));
    if (this.chosen === name) this.chosen = null;
  }

  #keep(all: WatchList[]): void {
    this.all = all;
    this.storage.setItem(KEY + this.project, JSON.stringify(all));
  }
}

/** Names as people paste them: one on each line, or the first column of a table; each once. */
export function names(text: string): string[] {
  const lines = text.split(/[\r\n]+/).flatMap((line) => (line.includes('\t') ? [line.split('\t')[0] ?? ''] : line.split(/[;,](?![^[]*\])/)));
  return [...new Set(lines.map((it) => it.trim()).filter(Boolean))].slice(0, LIST_MAX);
}

function read(text: string | null): WatchList[] {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  const isList = (it: Partial<WatchList> | null): it is WatchList => typeof it?.name === 'string' && Array.isArray(it.tags) && it.tags.every((tag) => typeof tag === 'string');
  return Array.isArray(kept) ? (kept as (Partial<WatchList> | null)[]).filter(isList) : [];
}
