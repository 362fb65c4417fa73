// What a person keeps by its name for a project, in this browser.

/** The storage: that of the browser, or a replacement. */
export type Keeper = Pick<Storage, 'getItem' | 'setItem'>;

export class KeptByName<T extends { name: string }> {
  all = $state.raw<readonly T[]>([]);
  /** What was deleted last, as long as nothing else was kept. */
  deleted = $state.raw<T | null>(null);

  /** Under this key of the storage, in which there may also be nonsense. */
  constructor(readonly key: string, isOne: (it: Partial<T> | null) => it is T, readonly storage: Keeper) {
    this.all = read(storage.getItem(key)).filter(isOne);
  }

  /** One of this name takes the place of another. */
  put(one: T): void {
    this.deleted = null;
    this.#keep([...this.all.filter((it) => it.name !== one.name), one].sort((a, b) => a.name.localeCompare(b.name)));
  }

  remove(name: string): void {
    this.deleted = this.all.find((it) => it.name === name) ?? null;
    this.#keep(this.all.filter((it) => it.name !== name));
  }

  /** What was deleted last is there again. */
  undo(): void {
    if (this.deleted) this.put(this.deleted);
  }

  #keep(all: T[]): void {
    this.all = all;
    this.storage.setItem(this.key, JSON.stringify(all));
  }
}

function read<T>(text: string | null): (Partial<T> | null)[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? (kept as (Partial<T> | null)[]) : [];
  } catch {
    return [];
  }
}
