// The selected tags of a session, in the order of selection. The first eight are the trend's lanes.

export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;

export class Selection {
  names = $state.raw<readonly string[]>([]);
  /** The tags of the trend. */
  lanes = $derived(this.names.slice(0, LETTERS.length));
  /** The selection as a set: thousands of tags can be selected, and each drawn row checks whether it is one of them. */
  #all = $derived(new Set(this.names));

  has(name: string): boolean {
    return this.#all.has(name);
  }

  letter(name: string): string | null {
    return LETTERS[this.lanes.indexOf(name)] ?? null;
  }

  toggle(name: string): void {
    this.names = this.has(name) ? this.names.filter((it) => it !== name) : [...this.names, name];
  }

  /** Selects only this tag; if it is the only selected one, clears the selection. */
  only(name: string): void {
    this.names = this.names.length === 1 && this.has(name) ? [] : [name];
  }

  add(names: Iterable<string>): void {
    this.names = [...new Set([...this.names, ...names])];
  }

  clear(): void {
    this.names = [];
  }
}
