// Changes of the settings, sent one at a time. A change is shown at once, and reverted if the
// desk rejects it.

import { call, failure } from '../backend';
import type { Settings } from '../bindings/desk';
import type { Failure } from '../commands';
import { app } from './app.svelte';

interface Change {
  part: Partial<Settings>;
  /** The label of the changed setting. */
  what: string;
}

class Changes {
  /** The last rejected change, and the reason. */
  refused = $state.raw<{ what: string; failure: Failure } | null>(null);
  /** The change that is being sent, then the waiting ones. */
  #waiting: Change[] = [];

  make(part: Partial<Settings>, what: string): void {
    if (!app.settings) return;
    const inForce = app.settings;
    this.refused = null;
    this.#waiting.push({ part, what });
    app.take({ ...inForce, ...part });
    if (this.#waiting.length === 1) void this.#keep(inForce);
  }

  async #keep(inForce: Settings): Promise<void> {
    for (let it = this.#waiting[0]; it; it = this.#waiting[0]) {
      try {
        inForce = await call('save_settings', { ...inForce, ...it.part });
      } catch (error) {
        this.refused = { what: it.what, failure: failure(error) };
      }
      this.#waiting.shift();
      app.take(Object.assign({}, inForce, ...this.#waiting.map((it) => it.part)) as Settings);
    }
  }
}

export const changes = new Changes();
