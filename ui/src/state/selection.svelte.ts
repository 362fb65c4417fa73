// The selected tags of a session, in the order of selection. The first eight are the trend's lanes.

export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;

export class Selection {
  names = $state.raw<readonly string[]>([]);
  /** What the trend shows. */
  lanes = $derived(this.names.slice(0, LETTERS.length));
  /** Thousands can be selected, and each row that is drawn asks. */
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

  /** This one alone; where it is alone already, none. */
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
