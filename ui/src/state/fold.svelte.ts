// Whether a session's header is collapsed to one line, so that values are in the upper third. It
// collapses automatically when the session has been well for a while and the user is idle; any
// problem expands it.

import type { Keeper } from './kept.svelte';

const KEY = 'tagbridge.head';
/** So long all is well before it folds. */
const WELL_MS = 20_000;
/** Time without a pointer movement or a key press: the layout does not change during an action. */
const IDLE_MS = 4000;

type Choice = 'auto' | 'open' | 'folded';

export class Fold {
  folded = $state(false);
  #choice: Choice;
  #well = 0;
  #touched = 0;

  constructor(readonly storage: Keeper = localStorage) {
    const kept = storage.getItem(KEY);
    this.#choice = kept === 'open' || kept === 'folded' ? kept : 'auto';
  }

  /** Somebody is at work. */
  touch(now: number): void {
    this.#touched = now;
  }

  /** Once a second: whether all is well at this time. */
  look(isWell: boolean, now: number): void {
    if (!isWell) {
      this.#well = 0;
      this.folded = false;
      return;
    }
    this.#well ||= now;
    if (this.#choice === 'folded') this.folded = true;
    else if (this.#choice === 'auto' && now - this.#well >= WELL_MS && now - this.#touched >= IDLE_MS) this.folded = true;
  }

  /** As a person wants it from now on. */
  choose(folded: boolean): void {
    this.folded = folded;
    this.#choice = folded ? 'folded' : 'open';
    this.storage.setItem(KEY, this.#choice);
  }
}

export const fold = new Fold();
