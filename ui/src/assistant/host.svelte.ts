// The page that shows this one, and the token that it gives. Messages are objects whose `tagbridge` says what they are:
//
//   to the host    ready · token_wanted · citation { citation }
//   from the host  token { token, expires_at, project_id, language? }, as `POST /embed-tokens` answers
//
// Only messages of the embedding page are accepted, and only from an allowed origin of the service.

import { SERVICE } from './service';
import type { Language } from '../format';

/** How long before its end a token is to be replaced. */
const BEFORE_MS = 60_000;
/** A token is valid for 15 minutes: a longer validity is a wrong clock. */
const LONGEST_MS = 15 * 60_000;
/** How long a request waits for a token. */
const PATIENCE_MS = 15_000;

interface Given {
  tagbridge: 'token';
  token: string;
  expires_at: string;
  project_id: string;
  language?: string;
}

class Host {
  project = $state<string | null>(null);
  language = $state<Language>(languageOf(navigator.language));
  /** Whether the service refused the token, and no other one came. */
  hasEnded = $state(false);
  #token = '';
  #origin = '';
  #again: ReturnType<typeof setTimeout> | undefined;
  #waiting: (() => void)[] = [];

  begin(): void {
    const allowed = (document.querySelector('meta[name="embed-origins"]')?.getAttribute('content') ?? '').split(' ').filter(Boolean);
    addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
      if (window.parent === window || source !== window.parent || !allowed.includes(origin) || !isGiven(data)) return;
      this.#origin = origin;
      this.#take(data);
    });
    // It says nothing that another page might not know.
    if (window.parent !== window) window.parent.postMessage({ tagbridge: 'ready' }, '*');
  }

  /** The token, as soon as there is one; a new one, where the service refused the last. */
  async token(refused?: string): Promise<string> {
    if (this.#token && this.#token !== refused) return this.#token;
    if (refused) this.tell({ tagbridge: 'token_wanted' });
    await new Promise<void>((resolve, reject) => {
      const patience = setTimeout(() => reject(this.end()), PATIENCE_MS);
      this.#waiting.push(() => {
        clearTimeout(patience);
        resolve();
      });
    });
    return this.#token;
  }

  /** Access has ended, until the page sends a valid token. */
  end(): Ended {
    this.hasEnded = true;
    return new Ended();
  }

  tell(message: object): void {
    if (this.#origin) window.parent.postMessage(message, this.#origin);
  }

  #take(given: Given): void {
    this.#token = given.token;
    this.hasEnded = false;
    this.project = given.project_id;
    if (given.language) this.language = languageOf(given.language);
    document.documentElement.lang = this.language;
    for (const go of this.#waiting.splice(0)) go();
    clearTimeout(this.#again);
    const left = Math.min(Date.parse(given.expires_at) - Date.now(), LONGEST_MS) - BEFORE_MS;
    // One that seems to have ended as it came: this clock is ahead, and the next one would seem so, too.
    this.#again = setTimeout(() => this.tell({ tagbridge: 'token_wanted' }), left > 0 ? Math.max(left, 1000) : BEFORE_MS);
  }
}

function isGiven(data: unknown): data is Given {
  const it = data as Given | null;
  return it?.tagbridge === 'token' && [it.token, it.expires_at, it.project_id].every((part) => typeof part === 'string');
}

function languageOf(tag: string): Language {
  return /^de\b/i.test(tag) ? 'de' : 'en';
}

/** The page has no token that the service takes. */
export class Ended extends Error {}

export const host = new Host();

/** What the service refused. */
export class Refused extends Error {
  constructor(readonly status: number, message?: string) {
    super(message);
  }
}

/** Asks the service, and once more where a token had ended. The times of its answers are its own. */
export async function ask<T>(path: string, body?: object): Promise<{ answer: T; at: number }> {
  const once = body && [...crypto.getRandomValues(new Uint8Array(16))].map((it) => it.toString(16).padStart(2, '0')).join('');
  let refused: string | undefined;
  for (;;) {
    const token = await host.token(refused);
    const headers = { authorization: `Bearer ${token}`, ...(once && { 'content-type': 'application/json', 'idempotency-key': once }) };
    const response = await fetch(`${SERVICE}${path}`, { method: body ? 'POST' : 'GET', headers, credentials: 'omit', ...(body && { body: JSON.stringify(body) }) });
    if (response.status === 401 && refused === undefined) {
      refused = token;
      continue;
    }
    if (response.status === 401) throw host.end();
    const answer = (await response.json()) as T & { userMessage?: string; message?: string };
    if (!response.ok) throw new Refused(response.status, answer.userMessage ?? answer.message);
    return { answer, at: Date.parse(response.headers.get('date') ?? '') };
  }
}
