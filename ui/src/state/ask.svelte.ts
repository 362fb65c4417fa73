// One request to the desk: loading, an answer, or a failure. An answer that arrives after a newer request is discarded.

import { call, failure } from '../backend';

import type { Answer, Arguments, Command, Failure } from '../commands';

export class Ask<C extends Command> {
  answer = $state.raw<Answer<C> | null>(null);
  failure = $state.raw<Failure | null>(null);
  loading = $state(false);
  #turn = 0;

  constructor(readonly command: C) {}

  /** Sends the request. The previous answer stays until the new one arrives. */
  async ask(args: Arguments<C>): Promise<Answer<C> | null> {
    const turn = ++this.#turn;
    this.loading = true;
    this.failure = null;
    try {
      const answer = await call(this.command, args);
      if (turn !== this.#turn) return null;
      this.answer = answer;
      this.loading = false;
      return answer;
    } catch (error) {
      if (turn === this.#turn) {
        this.failure = failure(error);
        this.loading = false;
      }
      return null;
    }
  }

  /** Stops waiting for the answer. */
  cancel(): void {
    this.#turn += 1;
    this.loading = false;
  }

  clear(): void {
    this.cancel();
    this.answer = null;
    this.failure = null;
  }
}
