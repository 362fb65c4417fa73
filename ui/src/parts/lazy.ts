// Components that are not needed for the first screen. Each is a separate file, which is loaded soon after the start.

import { load } from '../texts/language';

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

/** Loads all of them while the browser is idle: if the connection is lost later, every place works. */
export function fetchAll(): void {
  for (const part of [...Object.values(lazy), () => load('en'), () => load('de')]) part().catch(() => undefined);
}
