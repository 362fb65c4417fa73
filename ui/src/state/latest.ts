// Requests of which only the latest matters, one at a time: the desk stores its last request, and
// two concurrent ones could overtake each other.

export class Latest<Given, Answer> {
  #busy = false;
  /** Starts the waiting request (`true`), or discards it. */
  #next: ((go: boolean) => void) | null = null;

  constructor(readonly ask: (given: Given) => Promise<Answer>) {}

  /** Returns the answer; `null`: a later request replaced this one. Throws as `ask` does. */
  async give(given: Given): Promise<Answer | null> {
    if (this.#busy) {
      this.#next?.(false);
      if (!(await new Promise<boolean>((settle) => (this.#next = settle)))) return null;
    }
    this.#busy = true;
    try {
      return await this.ask(given);
    } finally {
      // The next request counts as running from here on, so that no other one can start.
      const next = this.#next;
      this.#next = null;
      this.#busy = next !== null;
      next?.(true);
    }
  }
}
