// The shown part of the service's responses to a token.

/** The service's address, relative to this page (`/embed/assistant`). */
export const SERVICE = '../api/v1';

export interface Citation {
  location_kind: string;
  path: string;
  rung?: number;
}

export interface Question {
  id: string;
  question: string;
  options: string[];
  why_it_matters: string;
}

export type Turn = { conversation_id?: string } & (
  | { status: 'answer'; answer: string; citations: Citation[] }
  | { status: 'needs_input'; questions: Question[] }
  | { status: 'unresolved'; reason: string }
);

export interface TagValue {
  value: unknown;
  quality: string;
  reason?: string;
}

export interface LiveValues {
  live: boolean;
  /** Start of the newest scan; absent if the project is not live. */
  timestamp?: string;
  tags: Record<string, TagValue>;
}

/** Returns the tags of an answer: the cited ones, and the streamed ones that the text names. */
export function tagsOf(answer: string, citations: Citation[], streamed: string[]): string[] {
  const cited = citations.filter((it) => it.location_kind === 'tag').map((it) => it.path);
  const named = streamed.filter((tag) => names(answer, tag));
  return [...new Set([...cited, ...named])];
}

/** Whether a text contains the complete name: `Run` is not in `Run_1` nor in `Main.Run`. */
function names(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + name.length)];
    if (!/[\w.:"]$/u.test(before) && !/^(\w|[.:[]\w)/u.test(after)) return true;
  }
  return false;
}
