// Names of a project for the examples of change requests.

import { call } from '../backend';
import type { DeclaredTag } from '../bindings/desk';

/** Number of tags that are searched in each group. */
const SEARCHED = 200;

/** A boolean tag and a timer of the project; null where the searched groups have none. */
export async function exampleNames(project: string): Promise<{ bit: string | null; timer: string | null }> {
  const { groups } = await call('tag_tree', { project, search: '' });
  let bit: string | null = null;
  let timer: string | null = null;
  for (const { kind, name } of groups.slice(0, 3)) {
    const { tags } = await call('tags_of_group', { project, search: '', kind, name, from: 0, count: SEARCHED, language: 'en' });
    const find = (fits: (tag: DeclaredTag) => boolean): string | null => tags.find((it) => !/[.:[]/.test(it.name) && fits(it))?.name ?? null;
    bit ??= find((it) => !it.isStructure && !it.address && /^bool$/i.test(it.type));
    timer ??= find((it) => /^(timer|ton)$/i.test(it.type));
  }
  return { bit, timer };
}
