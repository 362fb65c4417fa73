// The program without its window: started by a login, observed and controlled through the tray, ended by the user or by the
// system, while a company's service receives the values.

import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../port';
import { Computer, PROGRAM, type Company, type Started } from './computer';
import { dialog, inDialog, picture, press, seen, TITLE } from './display';
import { bottling } from './project';

interface Values { live: boolean; sequence?: number; message?: string }

describe.skipIf(!PROGRAM)('the program in the tray', () => {
  let computer: Computer;
  let company: Company;
  let program: Started;
  let controller: ChildProcess;
  let controllerPort: number;

  const values = (): Promise<Values> => company.ask('GET', `/projects/${company.project}/hmi/values`);
  const sequence = async (): Promise<number> => (await values()).sequence ?? 0;
  const labels = (): string[] => computer.bus.menu(program.id).map((it) => it.label);
  const says = (summary: string): Promise<void> => expect.poll(() => labels()[0]).toBe(summary);
  const streams = async (): Promise<void> => {
    const before = await sequence();
    await expect.poll(sequence).toBeGreaterThan(before + 1);
  };

  beforeAll(async () => {
    computer = await Computer.new();
    company = await computer.company(await freePort(), bottling(computer.home));
  });
  afterAll(() => computer?.remove());

  test('is set up in its window', async () => {
    controllerPort = await freePort();
    controller = await computer.controller(controllerPort);
    const page = await computer.open();
    await page.find('button', 'Start the built-in service');
    const used = await page.command('use_service', { kind: 'remote', url: company.address, key: company.key, keep: 'file' });
    expect(used).not.toHaveProperty('refused');
    const settings = (await page.command<object>('settings', null)) as object;
    expect(await page.command('save_settings', { ...settings, autostart: true })).not.toHaveProperty('refused');
    const session = { project: company.project, endpoint: `logix://127.0.0.1:${controllerPort}/1,0`, intervalMs: 250, tags: ['Line_Speed'], takeOver: false };
    expect(await page.command('start_session', session)).toHaveProperty('session');
    await page.close();
    // The command that the login runs.
    const entry = readFileSync(join(computer.home, '.config/autostart/Tagbridge.desktop'), 'utf8');
    expect(entry).toMatch(/^Exec=.*tagbridge-desktop"? --hidden$/m);
  });

  test('continues with its sessions without a window', async () => {
    program = computer.start('--hidden');
    await says('Bottling: live');
    await expect.poll(labels).toEqual(['Bottling: live', 'Pause', '', 'Open Tagbridge', 'Quit']);
    await expect.poll(() => computer.bus.menu(program.id).map((it) => it.enabled)).toEqual([false, true, true, true, true]);
    await streams();
    expect(seen(TITLE)).toEqual([]);
  });

  test('pauses and resumes', async () => {
    computer.bus.press(program.id, 'Pause');
    await says('Bottling: paused');
    await expect.poll(() => labels()[1]).toBe('Resume');
    await expect.poll(async () => { const before = await sequence(); await new Promise((done) => setTimeout(done, 1200)); return (await sequence()) - before; }).toBe(0);
    computer.bus.press(program.id, 'Resume');
    await says('Bottling: live');
    await streams();
  });

  test('shows one system notification for an interrupted session while there is no window', async () => {
    const output = computer.bus.listen('org.freedesktop.Notifications');
    const notifications = (): string[] => [...output().matchAll(/Bottling: the controller is not read/g)].map(([it]) => it);
    controller.kill('SIGKILL');
    await expect.poll(notifications).toHaveLength(1);
    expect(seen(TITLE)).toEqual([]);
    controller = await computer.controller(controllerPort);
    await says('Bottling: live');
    await streams();
    expect(notifications()).toHaveLength(1);
  });

  test('opens its window, and so does a second start', async () => {
    computer.bus.press(program.id, 'Open Tagbridge');
    await expect.poll(() => seen(TITLE).length).toBe(1);
    expect(await computer.start('--hidden').ended, 'a login that comes second').toBe(0);
    expect(await computer.start().ended).toBe(0);
    expect(seen(TITLE).length).toBe(1);
  });

  test('asks before it quits, and continues when the answer is no', async () => {
    computer.bus.press(program.id, 'Quit');
    await expect.poll(dialog).toBeDefined();
    if (process.env.TAGBRIDGE_PICTURES) picture(dialog()!, join(process.env.TAGBRIDGE_PICTURES, 'quit.png'));
    await inDialog((it) => press(it, 'Escape'));
    await streams();
  });

  test('quits in order: the service is informed at once', async () => {
    computer.bus.press(program.id, 'Quit');
    await expect.poll(dialog).toBeDefined();
    await inDialog((it) => press(it, 'Return'));
    expect(await program.ended).toBe(0);
    expect(await values()).toMatchObject({ live: false });
  });

  test('ends in order when the system requests it', async () => {
    program = computer.start('--hidden');
    await says('Bottling: live');
    await streams();
    expect(await values()).toMatchObject({ live: true });
    process.kill(program.id, 'SIGTERM');
    expect(await program.ended).toBe(0);
    const { live, message } = await values();
    expect({ live, message }).toEqual({ live: false, message: expect.any(String) });
  });

  test('no longer starts with the login after this is switched off', async () => {
    const page = await computer.open();
    await page.find('link', 'Settings');
    await page.click('link', 'Settings');
    await page.click('button', 'When you log in');
    await expect.poll(() => existsSync(join(computer.home, '.config/autostart/Tagbridge.desktop'))).toBe(false);
    await page.close();
  });
});

test.skipIf(!PROGRAM)('without a display the program says what to do', async () => {
  const computer = await Computer.new({ display: ':4711' });
  try {
    const { code, output } = computer.tried();
    expect(output).toMatch(/cannot open its window: .*\ncheck that a display is available; `tagbridge run --console` does not need one/);
    expect(output).not.toContain('panicked');
    expect(code).toBe(5);
  } finally {
    await computer.remove();
  }
});
