// The description of a session's current state.

import type { Session } from '../bindings/desk';
import { alerts } from './alerts.svelte';
import { app } from './app.svelte';
import { describe, describeDisconnected, type Description } from './describe';

export const since = (session: Session): number | null => app.delivered.since(session, alerts.all, app.now);

export function describeSession(session: Session): Description {
  // While the connection is lost, the time of the last known state does not advance.
  return app.isDisconnected ? describeDisconnected(session, app.t, app.receivedAt, app.language) : describe(session, app.t, app.now, app.language, since(session));
}
