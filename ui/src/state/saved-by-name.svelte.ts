// Objects that the user saves by name for a project.

/** The storage of the browser, or a replacement, for the settings of one user. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem'>;

/** Where the objects are stored. */
export interface StoredList<T> {
  readonly all: readonly T[];
  keep(all: T[]): void;
}

export class SavedByName<T extends { name: string }> {
  /** The last deleted object, until another one is saved. */
  deleted = $state.raw<T | null>(null);

  constructor(readonly storedList: StoredList<T>) {}

  get all(): readonly T[] {
    return this.storedList.all;
  }

  /** Saves an object; it replaces one of the same name. */
  put(one: T): void {
    this.deleted = null;
    this.storedList.keep([...this.all.filter((it) => it.name !== one.name), one].sort((a, b) => a.name.localeCompare(b.name)));
  }

  remove(name: string): void {
    this.deleted = this.all.find((it) => it.name === name) ?? null;
    this.storedList.keep(this.all.filter((it) => it.name !== name));
  }

  /** Restores the last deleted object. */
  undo(): void {
    if (this.deleted) this.put(this.deleted);
  }
}
