// The only file that distinguishes the window from a browser.
//
// Both ways carry the same: a command by name with JSON arguments is met with an answer or a failure, and the desk
// pushes by topic. In the window that is Tauri's `invoke`, and one channel for the pushes. In a browser it is a
// WebSocket beside the page, `./socket`, with the sub-protocols `tagbridge` and `token.TOKEN`:
//   → {"id": 7, "command": "rows", "args": {…}}
//   ← {"id": 7, "answer": …}  or  {"id": 7, "failure": {"error", "message", "remedy"}}
//   ← {"topic": "values", "data": …}

import type { FileSource } from './bindings/desk';
import type { Answer, Arguments, Command, Failure, Pushed, Topic } from './commands';
import { base64 } from './base64';
import { LOOK_MS, Silence } from './silence';
import { verbatim } from './texts/catalogue';

/** `refused`: the console does not know the token. */
export type Connection = 'connecting' | 'open' | 'lost' | 'refused';

/** A command that was met with a failure. */
export class CommandError extends Error {
  constructor(readonly failure: Failure) {
    super(JSON.stringify(failure.message));
  }
}

interface Way {
  call(command: string, args: unknown): Promise<unknown>;
  save(name: string, content: Blob): Promise<boolean>;
  choose(): Promise<ChosenFile | null>;
}

/** A file that a person chose. */
export interface ChosenFile {
  name: string;
  source: FileSource;
}

type Handler = (data: never) => void;

const handlers = new Map<Topic, Set<Handler>>();
const watchers = new Set<(connection: Connection) => void>();
const way: Way = '__TAURI_INTERNALS__' in globalThis ? window_() : console_();

/** Gives a command. Throws `CommandError`. */
export async function call<C extends Command>(command: C, args: Arguments<C>): Promise<Answer<C>> {
  return (await way.call(command, args)) as Answer<C>;
}

/** Gives a command whose answer, if any, comes by topic: a lost connection is shown elsewhere. */
export function tell<C extends Command>(command: C, args: Arguments<C>): void {
  call(command, args).catch(() => undefined);
}

/** Hears what is pushed; the answer ends it. */
export function subscribe<T extends Topic>(topic: T, handler: (data: Pushed<T>) => void): () => void {
  const all = handlers.get(topic) ?? new Set();
  handlers.set(topic, all.add(handler as Handler));
  return () => all.delete(handler as Handler);
}

/** Hears whether the desk can be reached. */
export function onConnection(watcher: (connection: Connection) => void): void {
  watchers.add(watcher);
}

/** Puts a file where the person wants it; `false`: nowhere. */
export function save(name: string, content: Blob): Promise<boolean> {
  return way.save(name, content);
}

/** Lets the person choose a project file; `null`: none. */
export function chooseFile(): Promise<ChosenFile | null> {
  return way.choose();
}

/** Lets the person choose a file whose name ends like this; `null`: none. */
export function chooseAny(accept: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    [input.type, input.accept] = ['file', accept];
    input.oncancel = () => resolve(null);
    input.onchange = () => resolve(input.files?.[0] ?? null);
    input.click();
  });
}

/** Any error as one that can be shown. */
export function failure(error: unknown): Failure {
  if (error instanceof CommandError) return error.failure;
  return { error: 'internal', message: verbatim(String(error)), remedy: verbatim('') };
}

function publish(topic: Topic, data: unknown): void {
  for (const handler of handlers.get(topic) ?? []) handler(data as never);
}

function report(connection: Connection): void {
  for (const watcher of watchers) watcher(connection);
}

