// The only file that distinguishes the desktop window from a browser.
//
// Both transports carry the same messages: a command has a name and JSON arguments, its response is an answer or a
// failure, and the desk publishes data by topic. The window uses Tauri's `invoke` and one channel. A browser uses the
// WebSocket `./socket`, relative to the page, with the sub-protocols `tagbridge` and `token.TOKEN`:
//   → {"id": 7, "command": "rows", "args": {…}}
//   ← {"id": 7, "answer": …}  or  {"id": 7, "failure": {"error", "message", "remedy"}}
//   ← {"topic": "values", "data": …}

import type { FileSource } from './bindings/desk';
import type { Answer, Arguments, Command, Failure, Pushed, Topic } from './commands';
import { base64 } from './base64';
import { CHECK_MS, ConnectionMonitor } from './connection-monitor';
import { verbatim } from './texts/catalogue';

/** `refused`: the console does not know the token. */
export type Connection = 'connecting' | 'open' | 'lost' | 'refused';

/** The failure of a command. */
export class CommandError extends Error {
  constructor(readonly failure: Failure) {
    super(JSON.stringify(failure.message));
  }
}

interface Transport {
  call(command: string, args: unknown): Promise<unknown>;
  save(name: string, content: Blob): Promise<boolean>;
  choose(): Promise<ChosenFile | null>;
}

/** A file that the user selected. */
export interface ChosenFile {
  name: string;
  source: FileSource;
}

type Handler = (data: never) => void;

const handlers = new Map<Topic, Set<Handler>>();
const watchers = new Set<(connection: Connection) => void>();
const transport: Transport = '__TAURI_INTERNALS__' in globalThis ? tauriTransport() : webSocketTransport();

/** Sends a command and returns its answer. Throws `CommandError`. */
export async function call<C extends Command>(command: C, args: Arguments<C>): Promise<Answer<C>> {
  return (await transport.call(command, args)) as Answer<C>;
}

/** Sends a command without waiting for its answer. A failure is ignored: a lost connection is shown elsewhere. */
export function send<C extends Command>(command: C, args: Arguments<C>): void {
  call(command, args).catch(() => undefined);
}

/** Subscribes to a topic; the returned function ends the subscription. */
export function subscribe<T extends Topic>(topic: T, handler: (data: Pushed<T>) => void): () => void {
  const all = handlers.get(topic) ?? new Set();
  handlers.set(topic, all.add(handler as Handler));
  return () => all.delete(handler as Handler);
}

/** Subscribes to changes of the connection to the desk. */
export function onConnection(watcher: (connection: Connection) => void): void {
  watchers.add(watcher);
}

/** Saves a file where the user chooses; `false` if the user cancels. */
export function save(name: string, content: Blob): Promise<boolean> {
  return transport.save(name, content);
}

/** Opens the dialog for a project file; `null` if the user cancels. */
export function chooseFile(): Promise<ChosenFile | null> {
  return transport.choose();
}

/** Opens the dialog for a file with this extension; `null` if the user cancels. */
export function chooseAny(accept: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    [input.type, input.accept] = ['file', accept];
    input.oncancel = () => resolve(null);
    input.onchange = () => resolve(input.files?.[0] ?? null);
    input.click();
  });
}

/** Converts any error to a failure that can be shown. */
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

