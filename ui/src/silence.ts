// Detects a silent desk: a stopped program or a pulled cable closes no connection.

/** Interval of the check; if no message was received, the desk is asked. */
export const LOOK_MS = 1000;
/** After this time without a message, no shown value counts as current. */
export const SILENT_MS = 3000;

export class Silence {
  #heardAt = 0;
  #isLost = false;

  /** A message was received; returns whether it ends a reported silence. */
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