function window_(): Way {
  const core = import('@tauri-apps/api/core');
  void core.then(async ({ Channel, invoke }) => {
    const channel = new Channel<{ topic: Topic; data: unknown }>();
    const silence = new Silence();
    const hear = (): void => void (silence.heard(performance.now()) && report('open'));
    channel.onmessage = ({ topic, data }) => {
      hear();
      publish(topic, data);
    };
    await invoke('pushes', { channel });
    silence.heard(performance.now());
    report('open');
    let isAsking = false;
    setInterval(() => {
      const due = silence.look(performance.now());
      if (due === 'lost') report('lost');
      if (!due || isAsking) return;
      isAsking = true;
      invoke('settings', { args: null }).then(hear, hear).finally(() => (isAsking = false));
    }, LOOK_MS);
  });
  return {
    async call(command, args) {
      const { invoke } = await core;
      try {
        return await invoke(command, { args });
      } catch (error) {
        throw new CommandError(told(error));
      }
    },
    async save(name, content) {
      const { invoke } = await core;
      return invoke<boolean>('save_file', new Uint8Array(await content.arrayBuffer()), { headers: { name: encodeURIComponent(name) } });
    },
    async choose() {
      const { invoke } = await core;
      const path = await invoke<string | null>('choose_file');
      return path === null ? null : { name: path.split(/[\\/]/).at(-1) ?? path, source: { path } };
    },
  };
}

/** The window refuses what it was not granted by a text alone. */
function told(error: unknown): Failure {
  return typeof error === 'object' && error && 'message' in error ? (error as Failure) : { error: 'refused', message: verbatim(String(error)), remedy: verbatim('') };
}

const RETRY_MS = [250, 500, 1000, 2000, 4000];
const REFUSED = 4401;

function console_(): Way {
  const pending = new Map<number, { resolve: (answer: unknown) => void; reject: (error: CommandError) => void }>();
  const lost: Failure = { error: 'console_unreachable', message: verbatim(''), remedy: verbatim('') };
  let waiting: string[] = [];
  let socket: WebSocket | undefined;
  let next = 1;
  let attempt = 0;
  const silence = new Silence();

  const connect = (): void => {
    const url = new URL('./socket', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    url.hash = '';
    url.search = '';
    socket = new WebSocket(url, ['tagbridge', `token.${token()}`]);
    socket.onopen = () => {
      attempt = 0;
      silence.heard(performance.now());
      for (const message of waiting) socket?.send(message);
      waiting = [];
      report('open');
    };
    socket.onmessage = ({ data }) => hear(JSON.parse(data as string) as Message);
    socket.onclose = ({ code }) => {
      for (const { reject } of pending.values()) reject(new CommandError(lost));
      pending.clear();
      waiting = [];
      if (code === REFUSED) return report('refused');
      report('lost');
      setTimeout(connect, RETRY_MS[Math.min(attempt++, RETRY_MS.length - 1)]);
    };
  };

  const hear = (message: Message): void => {
    if (silence.heard(performance.now())) report('open');
    if ('topic' in message) return publish(message.topic, message.data);
    const call = pending.get(message.id);
    pending.delete(message.id);
    if ('failure' in message) call?.reject(new CommandError(message.failure));
    else call?.resolve(message.answer);
  };

  const give = (command: string, args: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (socket && socket.readyState > WebSocket.OPEN) return reject(new CommandError(lost));
      const id = next++;
      const message = JSON.stringify({ id, command, args });
      pending.set(id, { resolve, reject });
      if (socket?.readyState === WebSocket.OPEN) socket.send(message);
      else waiting.push(message);
    });

  // One question at a time: a program that is stopped would find them all when it goes on.
  let isAsking = false;
  const ask = (): void => {
    if (isAsking) return;
    isAsking = true;
    give('settings', null).catch(() => undefined).finally(() => (isAsking = false));
  };

  const look = (): void => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    const due = silence.look(performance.now());
    if (due === 'lost') report('lost');
    if (due) ask();
  };

  queueMicrotask(() => {
    connect();
    setInterval(look, LOOK_MS);
  });
  return {
    call: give,
    save(name, content) {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(content);
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      return Promise.resolve(true);
    },
    choose() {
      return chooseAny('').then(async (file) => file && { name: file.name, source: { bytes: base64(new Uint8Array(await file.arrayBuffer())) } });
    },
  };
}

type Message = { id: number; answer: unknown } | { id: number; failure: Failure } | { topic: Topic; data: unknown };

/** From the address's fragment, where it is printed; kept for this tab, so that the address can be shared without. */
function token(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given) {
    sessionStorage.setItem('token', given);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem('token') ?? '';
}