function tauriTransport(): Transport {
  const core = import('@tauri-apps/api/core');
  void core.then(async ({ Channel, invoke }) => {
    const channel = new Channel<{ topic: Topic; data: unknown }>();
    const monitor = new ConnectionMonitor();
    const receive = (): void => void (monitor.received(performance.now()) && report('open'));
    channel.onmessage = ({ topic, data }) => {
      receive();
      publish(topic, data);
    };
    await invoke('pushes', { channel });
    monitor.received(performance.now());
    report('open');
    let isChecking = false;
    setInterval(() => {
      const due = monitor.check(performance.now());
      if (due === 'lost') report('lost');
      if (!due || isChecking) return;
      isChecking = true;
      invoke('settings', { args: null }).then(receive, receive).finally(() => (isChecking = false));
    }, CHECK_MS);
  });
  return {
    async call(command, args) {
      const { invoke } = await core;
      try {
        return await invoke(command, { args });
      } catch (error) {
        throw new CommandError(failureOf(error));
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

/** Converts an error of the window. For a command without permission it is only a text. */
function failureOf(error: unknown): Failure {
  return typeof error === 'object' && error && 'message' in error ? (error as Failure) : { error: 'refused', message: verbatim(String(error)), remedy: verbatim('') };
}

const RETRY_MS = [250, 500, 1000, 2000, 4000];
const REFUSED = 4401;

function webSocketTransport(): Transport {
  const pending = new Map<number, { resolve: (answer: unknown) => void; reject: (error: CommandError) => void }>();
  const lost: Failure = { error: 'console_unreachable', message: verbatim(''), remedy: verbatim('') };
  let waiting: string[] = [];
  let socket: WebSocket | undefined;
  let next = 1;
  let attempt = 0;
  const monitor = new ConnectionMonitor();

  const connect = (): void => {
    const url = new URL('./socket', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    url.hash = '';
    url.search = '';
    socket = new WebSocket(url, ['tagbridge', `token.${token()}`]);
    socket.onopen = () => {
      attempt = 0;
      monitor.received(performance.now());
      for (const message of waiting) socket?.send(message);
      waiting = [];
      report('open');
    };
    socket.onmessage = ({ data }) => receive(JSON.parse(data as string) as Message);
    socket.onclose = ({ code }) => {
      for (const { reject } of pending.values()) reject(new CommandError(lost));
      pending.clear();
      waiting = [];
      if (code === REFUSED) return report('refused');
      report('lost');
      setTimeout(connect, RETRY_MS[Math.min(attempt++, RETRY_MS.length - 1)]);
    };
  };

  const receive = (message: Message): void => {
    if (monitor.received(performance.now())) report('open');
    if ('topic' in message) return publish(message.topic, message.data);
    const call = pending.get(message.id);
    pending.delete(message.id);
    if ('failure' in message) call?.reject(new CommandError(message.failure));
    else call?.resolve(message.answer);
  };

  const request = (command: string, args: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (socket && socket.readyState > WebSocket.OPEN) return reject(new CommandError(lost));
      const id = next++;
      const message = JSON.stringify({ id, command, args });
      pending.set(id, { resolve, reject });
      if (socket?.readyState === WebSocket.OPEN) socket.send(message);
      else waiting.push(message);
    });

  // One request at a time: a stopped program would receive all of them when it continues.
  let isChecking = false;
  const sendCheck = (): void => {
    if (isChecking) return;
    isChecking = true;
    request('settings', null).catch(() => undefined).finally(() => (isChecking = false));
  };

  const check = (): void => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    const due = monitor.check(performance.now());
    if (due === 'lost') report('lost');
    if (due) sendCheck();
  };

  queueMicrotask(() => {
    connect();
    setInterval(check, CHECK_MS);
  });
  return {
    call: request,
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

/** The token in an address of the console; the token alone is accepted, too. */
export function tokenOf(address: string): string | null {
  const text = address.trim();
  return new URLSearchParams(text.split('#')[1] ?? '').get('token') ?? (/^[0-9a-f]{64}$/i.test(text) ? text : null);
}

/** Connects with the token of an address that the user pasted; `false` if it has none. */
export function useAddress(address: string): boolean {
  const given = tokenOf(address);
  if (given === null) return false;
  sessionStorage.setItem('token', given);
  location.reload();
  return true;
}

/** The token from the address's fragment. It is stored for this tab, so that users can share the address without it. */
function token(): string {
  const given = tokenOf(location.hash);
  if (given) {
    sessionStorage.setItem('token', given);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem('token') ?? '';
}
