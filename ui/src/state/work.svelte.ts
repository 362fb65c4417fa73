// Long work of the desk: how far it is, and its end by a person.

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

  /** Ends it: its result is no longer wanted. */
  stop(): void {
    this.cancel();
    send('stop_work', { work: this.work });
  }
}
