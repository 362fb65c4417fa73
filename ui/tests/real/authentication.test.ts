// Access control of the real console: requests without its token, other pages, and forbidden actions of a page.

import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { visit, withBrowser, type Visit } from '../browser';
import { plant, type Plant } from './plant';
import { BINARY } from './site';

const REFUSED = 4401;

/** The result of a connection attempt: the HTTP status if the upgrade was refused, the close code if the socket was closed, else `in`. */
function knock(console: URL, headers: Record<string, string>, protocols: string[]): Promise<number | 'in'> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${console.host}/socket`, protocols, { headers });
    socket.on('unexpected-response', (sent, { statusCode }) => {
      sent.destroy();
      resolve(statusCode ?? 0);
    });
    socket.on('close', (code) => resolve(code));
    socket.on('message', () => {
      resolve('in');
      socket.close();
    });
    socket.on('open', () => socket.send(JSON.stringify({ id: 1, command: 'overview', args: null })));
    socket.on('error', reject);
  });
}

describe.skipIf(!BINARY)('a real console', () => {
  withBrowser();
  let it: Plant;
  let console: URL;
  let token: string;
  let elsewhere: Server;
  let address: string;
  let asked: string[];

  beforeAll(async () => {
    it = await plant();
    console = new URL(it.console);
    token = console.hash.replace('#token=', '');
    elsewhere = createServer((incoming, response) => {
      asked.push(incoming.url ?? '');
      response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end('<!doctype html><title>elsewhere</title><link rel="icon" href="data:,">');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    asked = [];
  });
  afterAll(async () => {
    elsewhere?.close();
    await it?.site.close();
  });

  test('accepts only connections with its token, from its own page, under its own host name', async () => {
    const own = { origin: console.origin };
    const right = ['tagbridge', `token.${token}`];
    expect(await knock(console, own, right)).toBe('in');
    expect(await knock(console, own, ['tagbridge'])).toBe(REFUSED);
    expect(await knock(console, own, ['tagbridge', 'token.'])).toBe(REFUSED);
    expect(await knock(console, own, ['tagbridge', `token.${token.slice(0, -1)}`])).toBe(REFUSED);
    expect(await knock(console, own, ['tagbridge', `token.${'0'.repeat(token.length)}`])).toBe(REFUSED);
    for (const origin of [address, 'null', `https://${console.host}`, 'http://plant.example']) {
      expect(await knock(console, { origin }, right), origin).toBe(403);
    }
    expect(await knock(console, {}, right)).toBe(403);
    const host = `plant.example:${console.port}`;
    expect(await knock(console, { host, origin: `http://${host}` }, right)).toBe(421);
    const status = await new Promise((resolve) => request({ host: console.hostname, port: console.port, path: '/', headers: { host } }, (answer) => resolve(answer.statusCode)).end());
    expect(status).toBe(421);
  });

  test.each([['no token', ''], ['a wrong one', `#token=${'0'.repeat(64)}`]])('shows the reason in a browser with %s', async (_, hash) => {
    const { page, errors, close } = await visit(`${console.origin}/${hash}`);
    await page.getByText('This address is no longer valid.').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('Bottling');
    expect(errors).toEqual([]);
    await close();
  });

  test('rejects a page of another origin, even with the token', async () => {
    const { page, close } = await visit(address);
    const outcome = await page.evaluate(([url, token]) => new Promise((resolve) => {
      const socket = new globalThis.WebSocket(url!, ['tagbridge', `token.${token}`]);
      socket.onopen = () => resolve('open');
      socket.onerror = () => resolve('refused');
    }), [`ws://${console.host}/socket`, token]);
    expect(outcome).toBe('refused');
    await page.evaluate((url) => { const frame = document.createElement('iframe'); frame.src = url; document.body.append(frame); }, it.console);
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
    await close();
  });

  describe('to its own page', () => {
    let seen: Visit;
    beforeAll(async () => {
      seen = await visit(it.console);
      await seen.page.getByRole('navigation', { name: 'Places' }).waitFor();
      await seen.page.evaluate(() => {
        const refused: string[] = [];
        Object.assign(globalThis, { refused });
        document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
      });
      asked = [];
    });
    afterAll(() => seen?.close());
    const refusals = (): Promise<string[]> => seen.page.evaluate(() => (globalThis as unknown as { refused: string[] }).refused);

    test.each([
      ['an inline script', 'script-src-elem', () => { const it = document.createElement('script'); it.textContent = 'globalThis.foreign = true'; document.body.append(it); }],
      ['a handler in the markup', 'script-src-attr', () => { document.body.insertAdjacentHTML('beforeend', '<img alt="" src="data:," onerror="globalThis.foreign = true">'); }],
      ['a remote script', 'script-src-elem', (address: string) => { const it = document.createElement('script'); it.src = `${address}/script.js`; document.body.append(it); }],
      ['a remote fetch', 'connect-src', (address: string) => { fetch(`${address}/fetch`).catch(() => undefined); }],
      ['a remote socket', 'connect-src', (address: string) => { try { new globalThis.WebSocket(address.replace('http', 'ws')); } catch { /* some browsers throw */ } }],
      ['a remote picture', 'img-src', (address: string) => { new Image().src = `${address}/picture.png`; }],
      ['a frame', 'frame-src', (address: string) => { const it = document.createElement('iframe'); it.src = `${address}/frame`; document.body.append(it); }],
      ['a form', 'form-action', (address: string) => { const it = document.createElement('form'); it.action = `${address}/form`; document.body.append(it); it.submit(); }],
      ['another base', 'base-uri', (address: string) => { const it = document.createElement('base'); it.href = address; document.head.append(it); }],
    ] as [string, string, (address: string) => void][])('%s is refused', async (_, directive, attempt) => {
      const before = (await refusals()).length;
      await seen.page.evaluate(attempt, address);
      await expect.poll(async () => (await refusals()).slice(before)).toContain(directive);
      expect(await seen.page.evaluate(() => 'foreign' in globalThis)).toBe(false);
      expect(asked).toEqual([]);
    });
  });
});
