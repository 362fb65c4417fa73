// The current status of a session.

import type { Session } from '../bindings/desk';
import { alerts } from './alerts.svelte';
import { app } from './app.svelte';
import { describe, unheard, type Description } from './describe';

export const since = (session: Session): number | null => app.delivered.since(session, alerts.all, app.now);

export function told(session: Session): Description {
  // The last known state does not become older while the connection is lost.
  return app.isUnheard ? unheard(session, app.t, app.heardAt, app.language) : describe(session, app.t, app.now, app.language, since(session));
}
