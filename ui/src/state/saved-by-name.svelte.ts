// What a person keeps by its name for a project.

/** The storage of the browser, or a replacement: for the settings of one person. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem'>;

/** Where it is kept. */
export interface StoredList<T> {
  readonly all: readonly T[];
  keep(all: T[]): void;
}

export class SavedByName<T extends { name: string }> {
  /** What was deleted last, as long as nothing else was kept. */
  deleted = $state.raw<T | null>(null);

  constructor(readonly storedList: StoredList<T>) {}

  get all(): readonly T[] {
    return this.storedList.all;
  }

  /** One of this name takes the place of another. */
  put(one: T): void {
    this.deleted = null;
    this.storedList.keep([...this.all.filter((it) => it.name !== one.name), one].sort((a, b) => a.name.localeCompare(b.name)));
  }

  remove(name: string): void {
    this.deleted = this.all.find((it) => it.name === name) ?? null;
    this.storedList.keep(this.all.filter((it) => it.name !== name));
  }

  /** What was deleted last is there again. */
  undo(): void {
    if (this.deleted) this.put(this.deleted);
  }
}
