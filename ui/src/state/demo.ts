// The next step to live values in the demo, from the completed steps.

import type { Place } from './app.svelte';

export type DemoStep = 'project' | 'beside' | 'controller' | 'start' | 'session';

export interface Done {
  place: Place;
  /** The selected project has a session. */
  isChosen: boolean;
  isRead: boolean;
  /** A controller is selected. */
  hasController: boolean;
}

export function demoStep({ place, isChosen, isRead, hasController }: Done): DemoStep {
  if (!isChosen) return 'project';
  if (isRead) return 'session';
  if (place !== 'connect') return 'beside';
  return hasController ? 'start' : 'controller';
}
