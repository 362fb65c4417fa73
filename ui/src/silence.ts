// Whether the desk is heard: a program that is stopped, or a cable that is pulled, closes no connection.

/** So often it is looked whether anything was heard, and the desk is asked where nothing was. */
export const LOOK_MS = 1000;
/** After so long a silence nothing that is shown counts as current. */
export const SILENT_MS = 3000;

export class Silence {
  #heardAt = 0;
  #isLost = false;

  /** Something was heard; whether that ends a silence which was reported. */
  heard(now: number): boolean {
    const wasLost = this.#isLost;
    [this.#heardAt, this.#isLost] = [now, false];
    return wasLost;
  }

  /**
   * What to do now. `ask`: where all stands still nothing is pushed, and an answer tells as much. `lost`: report it,
   * once. A page that was stopped itself finds at its first look that it heard nothing.
   */
  look(now: number): 'ask' | 'lost' | null {
    const silent = now - this.#heardAt;
    if (silent <= LOOK_MS) return null;
    if (silent < SILENT_MS || this.#isLost) return 'ask';
    this.#isLost = true;
    return 'lost';
  }
}
