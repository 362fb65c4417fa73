// Requests of which only the latest matters, one at a time: the desk stores its last request, and
// two concurrent ones could overtake each other.

export class Latest<Given, Answer> {
  #busy = false;
  /** Lets the one that waits go (`true`), or gives it up. */
  #next: ((go: boolean) => void) | null = null;

  constructor(readonly ask: (given: Given) => Promise<Answer>) {}

  /** The answer; `null`: a later question took its place. Throws as `ask` does. */
  async give(given: Given): Promise<Answer | null> {
    if (this.#busy) {
      this.#next?.(false);
      if (!(await new Promise<boolean>((settle) => (this.#next = settle)))) return null;
    }
    this.#busy = true;
    try {
      return await this.ask(given);
    } finally {
      // The next one is busy from here on: nothing can come between.
      const next = this.#next;
      this.#next = null;
      this.#busy = next !== null;
      next?.(true);
    }
  }
}
