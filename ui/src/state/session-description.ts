// The current status of a session.

import type { Session } from '../bindings/desk';
import { alerts } from './alerts.svelte';
import { app } from './app.svelte';
import { describe, describeDisconnected, type Description } from './describe';

export const since = (session: Session): number | null => app.delivered.since(session, alerts.all, app.now);

export function describeSession(session: Session): Description {
  // The last known state does not become older while the connection is lost.
  return app.isDisconnected ? describeDisconnected(session, app.t, app.receivedAt, app.language) : describe(session, app.t, app.now, app.language, since(session));
}
