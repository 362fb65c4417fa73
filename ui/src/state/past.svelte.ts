// The shown moment of a session's recording, instead of current values. The desk shows it in all views of this screen.

import { call, failure } from '../backend';
import type { LookAt, PastMoment, TimeLine } from '../bindings/desk';
import type { Failure } from '../commands';
import { app } from './app.svelte';
import { Latest } from './latest';

const moments = new Latest((given: LookAt) => call('look_at', given));

class Past {
  /** The shown moment; null: current values. */
  at = $state<number | null>(null);
  /** The session of this moment. */
  session = $state<string | null>(null);
  moment = $state.raw<PastMoment | null>(null);
  line = $state.raw<TimeLine | null>(null);
  failed = $state.raw<Failure | null>(null);

  /** The time that the screen shows. */
  clock(): number {
    return this.at ?? app.clock();
  }

  /** Loads the time line of a session. */
  async load(session: string): Promise<void> {
    try {
      const line = await call('time_line', { session });
      if (app.session?.name === session) this.line = line;
    } catch {
      // Without recordings there is no time line.
      this.line = null;
    }
  }

  /** Shows a moment, or current values. */
  async showMoment(session: string, at: number | null): Promise<void> {
    // The screen shows PAST before the first past value is on it, and LIVE after the last one.
    if (at !== null) [this.session, this.at] = [session, at];
    try {
      const moment = await moments.give({ session, at });
      if (!moment) return;
      [this.moment, this.failed] = [moment, null];
      if (at === null) [this.session, this.at] = [null, null];
    } catch (error) {
      this.failed = failure(error);
      if (this.moment === null || at === null) [this.session, this.at] = [null, null];
    }
  }

  /** Moves to the next or previous change of a tag, or to the next or previous incident. Returns whether there is one. */
  async step(session: string, tag: string | null, later: boolean): Promise<boolean> {
    try {
      const { at } = await call('step_in_time', { session, tag, at: this.at, later });
      if (at !== null) await this.showMoment(session, at);
      return at !== null;
    } catch (error) {
      this.failed = failure(error);
      return false;
    }
  }
}

export const past = new Past();
