// Changes of the settings, kept one after the other. What a person chose is shown at once, and taken back where the
// desk refuses it.

import { call, failure } from '../backend';
import type { Settings } from '../bindings/desk';
import type { Failure } from '../commands';
import { app } from './app.svelte';

interface Change {
  part: Partial<Settings>;
  /** What it is called on the screen. */
  what: string;
}

class Changes {
  /** What was refused last, and why. */
  refused = $state.raw<{ what: string; failure: Failure } | null>(null);
  /** Under way, the first, and those behind it. */
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
