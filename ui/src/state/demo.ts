// The next of the clicks to live values in the demo, by what was done already.

import type { Place } from './app.svelte';

export type DemoStep = 'project' | 'beside' | 'controller' | 'start' | 'session';

export interface Done {
  place: Place;
  /** A project is chosen, and a session reads it. */
  isChosen: boolean;
  isRead: boolean;
  /** A controller is chosen. */
  hasController: boolean;
}

export function demoStep({ place, isChosen, isRead, hasController }: Done): DemoStep {
  if (!isChosen) return 'project';
  if (isRead) return 'session';
  if (place !== 'connect') return 'beside';
  return hasController ? 'start' : 'controller';
}
