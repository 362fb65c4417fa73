// What the first look at the screens does not need: each is a file of its own, fetched soon after the start.

import { load } from '../texts/catalogue';

export const lazy = {
  connect: () => import('../places/Connect.svelte'),
  session: () => import('../places/Session.svelte'),
  diagnostics: () => import('../places/Diagnostics.svelte'),
  sessions: () => import('./SessionList.svelte'),
  settings: () => import('../places/Settings.svelte'),
  code: () => import('./CodeView.svelte'),
  ask: () => import('./AskPanel.svelte'),
  why: () => import('./WhyPanel.svelte'),
  findingsPane: () => import('./FindingsPane.svelte'),
  project: () => import('../places/project/ProjectPlace.svelte'),
  tags: () => import('../places/project/TagsPage.svelte'),
  findings: () => import('../places/project/FindingsPage.svelte'),
  changes: () => import('../places/project/ChangesPage.svelte'),
  report: () => import('../places/project/ReportPage.svelte'),
  proposals: () => import('../places/project/ProposalsPage.svelte'),
  picker: () => import('../places/project/TagPicker.svelte'),
  history: () => import('../places/project/HistoryPage.svelte'),
};

/** Fetches all of them while nothing else is to be done: who is cut off then has every place. */
export function fetchAll(): void {
  for (const part of [...Object.values(lazy), () => load('en'), () => load('de')]) part().catch(() => undefined);
}
