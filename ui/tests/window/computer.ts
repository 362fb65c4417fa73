// A simulated computer: an empty home folder, the program, and a controller on the network.

import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../port';
import { Bus } from './bus';
import { Page } from './driver';

export const PROGRAM = process.env.TAGBRIDGE_DESKTOP ?? '';
/** The password of controllers, placed where users put it. */
export const PASSWORD = 'canary-of-the-window';
const HEADLESS = process.env.TAGBRIDGE_BINARY ?? '';

/** The program, started without a WebDriver. */
export interface Started {
  id: number;
  /** The exit code; null: a signal ended it. */
  ended: Promise<number | null>;
}

export class Computer {
  /** The process that starts the programs. */
  driver = 0;
  readonly #running = new Set<ChildProcess>();

  private constructor(readonly home: string, readonly bus: Bus, readonly display: string | undefined) {}

  static async new({ keychain, display = process.env.DISPLAY }: { keychain?: 'open' | 'locked'; display?: string } = {}): Promise<Computer> {
    const home = mkdtempSync(join(tmpdir(), 'tagbridge-window-'));
    const it = new Computer(home, await Bus.start(join(home, 'run')), display);
    if (keychain) await it.bus.addKeychain(it.env('C.UTF-8'), keychain);
    return it;
  }

  /** Opens the window with this system language and colour scheme. */
  async open({ lang = 'C.UTF-8', theme = 'Adwaita' } = {}): Promise<Page> {
    const port = await freePort();
    const env = { ...this.env(lang), GTK_THEME: theme, TAURI_WEBVIEW_AUTOMATION: 'true' };
    // The page's log goes to the program's output, which the driver would discard.
    const program = join(this.home, 'tagbridge.sh');
    const id = join(this.home, 'program.pid');
    writeFileSync(program, `#!/bin/sh\necho $$ >"${id}"\nexec "${PROGRAM}" "$@" >>"${this.home}/output.txt" 2>&1\n`, { mode: 0o755 });
    this.driver = this.#keep(spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' })).pid!;
    const address = `http://127.0.0.1:${port}`;
    while (!(await fetch(`${address}/status`).catch(() => null))) await new Promise((done) => setTimeout(done, 50));
    return Page.open(address, program, () => ended(Number(readFileSync(id, 'utf8'))));
  }

  /** Starts the program as a login does, or a click on its icon. */
  start(...words: string[]): Started {
    const running = this.#keep(spawn(PROGRAM, words, { env: this.env('C.UTF-8'), stdio: 'ignore' }));
    return { id: running.pid!, ended: once(running, 'exit').then(([code]) => code as number | null) };
  }

  /** The output and the exit of the program if it cannot start. */
  tried(): { code: number | null; output: string } {
    const { status, stderr } = spawnSync(PROGRAM, { env: this.env('C.UTF-8'), encoding: 'utf8', timeout: 120_000 });
    return { code: status, output: stderr };
  }

  /** The errors and warnings that the page has logged. */
  logged(): string[] {
    const lines = existsSync(join(this.home, 'output.txt')) ? readFileSync(join(this.home, 'output.txt'), 'utf8').split('\n') : [];
    return lines.filter((it) => /^CONSOLE .*(ERROR|WARN)/.test(it));
  }

  /** Starts the virtual bottling line; with a number, that many tags which all change with every scan. */
  controller(port: number, tags?: number): Promise<ChildProcess> {
    return this.#headless('simulate', '--vendor', 'allen-bradley', '--listen', `127.0.0.1:${port}`, ...(tags ? ['--tags', String(tags)] : []));
  }

  /** Starts a virtual controller with the tags of a project file. */
  simulated(port: number, project: string, ...options: string[]): Promise<ChildProcess> {
    return this.#headless('simulate', project, ...options, '--listen', `127.0.0.1:${port}`);
  }

