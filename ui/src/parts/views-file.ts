// The file of a project's watch lists and trends, for another computer.

import { chooseAny, save } from '../backend';
import { number } from '../format';
import { app } from '../state/app.svelte';
import { savedViewsOf } from '../state/saved-views.svelte';

/** Saves the watch lists and trends of a project as a file. */
export async function exportViews(project: string, name: string): Promise<void> {
  const views = savedViewsOf(project);
  await views.ready;
  await save(`${name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_')}.views.json`, new Blob([JSON.stringify(views.views, null, 2)], { type: 'application/json' }));
}

/** Adds the watch lists and trends of a file that the user chooses. Returns the result as a text; null if the user cancels. */
export async function importViews(project: string): Promise<{ text: string; isWrong: boolean } | null> {
  const file = await chooseAny('.json');
  if (!file) return null;
  const t = app.t.watch;
  const added = savedViewsOf(project).add(await file.text());
  if (!added) return { text: t.wrongFile, isWrong: true };
  return { text: t.imported(number(added.lists, app.language), number(added.trends, app.language)), isWrong: false };
}
