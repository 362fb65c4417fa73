// The host page that embeds this page, and the token that it supplies. In each message `tagbridge` is the message type:
//
//   to the host    ready · token_wanted · citation { citation }
//   from the host  token { token, expires_at, project_id, language? }, as `POST /embed-tokens` answers
//
// Messages are accepted only from the embedding page, and only from an origin that the service allows.

import { SERVICE } from './service';
import type { Language } from '../format';

/** Time before the expiry of a token at which a new one is requested, in milliseconds. */
const BEFORE_MS = 60_000;
/** A token is valid for 15 minutes: a longer validity means that a clock is wrong. */
const LONGEST_MS = 15 * 60_000;
/** Maximum time that a request waits for a token, in milliseconds. */
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
  /** Whether the service refused the token and the host has not supplied a new one. */
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
    // This message contains no confidential data.
    if (window.parent !== window) window.parent.postMessage({ tagbridge: 'ready' }, '*');
  }

  /** Returns the token when there is one; a new token, if the service refused the last one. */
  async token(refused?: string): Promise<string> {
    if (this.#token && this.#token !== refused) return this.#token;
    if (refused) this.send({ tagbridge: 'token_wanted' });
    await new Promise<void>((resolve, reject) => {
      const patience = setTimeout(() => reject(this.end()), PATIENCE_MS);
      this.#waiting.push(() => {
        clearTimeout(patience);
        resolve();
      });
    });
    return this.#token;
  }

  /** Access has ended until the host supplies a valid token. */
  end(): Ended {
    this.hasEnded = true;
    return new Ended();
  }

  send(message: object): void {
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
    // The token seems to have expired on arrival: this clock is ahead, and the next token would seem expired, too.
    this.#again = setTimeout(() => this.send({ tagbridge: 'token_wanted' }), left > 0 ? Math.max(left, 1000) : BEFORE_MS);
  }
}

function isGiven(data: unknown): data is Given {
  const it = data as Given | null;
  return it?.tagbridge === 'token' && [it.token, it.expires_at, it.project_id].every((part) => typeof part === 'string');
}

function languageOf(tag: string): Language {
  return /^de\b/i.test(tag) ? 'de' : 'en';
}

/** The host has no token that the service accepts. */
export class Ended extends Error {}

export const host = new Host();

/** The response of the service to a refused request. */
export class Refused extends Error {
  constructor(readonly status: number, message?: string) {
    super(message);
  }
}

/** Sends a request to the service, and repeats it once with a new token if the token has expired. `at` is the service's time. */
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
