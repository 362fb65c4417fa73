// A person's computer: an empty home, the program in it, and a controller on the network.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Page } from './driver';

export const PROGRAM = process.env.TAGBRIDGE_DESKTOP ?? '';
const HEADLESS = process.env.TAGBRIDGE_BINARY ?? '';

export class Computer {
  readonly home = mkdtempSync(join(tmpdir(), 'tagbridge-window-'));
  readonly #running = new Set<ChildProcess>();

  /** Opens the window as a person with this language and these colours has it. */
  async open({ lang = 'C.UTF-8', theme = 'Adwaita' } = {}): Promise<Page> {
    const port = await freePort();
    const env = { ...this.env(lang), GTK_THEME: theme, TAURI_WEBVIEW_AUTOMATION: 'true' };
    // What the page logs goes to the program's output, which the driver would drop.
    const program = join(this.home, 'tagbridge.sh');
    writeFileSync(program, `#!/bin/sh\nexec "${PROGRAM}" "$@" >>"${this.home}/output.txt" 2>&1\n`, { mode: 0o755 });
    this.#keep(spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' }));
    const address = `http://127.0.0.1:${port}`;
    while (!(await fetch(`${address}/status`).catch(() => null))) await new Promise((done) => setTimeout(done, 50));
    return Page.open(address, program);
  }

  /** Starts the program once more, and waits for its end. */
  async startAgain(): Promise<number | null> {
    const second = spawn(PROGRAM, { env: this.env('C.UTF-8'), stdio: 'ignore' });
    const [code] = (await once(second, 'exit')) as [number | null];
    return code;
  }

  /** Errors and warnings that the page has logged so far. */
  logged(): string[] {
    const lines = existsSync(join(this.home, 'output.txt')) ? readFileSync(join(this.home, 'output.txt'), 'utf8').split('\n') : [];
    return lines.filter((it) => /^CONSOLE .*(ERROR|WARN)/.test(it));
  }

  /** The virtual bottling line. */
  async controller(port: number): Promise<ChildProcess> {
    const running = this.#keep(spawn(HEADLESS, ['simulate', '--vendor', 'allen-bradley', '--listen', `127.0.0.1:${port}`, '--json'], { stdio: ['ignore', 'pipe', 'ignore'] }));
    for await (const _line of createInterface({ input: running.stdout! })) return running;
    throw new Error('the virtual controller does not start');
  }

  /** Asks the built-in service as another program on this computer does, with a key of its own. */
  async service(address: string): Promise<<T>(method: string, path: string, body?: unknown) => Promise<T>> {
    const data = join(this.home, '.local/share/tagbridge/service');
    const made = execFileSync(HEADLESS, ['key', 'create', '--data', data, '--name', 'test', '--permissions', 'hmi_view,hmi_edit', '--json']);
    const { secret } = JSON.parse(made.toString()) as { secret: string };
    return async <T>(method: string, path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      const answer = await fetch(`${address}${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return (await answer.json()) as T;
    };
  }

  async remove(): Promise<void> {
    const left = [...this.#running].filter((it) => it.exitCode === null && it.signalCode === null);
    await Promise.all(left.map((it) => { it.kill(); return once(it, 'exit'); }));
    rmSync(this.home, { recursive: true, force: true });
  }

  #keep(process: ChildProcess): ChildProcess {
    this.#running.add(process);
    return process;
  }

  env(lang: string): NodeJS.ProcessEnv {
    const folder = (name: string): string => { mkdirSync(join(this.home, name), { recursive: true, mode: 0o700 }); return join(this.home, name); };
    const { PATH, DISPLAY, XAUTHORITY, DBUS_SESSION_BUS_ADDRESS } = process.env;
    return {
      PATH, DISPLAY, XAUTHORITY, DBUS_SESSION_BUS_ADDRESS, LANG: lang, HOME: this.home, XDG_RUNTIME_DIR: folder('run'),
      XDG_CONFIG_HOME: folder('.config'), XDG_DATA_HOME: folder('.local/share'), XDG_CACHE_HOME: folder('.cache'), GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1',
    };
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
