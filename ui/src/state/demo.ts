// The next step to live values in the demo, from the completed steps.

import type { Place } from './app.svelte';

export type DemoStep = 'project' | 'controllerOfProject' | 'controller' | 'start' | 'session';

export interface Done {
  place: Place;
  /** Whether a project is selected, and whether a session reads it. */
  isChosen: boolean;
  isRead: boolean;
  /** Whether a controller is selected. */
  hasController: boolean;
}

export function demoStep({ place, isChosen, isRead, hasController }: Done): DemoStep {
  if (!isChosen) return 'project';
  if (isRead) return 'session';
  if (place !== 'connect') return 'controllerOfProject';
  return hasController ? 'start' : 'controller';
}
