// What a person does with a session: pause, resume, stop. What could not be done is said as long as its state lasts.

import { call, failure } from '../backend';
import type { Session } from '../bindings/desk';
import { app } from './app.svelte';
import type { Act } from './describe';

/** What is asked before it is done. */
export type Question = 'stop' | 'remove' | 'accept' | 'takeOver' | 'reading' | 'key';

export class SessionActions {
  error = $state('');
  question = $state.raw<Question | null>(null);

  async act(it: Act, session: Session): Promise<void> {
    this.error = '';
    const named = { session: session.name };
    try {
      switch (it) {
        case 'stop': case 'remove': case 'accept': case 'takeOver': this.question = it; break;
        case 'giveKey': this.question = 'key'; break;
        case 'preflight':
        case 'logIn':
          app.logsIn = it === 'logIn';
          app.choose({ id: session.project, name: session.projectName, vendor: session.platform });
          app.endpoint = session.endpoint;
          app.go('connect');
          break;
        case 'tryNow': await call('try_now', named); break;
        case 'startAgain': await call('start_again', named); break;
        case 'pause': case 'resume': await call(it, named);
      }
    } catch (thrown) {
      this.error = app.reason(failure(thrown));
    }
  }
}
