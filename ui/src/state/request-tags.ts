// Requests tags that no session reads, for as long as a person sees them.

import { call, failure } from '../backend';
import type { Failure } from '../commands';

/** The next request comes before the tags of the last one are given up, after a minute. */
const AGAIN_MS = 20_000;
/** The largest number of tags of a request. */
export const TAGS_MAX = 200;

/** Requests the tags again and again. The returned function ends it. */
export function requestTags(project: string, tags: readonly string[], report: (refused: Failure | null) => void = () => undefined): () => void {
  if (tags.length === 0) return () => undefined;
  const request = (): void => {
    call('ask_for_tags', { project, tags: tags.slice(0, TAGS_MAX) }).then(() => report(null)).catch((error: unknown) => report(failure(error)));
  };
  request();
  const again = setInterval(request, AGAIN_MS);
  return () => clearInterval(again);
}
