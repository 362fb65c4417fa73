// Simulates a window manager, a mouse and a keyboard, on a display without them.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { expect } from 'vitest';

/** The title ends with the name of the program; the state and the project are before it. */
export const TITLE = /Tagbridge$/;

/** Starts a virtual display, as large as a computer's screen. */
export async function attach(width: number, height: number): Promise<{ name: string; detach(): Promise<void> }> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`, '-ac', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = (await once(server.stdout, 'data')) as [Buffer];
  return {
    name: `:${number.toString().trim()}`,
    detach: async () => {
      server.kill();
      await once(server, 'exit');
    },
  };
}

/** The position of a window. */
export function place(window: number, display: string): { x: number; y: number; width: number; height: number } {
  const output = execFileSync('xdotool', ['getwindowgeometry', '--shell', String(window)], { env: { ...process.env, DISPLAY: display } }).toString();
  const of = (name: string): number => Number(new RegExp(`^${name}=(-?\\d+)$`, 'm').exec(output)?.[1]);
  return { x: of('X'), y: of('Y'), width: of('WIDTH'), height: of('HEIGHT') };
}

/** How often a search is repeated after a window was closed during it. */
const SEARCHES = 20;

/** The visible windows, by title. */
export function seen(title: RegExp, display = process.env.DISPLAY): number[] {
  for (let search = 0; search < SEARCHES; search++) {
    const { status, stdout, stderr } = spawnSync('xdotool', ['search', '--onlyvisible', '--name', title.source], { env: { ...process.env, DISPLAY: display }, encoding: 'utf8' });
    if (status === 0) return stdout.trim().split('\n').map(Number);
    // A window that is closed during the search ends the search; the other windows must be searched again.
    if (!/BadWindow|BadDrawable/.test(stderr)) break;
  }
  return [];
}

/** Saves the picture of a window to a file: the driver cannot do this without a graphics card. */
export function picture(window: number, file: string, display = process.env.DISPLAY): void {
  execFileSync('import', ['-window', String(window), '+dither', '-colors', '128', '-strip', `png8:${file}`], { env: { ...process.env, DISPLAY: display } });
}

/** A window of the system, such as a file dialog. */
export function dialog(): number | undefined {
  const own = seen(TITLE);
  return seen(/\w/).find((it) => !own.includes(it));
}

/** Maximum reaction time of a dialog in milliseconds, before the input is repeated. */
const PATIENCE_MS = 5_000;

/** Repeats an action in the system's dialog until the dialog is closed: it is visible before it accepts input. The action is
 *  not repeated while the dialog may be closing: the rest of the input would go to the program's window. */
export async function inDialog(act: (dialog: number) => void): Promise<void> {
  await expect.poll(dialog, { message: 'a dialog' }).toBeDefined();
  let acted = -Infinity;
  const closed = (): boolean => {
    const open = dialog();
    if (open && performance.now() - acted > PATIENCE_MS) {
      act(open);
      acted = performance.now();
    }
    return !open;
  };
  await expect.poll(closed, { interval: 100, message: 'the dialog is closed' }).toBe(true);
}

/** Presses a key in a window. */
export function press(window: number, key: string): void {
  execFileSync('xdotool', ['windowfocus', '--sync', String(window), 'key', key]);
}

/** Enters a path into the system's file dialog. */
export function chooseIn(dialog: number, path: string): void {
  execFileSync('xdotool', ['windowfocus', '--sync', String(dialog), 'key', 'ctrl+l', 'key', 'ctrl+a']);
  execFileSync('xdotool', ['type', '--delay', '10', path]);
  execFileSync('xdotool', ['key', 'Return']);
}

/** Clicks a window's close button: the server sends WM_DELETE_WINDOW to the window. */
export async function clickCross(window: number): Promise<void> {
  const display = /:(\d+)/.exec(process.env.DISPLAY ?? '')?.[1];
  const socket = createConnection(`/tmp/.X11-unix/X${display}`);
  await once(socket, 'connect');
  await ask(socket, words([0x6c | (11 << 16), 0, 0]), (head) => 8 + 4 * head.readUInt16LE(6));
  const protocols = await atom(socket, 'WM_PROTOCOLS');
  const leave = await atom(socket, 'WM_DELETE_WINDOW');
  const event = [33 | (32 << 8), window, protocols, leave, 0, 0, 0, 0];
  socket.write(words([25 | (11 << 16), window, 0, ...event]));
  // A response to a later request: the server has accepted the event.
  await ask(socket, words([43 | (1 << 16)]));
  socket.destroy();
}

async function atom(socket: Socket, name: string): Promise<number> {
  const padded = Buffer.alloc(Math.ceil(name.length / 4) * 4);
  padded.write(name);
  const answer = await ask(socket, Buffer.concat([words([16 | ((2 + padded.length / 4) << 16), name.length]), padded]));
  return answer.readUInt32LE(8);
}

/** The complete response; its first eight bytes contain its length. */
async function ask(socket: Socket, request: Buffer, length = (head: Buffer): number => 32 + 4 * head.readUInt32LE(4)): Promise<Buffer> {
  socket.write(request);
  let answer = Buffer.alloc(0);
  while (answer.length < 8 || answer.length < length(answer)) answer = Buffer.concat([answer, ...((await once(socket, 'data')) as [Buffer])]);
  if (answer[0] !== 1) throw new Error(`the display refuses: ${answer.toString('latin1')}`);
  return answer;
}

function words(numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((it, index) => bytes.writeUInt32LE(it >>> 0, index * 4));
  return bytes;
}
