// The real binary: a service, virtual controllers and a bridge with its console. Each is a separate process; all of them
// use one new folder as the home folder.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The path of the binary; `cargo xtask test --all` sets it. */
export const BINARY = process.env.TAGBRIDGE_BINARY;

const PROJECTS = join(import.meta.dirname, '../../../tests/projects');

/** A project file of the repository. */
export const projectFile = (name: string): string => join(PROJECTS, name);

/** The bottling line of the demo. */
export const BOTTLING = projectFile('allen-bradley/Bottling.L5X');

/** Blocks of a mixing plant without a symbol table: their numbers are unknown. */
export const MIXING = projectFile('tanks.scl');

export interface Running {
  /** The output until the program was ready. */
  readyLine: string;
  pid: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Secrets that are placed where users would put them. */
export interface Planted {
  /** The password of controllers. */
  password?: string;
}

/** A folder that is the home folder of all programs that a test starts. */
export class Site {
  readonly #processes = new Set<ChildProcess>();
  readonly #env: NodeJS.ProcessEnv;

  private constructor(readonly folder: string, planted: Planted) {
    const places = Object.fromEntries(['DATA', 'CONFIG', 'STATE', 'CACHE'].map((it) => [`XDG_${it}_HOME`, join(folder, it.toLowerCase())]));
    this.#env = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: folder, ...places, ...(planted.password ? { TAGBRIDGE_PASSWORD: planted.password } : {}) };
  }

  static async new(planted: Planted = {}): Promise<Site> {
    return new Site(await mkdtemp(join(tmpdir(), 'tagbridge-')), planted);
  }

  /** Runs a command and returns its JSON output. */
  ask(...words: string[]): Record<string, string> {
    const { stdout, stderr, status } = spawnSync(BINARY ?? '', [...words, '--json'], { env: this.#env, cwd: this.folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`tagbridge ${words.join(' ')}: ${stderr}`);
    return JSON.parse(stdout) as Record<string, string>;
  }

  /** Starts a command that keeps running, and waits for the line that reports that it is ready. */
  async start(words: string[], ready: RegExp, secrets: NodeJS.ProcessEnv = {}): Promise<Running> {
    // A limit of the file size simulates a full disk: the program gets an error and continues.
    const child = spawn('sh', ['-c', 'trap "" XFSZ; exec "$0" "$@"', BINARY ?? '', ...words], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...this.#env, ...secrets }, cwd: this.folder });
    this.#processes.add(child);
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
      child.kill(signal);
      await ended;
      this.#processes.delete(child);
    };
    const readyLine = await new Promise<string>((resolve, reject) => {
      const lines: string[] = [];
      for (const input of [child.stdout, child.stderr]) {
        createInterface({ input }).on('line', (line) => {
          lines.push(line);
          const found = ready.exec(line);
          if (found) resolve(found[1] ?? line);
        });
      }
      child.once('exit', () => reject(new Error(`tagbridge ${words.join(' ')} has ended: ${lines.join('\n')}`)));
    });
    return { readyLine, stop, pid: child.pid ?? 0 };
  }

  /** Starts a virtual controller; `readyLine` is its endpoint. */
  simulate(...words: string[]): Promise<Running> {
    return this.start(['simulate', ...words], /^(\w[\w.]*:\/\/.+)$/);
  }

  /** Starts the service on a port; its data is in the folder's `service`. */
  serve(port: number): Promise<Running> {
    return this.start(['serve', '--listen', `127.0.0.1:${port}`, '--data', join(this.folder, 'service'), '--json'], /\{.*\}/);
  }

  /** Starts a bridge without a configuration, as on the first day; `readyLine` is the console's address with its token. */
  firstRun(): Promise<Running> {
    return this.start(['run', '--console', '127.0.0.1:0'], /^console on (.*)$/);
  }

  /** Starts the demo; `readyLine` is its first line, which contains all addresses. */
  demo(): Promise<Running> {
    return this.start(['demo', '--json'], /^(\{.*"console".*\})$/);
  }

  /** Starts a bridge with a configuration; `readyLine` is the console's address with its token. */
  async run(configuration: string, key: string): Promise<Running> {
    await writeFile(join(this.folder, 'tagbridge.toml'), configuration);
    return this.start(['run', '--console', '127.0.0.1:0'], /^console on (.*)$/, { TAGBRIDGE_KEY: key });
  }

  async close(): Promise<void> {
    const ended = [...this.#processes].map((it) => new Promise((resolve) => (it.exitCode === null && it.signalCode === null ? it.once('exit', resolve) : resolve(null))));
    for (const it of this.#processes) it.kill('SIGKILL');
    await Promise.all(ended);
    await rm(this.folder, { recursive: true, force: true });
  }
}
