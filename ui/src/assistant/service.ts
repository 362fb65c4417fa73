// What the service says to a token, as far as it is shown.

/** Where it is, from this page: `/embed/assistant`. */
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
  /** When the newest scan began; absent for a project that is not live. */
  timestamp?: string;
  tags: Record<string, TagValue>;
}

/** The tags that an answer is about: those that it cites, and those of the streamed ones that it names. */
export function tagsOf(answer: string, citations: Citation[], streamed: string[]): string[] {
  const cited = citations.filter((it) => it.location_kind === 'tag').map((it) => it.path);
  const named = streamed.filter((tag) => names(answer, tag));
  return [...new Set([...cited, ...named])];
}

/** Whether a text has the name as a whole: `Run` is not in `Run_1` nor in `Main.Run`. */
function names(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + name.length)];
    if (!/[\w.:"]$/u.test(before) && !/^(\w|[.:[]\w)/u.test(after)) return true;
  }
  return false;
}
