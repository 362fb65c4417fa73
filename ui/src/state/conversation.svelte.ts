// Questions about a project, and their answers. They are answered one at a time, in order.

import { call, failure, subscribe, send } from '../backend';
import type { AskAnswer, AskChoice } from '../bindings/desk';
import type { Failure } from '../commands';

/** `again`: the original question in words, if this turn is a choice. */
export interface Turn {
  question: string;
  again: string;
  choice: AskChoice | null;
  state: 'waits' | 'asked' | 'done' | 'stopped';
  answer: AskAnswer | null;
  failed: Failure | null;
}

/** The queue of all conversations: the desk answers one question at a time. */
let line: Promise<void> = Promise.resolve();
let current: Conversation | null = null;

export class Conversation {
  turns = $state.raw<readonly Turn[]>([]);
  partialAnswer = $state('');
  phase = $state('');
  /** Whether a question is unanswered. */
  readonly busy = $derived(this.turns.some((it) => it.state === 'waits' || it.state === 'asked'));

  constructor(readonly project: string) {}

  ask(question: string, choice: AskChoice | null = null): void {
    const again = choice ? (this.turns.at(-1)?.again ?? question) : question;
    const at = this.turns.length;
    this.turns = [...this.turns, { question, again, choice, state: 'waits', answer: null, failed: null }];
    line = line.then(() => this.#answer(at));
  }

  /** Cancels the current question, or a waiting one. */
  stop(at: number): void {
    const was = this.turns[at]?.state;
    this.#change(at, { state: 'stopped' });
    if (was === 'asked') send('cancel_ask', null);
  }

  async #answer(at: number): Promise<void> {
    const turn = this.turns[at];
    if (turn?.state !== 'waits') return;
    [current, this.partialAnswer, this.phase] = [this, '', ''];
    this.#change(at, { state: 'asked' });
    const conversation = this.turns.slice(0, at).findLast((it) => it.answer)?.answer?.conversation ?? null;
    try {
      const answer = await call('ask', { project: this.project, question: turn.choice ? null : turn.question, conversation, choice: turn.choice, minutesAhead: -new Date().getTimezoneOffset() });
      if (this.turns[at]?.state === 'asked') this.#change(at, { state: 'done', answer });
    } catch (error) {
      if (this.turns[at]?.state === 'asked') this.#change(at, { state: 'done', failed: failure(error) });
    }
    current = null;
  }

  #change(at: number, to: Partial<Turn>): void {
    this.turns = this.turns.map((it, i) => (i === at ? { ...it, ...to } : it));
  }
}

const all = new Map<string, Conversation>();

/** The conversation of a project. It is stored while the page is open, independent of the shown place. */
export function conversationOf(project: string): Conversation {
  if (all.size === 0) {
    subscribe('ask', (it) => {
      if (!current) return;
      if (it.kind === 'phase') current.phase = it.data;
      else if (it.kind === 'text') current.partialAnswer += it.data;
      else current.partialAnswer = '';
    });
  }
  const known = all.get(project);
  if (known) return known;
  let made!: Conversation;
  $effect.root(() => { made = new Conversation(project); });
  all.set(project, made);
  return made;
}
