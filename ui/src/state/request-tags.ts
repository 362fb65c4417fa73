// Requests tags that no session reads, while they are shown.

import { call, failure } from '../backend';
import type { Failure } from '../commands';

/** Interval of the requests in milliseconds: a requested tag expires after one minute. */
const AGAIN_MS = 20_000;
/** Maximum number of tags in a request. */
export const TAGS_MAX = 200;

/** Repeats the request. The returned function ends the repetition. */
export function requestTags(project: string, tags: readonly string[], report: (refused: Failure | null) => void = () => undefined): () => void {
  if (tags.length === 0) return () => undefined;
  const request = (): void => {
    call('ask_for_tags', { project, tags: tags.slice(0, TAGS_MAX) }).then(() => report(null)).catch((error: unknown) => report(failure(error)));
  };
  request();
  const again = setInterval(request, AGAIN_MS);
  return () => clearInterval(again);
}