  /** Starts a virtual controller of this project, whose OPC UA server accepts only this user. */
  guarded(port: number, project: string, user: string, password: string): Promise<ChildProcess> {
    const file = join(this.home, 'password');
    writeFileSync(file, password, { mode: 0o600 });
    return this.#headless('simulate', project, '--security', 'Basic256Sha256:SignAndEncrypt', '--user', user, '--password-file', file, '--listen', `127.0.0.1:${port}`);
  }

  /** Sends requests to the built-in service like another program on this computer, with its own key. */
  service(address: string): Asking {
    return asking(address, key(join(this.home, '.local/share/tagbridge/service')));
  }

  /** Starts a company's service with a project of this file. */
  async company(port: number, file: string): Promise<Company> {
    const project = this.project(file);
    const secret = key(join(this.home, 'company'));
    const address = `http://127.0.0.1:${port}/api/v1`;
    return { project, key: secret, address, ask: asking(address, secret), running: await this.serve(port) };
  }

  /** Adds another project to the company's service, and returns its id. */
  project(file: string): string {
    const added = execFileSync(HEADLESS, ['project', 'add', '--data', join(this.home, 'company'), '--json', file]);
    return (JSON.parse(added.toString()) as { project_id: string }).project_id;
  }

  /** Starts the company's service, also after it was stopped. */
  serve(port: number): Promise<ChildProcess> {
    return this.#headless('serve', '--listen', `127.0.0.1:${port}`, '--data', join(this.home, 'company'));
  }

  async remove(): Promise<void> {
    const left = [...this.#running].filter((it) => it.exitCode === null && it.signalCode === null);
    await Promise.all(left.map((it) => { it.kill(); return once(it, 'exit'); }));
    await this.bus.stop();
    // Programs that the driver has opened may still write for a moment after their end.
    rmSync(this.home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  /** Starts a command that keeps running, and waits for the line that reports that it is ready. */
  async #headless(...words: string[]): Promise<ChildProcess> {
    const running = this.#keep(spawn(HEADLESS, [...words, '--json'], { stdio: ['ignore', 'pipe', 'ignore'] }));
    for await (const _line of createInterface({ input: running.stdout! })) return running;
    throw new Error(`tagbridge ${words.join(' ')} has ended`);
  }

  #keep(process: ChildProcess): ChildProcess {
    this.#running.add(process);
    return process;
  }

  env(lang: string): NodeJS.ProcessEnv {
    const folder = (name: string): string => { mkdirSync(join(this.home, name), { recursive: true, mode: 0o700 }); return join(this.home, name); };
    const { PATH, XAUTHORITY } = process.env;
    return {
      PATH, DISPLAY: this.display, XAUTHORITY, DBUS_SESSION_BUS_ADDRESS: this.bus.address, LANG: lang, HOME: this.home, XDG_RUNTIME_DIR: folder('run'),
      XDG_CONFIG_HOME: folder('.config'), XDG_DATA_HOME: folder('.local/share'), XDG_CACHE_HOME: folder('.cache'), GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1',
      TAGBRIDGE_PASSWORD: PASSWORD,
    };
  }
}

/** Waits until a process has ended. */
async function ended(process_: number): Promise<void> {
  const isThere = (): boolean => {
    try {
      return process.kill(process_, 0);
    } catch {
      return false;
    }
  };
  while (isThere()) await new Promise((done) => setTimeout(done, 50));
}

export type Asking = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** A service on another computer. */
export interface Company {
  address: string;
  key: string;
  project: string;
  ask: Asking;
  running: ChildProcess;
}

function key(data: string): string {
  const made = execFileSync(HEADLESS, ['key', 'create', '--data', data, '--name', 'test', '--permissions', 'hmi_view,hmi_edit,hmi_push,code_read', '--json']);
  return (JSON.parse(made.toString()) as { secret: string }).secret;
}

function asking(address: string, secret: string): Asking {
  return async <T>(method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const answer = await fetch(`${address}${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}
