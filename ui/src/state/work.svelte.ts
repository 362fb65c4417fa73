// A long operation of the desk: its progress, and its cancellation by the user.

import { subscribe, send } from '../backend';
import type { LongWork, WorkProgress } from '../bindings/desk';
import type { Answer, Arguments, Command } from '../commands';
import { Ask } from './ask.svelte';

export class Work<C extends Command> extends Ask<C> {
  progress = $state.raw<WorkProgress | null>(null);

  constructor(command: C, readonly work: LongWork) {
    super(command);
    $effect(() => subscribe('work', (it) => { if (it.work === this.work && this.loading) this.progress = it; }));
  }

  override ask(args: Arguments<C>): Promise<Answer<C> | null> {
    this.progress = null;
    return super.ask(args);
  }

  /** Cancels it: its result is no longer needed. */
  stop(): void {
    this.cancel();
    send('stop_work', { work: this.work });
  }
}
