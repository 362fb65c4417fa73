// The desktop program in a window on a virtual display, from its first start on, with a virtual controller.
// It runs if TAGBRIDGE_DESKTOP and TAGBRIDGE_BINARY name the programs and DISPLAY a display, as `cargo xtask test --all` does.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../port';
import { Computer, PASSWORD, PROGRAM } from './computer';
import { chooseIn, clickCross, inDialog, picture as draw, press, seen, TITLE } from './display';
import { KEY, type Page } from './driver';
import { bottling } from './project';
import { select, value } from './table';

const PICTURES = join(import.meta.dirname, '../../../target/pictures');

interface Overview { service: { url: string }; sessions: { name: string; project: string; scan: { count: number }; outbox: { newest: number } }[] }

mkdirSync(PICTURES, { recursive: true });

describe.skipIf(!PROGRAM)('the window', () => {
  let computer: Computer;
  let page: Page;
  let controller: Awaited<ReturnType<Computer['controller']>>;
  let port: number;

  const overview = async (): Promise<Overview> => (await page.command<Overview>('overview', null)) as Overview;
  const picture = async (name: string): Promise<void> => {
    await expect.poll(() => seen(TITLE).length).toBe(1);
    draw(seen(TITLE)[0]!, join(PICTURES, `window-${name}.png`));
  };
  const live = (): Promise<void> => page.find('heading', 'Live');
  const speed = (): Promise<string> => value(page, 'Line_Speed');

  beforeAll(async () => {
    computer = await Computer.new();
    port = await freePort();
    controller = await computer.controller(port);
    page = await computer.open();
  });
  afterAll(async () => {
    await page?.close().catch(() => undefined);
    await computer.remove();
  });

  test('asks for a service at its first start, and one is selected by keyboard only', async () => {
    await page.find('button', 'Start the built-in service');
    await picture('first-run');
    await page.tabTo('Start the built-in service');
    await page.press([KEY.enter]);
    await page.find('heading', 'No projects yet');
  });

  test('opens a project file with the system’s dialog', async () => {
    await page.click('button', 'Open a project file…');
    await inDialog((it) => chooseIn(it, bottling(computer.home)));
    await page.find('heading', 'Bottling');
  });

  test('checks the controller before it polls, and starts a session', async () => {
    await page.press(['2'], KEY.alt);
    await page.type('IP address or host name', `logix://127.0.0.1:${port}/1,0`);
    await page.press([KEY.enter]);
    await page.find('text', '/18 of 18 tags can be read/');
    await picture('connect-light');
    await page.click('button', 'Start session');
    await live();
  });

  test('shows live values that change, and their trend', async () => {
    await expect.poll(speed).not.toBe('');
    const before = await speed();
    await expect.poll(speed).not.toBe(before);
    await select(page, 'Line_Speed');
    await expect.poll(() => page.text('.lane .reading')).toMatch(/\d/);
  });

  test('marks tags that others request through the service', async () => {
    const { service, sessions } = await overview();
    const ask = computer.service(service.url);
    await ask('POST', `/projects/${sessions[0]!.project}/hmi/request-tags`, { tags: ['Batch_Number'] });
    await page.find('button', '/Requested 1/');
    await page.click('button', '/Requested 1/');
    const marked = (): Promise<boolean> => page.run(`return [...document.querySelectorAll('.grid .body .row')].some((it) => !it.hidden && it.querySelector('[title="Batch_Number"]') && it.innerHTML.includes('Requested by the service') && /\\d/.test(it.querySelector('.val').textContent))`);
    await expect.poll(marked).toBe(true);
    await page.click('button', '/All 19/');
    await expect.poll(speed).not.toBe('');
    await picture('session-light');
  });

  test('shows why it waits when the controller is away, counts down, and recovers', async () => {
    controller.kill('SIGKILL');
    await page.find('heading', 'Not connected');
    // Between two waits it tries to connect.
    await expect.poll(() => page.text('.state-line.waiting .why strong'), { interval: 50 }).toMatch(/\w+ \w+/);
    let left = '';
    const counted = async (): Promise<string> => (left = await page.text('.status [role=timer]'));
    await expect.poll(counted, { interval: 50 }).toMatch(/\d/);
    const before = left;
    await expect.poll(counted, { interval: 50 }).toSatisfy((it: string) => /\d/.test(it) && it !== before);
    await picture('waiting-light');
    controller = await computer.controller(port);
    await live();
  });

  test('has every place in both schemes', async () => {
    for (const scheme of ['dark', 'light']) {
      await page.click('link', 'Settings');
      await page.click('button', scheme === 'dark' ? 'Dark' : 'Light');
      await expect.poll(() => page.run('return getComputedStyle(document.documentElement).colorScheme')).toBe(scheme);
      for (const [key, place] of [['1', 'Projects'], ['2', 'Connect'], ['3', 'Session'], ['4', 'Diagnostics'], ['5', 'Settings']] as const) {
        await page.press([key], KEY.alt);
        await expect.poll(() => page.run('return document.title')).toMatch(new RegExp(`${place} – Tagbridge$`));
        await page.find('heading', place === 'Session' ? 'Live' : place);
        if (scheme === 'light' || place !== 'Session') continue;
        await expect.poll(speed).not.toBe('');
        await picture('session-dark');
      }
    }
    await page.press(['3'], KEY.alt);
  });

  test('keeps running when the window is closed, and a second start opens the window again', async () => {
    const [window] = seen(TITLE);
    await clickCross(window!);
    await expect.poll(() => seen(TITLE)).toEqual([]);
    const before = (await overview()).sessions[0]!.outbox.newest;
    await expect.poll(async () => (await overview()).sessions[0]!.outbox.newest).toBeGreaterThan(before + 1);
    expect(await computer.start().ended).toBe(0);
    await expect.poll(() => seen(TITLE)).toEqual([window]);
    await live();
  });

  test('saves a trend, its tags as a workbook and a support bundle where the user chooses', async () => {
    if (!(await page.run('return !!document.querySelector(".lane")'))) await select(page, 'Line_Speed');
    await expect.poll(() => page.text('.lane .reading')).toMatch(/\d/);
    const csv = join(computer.home, 'line speed.csv');
    await page.click('button', 'Save');
    await page.click('button', 'CSV, a row for each value with its quality');
    await inDialog((it) => chooseIn(it, csv));
    const lines = (): string[] => (existsSync(csv) ? readFileSync(csv, 'utf8').split('\r\n') : []);
    await expect.poll(() => lines().filter((it) => /,Line_Speed,[-\d.]+,[^,]*,Good,TRUE$/.test(it)).length).toBeGreaterThan(3);
    expect(lines()[0]).toBe('\uFEFFTime,Time (UTC),Name,Value,Unit,Quality,All values stored until the next row');
    const workbook = join(computer.home, 'line speed.xlsx');
    // A tool that does not fit is in the menu.
    const isShown = await page.run('return [...document.querySelectorAll(".toolbar button")].some((it) => it.textContent.trim() === "Export" && it.checkVisibility())');
    if (!isShown) await page.click('button', 'More');
    await page.click('button', 'Export');
    await page.click('button', 'Save as an Excel workbook (XLSX)');
    await inDialog((it) => chooseIn(it, workbook));
    const sheet = (): string => (existsSync(workbook) ? execFileSync('unzip', ['-p', workbook, 'xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml']).toString() : '');
    await expect.poll(sheet).toContain('Line_Speed');

    await page.press(['4'], KEY.alt);
    await page.click('button', 'Make a support bundle…');
    await page.click('button', 'Save…');
    // The user can cancel, too.
    await inDialog((it) => press(it, 'Escape'));
    await page.find('button', 'Cancel');
    const bundle = join(computer.home, 'for the supporter.zip');
    await page.click('button', 'Save…');
    await inDialog((it) => chooseIn(it, bundle));
    await page.find('text', '/Saved: tagbridge-support-/');
    const inside = execFileSync('unzip', ['-p', bundle], { maxBuffer: 1 << 28 }).toString('latin1');
    expect(inside).toContain('Line_Speed');
    expect(inside).not.toContain(PASSWORD);
    await page.press([KEY.escape]);
    await page.press(['3'], KEY.alt);
    await live();
  });

  test('has logged no error so far', () => expect(computer.logged()).toEqual([]));

  test('runs no script that was inserted into the page', async () => {
    await page.run(`
      window.refused = [];
      addEventListener('securitypolicyviolation', (it) => window.refused.push(it.effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'window.intruder = 1';
      document.body.append(script);
      const holder = document.createElement('div');
      holder.innerHTML = '<img src="nothing:" onerror="window.intruder = 2">';
      document.body.append(holder);
      const other = document.createElement('script');
      other.src = 'data:text/javascript,window.intruder=3';
      document.body.append(other);`);
    const refused = (): Promise<string[]> => page.run('return window.refused.filter((it) => it.startsWith("script-src"))');
    await expect.poll(async () => (await refused()).length).toBe(3);
    await expect.poll(() => computer.logged(), { message: 'what is refused is logged, and the log is heard' }).not.toEqual([]);
    expect(await page.run('return window.intruder ?? null')).toBeNull();
    expect(await page.promise(`new Function('return 1')()`)).toMatchObject({ refused: expect.stringMatching(/unsafe-eval|refused/i) });
    expect(await page.run('return Object.isFrozen(Object.prototype)')).toBe(true);
  });

  test('sends no requests to other computers, and does not navigate away', async () => {
    const asked: string[] = [];
    const elsewhere = createServer((request, answer) => { asked.push(request.url ?? ''); answer.setHeader('access-control-allow-origin', '*').end('hello'); }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const address = `http://127.0.0.1:${(elsewhere.address() as { port: number }).port}`;
    try {
      expect(await page.promise(`fetch(arguments[0] + '/fetch').then(() => 'fetched')`, address)).toHaveProperty('refused');
      const ways = ['new Image().src = address + "/image"', 'navigator.sendBeacon(address + "/beacon", "x")', 'new WebSocket(address.replace("http", "ws") + "/socket")', 'new EventSource(address + "/events")', 'new Worker(address + "/worker")'];
      for (const way of ways) await page.run(`const [address] = arguments; try { ${way}; } catch {}`, address);
      await page.run(`const frame = document.createElement('iframe'); frame.src = arguments[0] + '/frame'; document.body.append(frame);`, address);
      const here = await page.run('return location.href');
      await page.run(`setTimeout(() => location.assign(arguments[0] + '/page'), 0); setTimeout(() => open(arguments[0] + '/window'), 0);`, address);
      await new Promise((done) => setTimeout(done, 1500));
      expect(await page.run('return location.href')).toBe(here);
      expect(asked).toEqual([]);
    } finally {
      elsewhere.close();
    }
  });

  test.each([
    ['plugin:window|close', {}],
    ['plugin:dialog|open', { options: {} }],
    ['plugin:autostart|enable', {}],
    ['plugin:event|emit', { event: 'x', payload: null }],
    ['plugin:window-state|save_window_state', { flags: 63 }],
    ['write_tag', { args: { tag: 'Line_Speed', value: 1 } }],
  ])('may not call %s', async (command, args) => {
    const answer = await page.promise('window.__TAURI_INTERNALS__.invoke(arguments[0], arguments[1])', command, args);
    expect(answer).toMatchObject({ refused: expect.stringMatching(/not allowed|not found/) });
  });

  test('restores its last state at the next start, in the system’s colours', async () => {
    await page.command('save_settings', { ...(await page.command<object>('settings', null)), scheme: null, language: 'de' });
    await page.close();
    page = await computer.open({ theme: 'Adwaita:dark' });
    await page.find('link', 'Sitzung');
    await page.press(['3'], KEY.alt);
    await page.find('heading', 'Live');
    const colours = await page.run<{ dark: boolean; language: string }>(`return { dark: matchMedia('(prefers-color-scheme: dark)').matches, language: document.documentElement.lang }`);
    expect(colours).toEqual({ dark: true, language: 'de' });
  });
});
