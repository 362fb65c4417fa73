// The actions on a session: pause, resume, stop. The error of a failed action is shown until the state changes.

import { call, failure } from '../backend';
import type { Session } from '../bindings/desk';
import { app } from './app.svelte';
import type { Act } from './describe';

/** The dialogs that an action opens. */
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
