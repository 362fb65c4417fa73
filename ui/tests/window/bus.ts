// A session bus for one simulated computer: with or without a keychain, and the actions of a desktop panel on a tray menu.

import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** Requests do not start services: a missing service stays missing. */
const BARE = (folder: string): string => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir=${folder}</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`;

const ITEMS = '/org/ayatana/NotificationItem';

export interface Entry {
  id: number;
  label: string;
  enabled: boolean;
}

export class Bus {
  private constructor(readonly address: string, private readonly running: ChildProcess[]) {}

  static async start(folder: string): Promise<Bus> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, 'bus.conf');
    writeFileSync(file, BARE(folder));
    const daemon = spawn('dbus-daemon', ['--nofork', '--print-address', `--config-file=${file}`], { stdio: ['ignore', 'pipe', 'ignore'] });
    for await (const address of createInterface({ input: daemon.stdout })) return new Bus(address, [daemon]);
    throw new Error('the session bus does not start');
  }

  /** Adds a keychain: an unlocked one, as after a login, or one that cannot be unlocked, as over `ssh -X`. */
  async addKeychain(env: NodeJS.ProcessEnv, state: 'open' | 'locked'): Promise<void> {
    const words = ['--foreground', '--components=secrets', ...(state === 'open' ? ['--unlock'] : [])];
    const keychain = spawn('gnome-keyring-daemon', words, { env, stdio: ['pipe', 'ignore', 'ignore'] });
    this.running.push(keychain);
    keychain.stdin.end(state === 'open' ? 'a login’s password' : '');
    await promisify(execFile)('gdbus', ['wait', '--session', '--timeout', '120', 'org.freedesktop.secrets'], { env });
  }

  /** The tray menu of the process with this id; empty: it has no tray icon. */
  menu(process: number): Entry[] {
    const found = this.#tray(process);
    if (!found) return [];
    const layout = this.#call(found, 'com.canonical.dbusmenu.GetLayout', '0', '-1', '[]');
    // A menu item as text: `(3, {'label': <'Open'>, 'enabled': <false>}, @av [])`.
    return [...layout.matchAll(/\((\d+), \{([^{}]*)\}/g)].slice(1).map(([, id, about]) => ({
      id: Number(id),
      label: /'label': <(['"])(.*?)\1>/.exec(about ?? '')?.[2] ?? '',
      enabled: !/'enabled': <false>/.test(about ?? ''),
    }));
  }

  /** Clicks an item of the menu. */
  press(process: number, label: string): void {
    const [found, item] = [this.#tray(process), this.menu(process).find((it) => it.label === label)];
    if (!found || !item) throw new Error(`the tray has no ${label}: ${JSON.stringify(this.menu(process))}`);
    this.#call(found, 'com.canonical.dbusmenu.Event', String(item.id), "'clicked'", "<''>", '0');
  }

  /** Records the messages to this interface from now on, as text, also without a receiver. */
  listen(to: string): () => string {
    const monitor = spawn('dbus-monitor', ['--address', this.address, `type='method_call',interface='${to}'`], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.running.push(monitor);
    let output = '';
    monitor.stdout.on('data', (data) => (output += String(data)));
    return () => output;
  }

  async stop(): Promise<void> {
    for (const it of this.running.reverse()) {
      if (it.exitCode !== null || it.signalCode !== null) continue;
      it.kill();
      await once(it, 'exit');
    }
  }

  #tray(process: number): { owner: string; path: string } | null {
    const names = this.#gdbus('call', '--session', '--dest', 'org.freedesktop.DBus', '--object-path', '/', '--method', 'org.freedesktop.DBus.ListNames');
    for (const [owner] of names.matchAll(/:\d+\.\d+/g)) {
      const id = this.#gdbus('call', '--session', '--dest', 'org.freedesktop.DBus', '--object-path', '/', '--method', 'org.freedesktop.DBus.GetConnectionUnixProcessID', owner);
      if (Number(/uint32 (\d+)/.exec(id)?.[1]) !== process) continue;
      const node = /tray_icon_tray_app_\w+/.exec(this.#gdbus('introspect', '--session', '--dest', owner, '--object-path', ITEMS))?.[0];
      if (node) return { owner, path: `${ITEMS}/${node}/Menu` };
    }
    return null;
  }

  #call({ owner, path }: { owner: string; path: string }, method: string, ...args: string[]): string {
    return this.#gdbus('call', '--session', '--dest', owner, '--object-path', path, '--method', method, '--', ...args);
  }

  #gdbus(...words: string[]): string {
    try {
      return execFileSync('gdbus', words, { env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: this.address }, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
    } catch (error) {
      if (words[0] === 'introspect' || words.includes('org.freedesktop.DBus.GetConnectionUnixProcessID')) return '';
      throw error;
    }
  }
}
