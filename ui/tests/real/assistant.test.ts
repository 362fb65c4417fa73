// The assistant in a frame of another site's page, with a real service, a real bridge, and two sites. The service
// allows only one of them.

import { createServer, type Server } from 'node:http';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FrameLocator, Page } from 'playwright-core';
import { visit, withBrowser, type Visit } from '../browser';
import { violations } from '../axe';
import { freePort } from '../port';
import { bottlingController } from './plant';
import { BINARY, Site, type Running } from './site';

/** A program of the bottling line: its tags are streamed, the standby's are not. */
const LINE = `<RSLogix5000Content SchemaRevision="1.0" TargetName="Line" TargetType="Controller">
<Controller Use="Target" Name="Line" ProcessorType="1756-L83E" MajorRev="33">
<Tags><Tag Name="Line_Speed" TagType="Base" DataType="REAL" ExternalAccess="Read/Write"/>
<Tag Name="Standby" TagType="Base" DataType="BOOL" ExternalAccess="Read/Write"/>
<Tag Name="Line_Running" TagType="Base" DataType="BOOL" ExternalAccess="Read/Write"/></Tags>
<Programs><Program Name="Main" MainRoutineName="Ladder"><Routines><Routine Name="Ladder" Type="RLL"><RLLContent>
<Rung Number="0" Type="N"><Text><![CDATA[GRT(Line_Speed,0)XIO(Standby)OTE(Line_Running);]]></Text></Rung>
</RLLContent></Routine></Routines></Program></Programs></Controller></RSLogix5000Content>`;

/** A page of a site. It forwards the token of its own backend, and stores the messages. */
const page = (service: string, language: string): string => `<!doctype html><html lang="en"><title>Portal</title><main><h1>Portal</h1>
<iframe title="Assistant" src="${service}/embed/assistant" style="width:480px;height:640px"></iframe></main><script>
  window.messages = []; window.lifetime = 900;
  addEventListener('message', async ({ source, origin, data }) => {
    const frame = document.querySelector('iframe').contentWindow;
    if (source !== frame || origin !== '${service}') return;
    messages.push(data);
    if (data.tagbridge !== 'ready' && data.tagbridge !== 'token_wanted') return;
    const minted = await (await fetch('/token')).json();
    minted.expires_at = new Date(Date.now() + window.lifetime * 1000).toISOString();
    frame.postMessage({ tagbridge: 'token', ...minted, language: '${language}' }, origin);
  });
</script></html>`;

describe.skipIf(!BINARY)('the assistant in a page of another site', () => {
  withBrowser();
  let site: Site;
  let service: string;
  let project: string;
  let key: string;
  let bridge: Running;
  let minted = 0;
  /** The response of the backend instead of a new token. */
  let kept: string | undefined;
  const sites: Server[] = [];

  async function portal(language = 'en'): Promise<{ origin: string }> {
    const server = createServer(async (request, response) => {
      if (request.url !== '/token') return void response.setHeader('content-type', 'text/html').end(page(service, language));
      minted += 1;
      if (kept !== undefined) return void response.setHeader('content-type', 'application/json').end(kept);
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      const answer = await fetch(`${service}/api/v1/embed-tokens`, { method: 'POST', headers, body: JSON.stringify({ project_id: project }) });
      response.setHeader('content-type', 'application/json').end(await answer.text());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    sites.push(server);
    return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }
  const [known, german, unknown] = [{ origin: '' }, { origin: '' }, { origin: '' }];

  beforeAll(async () => {
    site = await Site.new();
    const file = join(site.folder, 'line.L5X');
    await writeFile(file, LINE);
    const data = ['--data', join(site.folder, 'service')];
    project = site.ask('project', 'add', ...data, '--name', 'Line', file).project_id!;
    key = site.ask('key', 'create', ...data, '--name', 'portal', '--permissions', 'ai_explain,hmi_view,hmi_push').secret!;
    const port = await freePort();
    service = `http://127.0.0.1:${port}`;
    Object.assign(known, await portal());
    Object.assign(german, await portal('de-CH'));
    Object.assign(unknown, await portal());
    await site.start(['serve', '--listen', `127.0.0.1:${port}`, ...data, '--embed-origin', known.origin, '--embed-origin', german.origin, '--json'], /\{.*\}/);
    const controller = await bottlingController(site, await freePort());
    bridge = await site.run(`
      data = "bridge"
      [service]
      url = "${service}/api/v1"
      key = { env = "TAGBRIDGE_KEY" }
      [[session]]
      name = "line"
      project = "${project}"
      endpoint = "${controller.readyLine}"
      interval = "500ms"
      tags = ["Line_Speed", "Line_Stopped"]
    `, key);
    // The tags of an answer depend on the streamed tags at the time of the question.
    const values = async (): Promise<unknown> => {
      const answer = await fetch(`${service}/api/v1/projects/${project}/hmi/values`, { headers: { authorization: `Bearer ${key}` } });
      return ((await answer.json()) as { live: boolean }).live;
    };
    await vi.waitUntil(async () => (await values()) === true, { timeout: 60_000, interval: 100 });
  });
  afterAll(async () => {
    for (const it of sites) it.close();
    await site?.close();
  });

  async function inside(origin: string, check: (frame: FrameLocator, seen: Visit) => Promise<void>, scheme: 'light' | 'dark' = 'light'): Promise<void> {
    const seen = await visit(origin, { scheme });
    try {
      await check(seen.page.frameLocator('iframe'), seen);
      expect(seen.errors).toEqual([]);
    } finally {
      await seen.close();
    }
  }
  const messages = (page: Page): Promise<{ tagbridge: string; citation?: unknown }[]> => page.evaluate(() => (globalThis as unknown as { messages: { tagbridge: string }[] }).messages);

  test('answers by keyboard, opens citations, and shows current values of the tags', async () => {
    await inside(known.origin, async (frame, { page }) => {
      const question = frame.getByRole('textbox', { name: 'Your question about this project' });
      await question.fill('Why is Line_Running off?');
      await question.press('Enter');
      const answer = frame.getByRole('article', { name: 'Why is Line_Running off?' });
      await answer.getByRole('heading', { name: 'Read at' }).waitFor();
      await answer.getByRole('button', { name: /^\d+: Main\/Ladder, rung 0$/ }).first().press('Enter');
      const place = answer.getByRole('group').filter({ hasText: 'Main/Ladder, rung 0' });
      expect(await place.innerText()).toContain('GRT(Line_Speed,0)');
      await place.getByRole('button', { name: 'Show in this site' }).press('Enter');
      await expect.poll(() => messages(page)).toContainEqual({ tagbridge: 'citation', citation: { location_kind: 'rung', path: 'Main/Ladder', rung: 0 } });
      const row = (tag: string) => answer.locator(`dt:text-is("${tag}") + dd`);
      await expect.poll(() => row('Line_Speed').innerText()).toMatch(/Good:\s*[\d.]+$/);
      await answer.getByText(/^Newest scan \d+(\.\d)? s ago$/).waitFor();
      expect(await row('Standby').innerText()).toBe('Not streamed');
    });
  });

  test.each([
    ['en', 'light'], ['en', 'dark'], ['de', 'light'], ['de', 'dark'],
  ] as const)('has no violations of axe in %s, %s, with current values, and stores no data', async (language, scheme) => {
    await inside((language === 'en' ? known : german).origin, async (frame, { page }) => {
      const asked = language === 'en' ? 'Why is Line_Running off?' : 'Warum ist Line_Running aus?';
      const question = frame.getByRole('textbox');
      await question.fill(asked);
      await question.press('Enter');
      const answer = frame.getByRole('article', { name: asked });
      await answer.getByRole('heading', { name: language === 'en' ? 'Values now' : 'Werte jetzt' }).waitFor();
      // The cited tags with their state: one is streamed, one is not.
      await expect.poll(() => answer.locator('dt:text-is("Line_Speed") + dd').innerText()).toMatch(language === 'en' ? /Good:/ : /Gut:/);
      expect(await answer.locator('dt:text-is("Standby") + dd').innerText()).toBe(language === 'en' ? 'Not streamed' : 'Nicht übertragen');
      await answer.getByRole('button', { name: /^\d+: Main\/Ladder/ }).first().click();
      const inner = page.frames()[1]!;
      expect(await inner.evaluate(() => [document.documentElement.lang, matchMedia('(prefers-color-scheme: dark)').matches])).toEqual([language, scheme === 'dark']);
      expect(await violations(inner as unknown as Page)).toEqual([]);
      const stored = await inner.evaluate(async () => ({
        local: localStorage.length, session: sessionStorage.length, cookie: document.cookie, bases: (await indexedDB.databases()).length,
        caches: 'caches' in globalThis ? (await caches.keys()).length : 0, workers: (await navigator.serviceWorker?.getRegistrations())?.length ?? 0,
        name, state: history.state as unknown, address: location.pathname + location.search + location.hash, page: document.documentElement.outerHTML.includes('v4.public.'),
      }));
      expect(stored).toEqual({ local: 0, session: 0, cookie: '', bases: 0, caches: 0, workers: 0, name: '', state: null, address: '/embed/assistant', page: false });
      expect(await page.context().storageState({ indexedDB: true })).toEqual({ cookies: [], origins: [] });
    }, scheme);
  });

  test('shows a revoked key as ended access, and continues with a new one', async () => {
    const { id, secret } = site.ask('key', 'create', '--data', join(site.folder, 'service'), '--name', 'brief', '--permissions', 'ai_explain,hmi_view');
    const lasting = key;
    key = secret!;
    const seen = await visit(german.origin);
    const [{ page }, frame] = [seen, seen.page.frameLocator('iframe')];
    try {
      const question = frame.getByRole('textbox');
      await question.fill('Warum ist Line_Running aus?');
      await question.press('Enter');
      await frame.locator('dt:text-is("Line_Speed") + dd').waitFor();
      // The only token of the page's backend belongs to the revoked key.
      kept = await (await fetch(`${german.origin}/token`)).text();
      site.ask('key', 'revoke', '--data', join(site.folder, 'service'), id!);
      await frame.getByRole('alert').getByText('Der Zugang dieser Seite zum Dienst ist abgelaufen').waitFor();
      await expect.poll(() => frame.locator('.values').count()).toBe(0);
      expect(await violations(page.frames()[1] as unknown as Page)).toEqual([]);
      await question.fill('Was schreibt Line_Running?');
      await question.press('Enter');
      await expect.poll(() => frame.getByRole('status').innerText()).toBe('');
      expect(await question.inputValue()).toBe('Was schreibt Line_Running?');
      expect(await frame.getByRole('alert').count()).toBe(1);
      [key, kept] = [lasting, undefined];
      await page.evaluate(() => dispatchEvent(new MessageEvent('message', { source: document.querySelector('iframe')!.contentWindow, origin: new URL(document.querySelector('iframe')!.src).origin, data: { tagbridge: 'token_wanted' } })));
      await frame.getByRole('alert').waitFor({ state: 'detached' });
      await question.press('Enter');
      await frame.getByRole('article', { name: 'Was schreibt Line_Running?' }).waitFor();
      // The conversation belonged to tokens of the other key: the question starts a new one.
      expect(seen.errors.filter((it) => !/40[14]/.test(it))).toEqual([]);
    } finally {
      [key, kept] = [lasting, undefined];
      await seen.close();
    }
  });

  test('reports when the stream ends, and when the service does not respond', async () => {
    const seen = await visit(known.origin);
    const [{ page }, frame] = [seen, seen.page.frameLocator('iframe')];
    try {
      const question = frame.getByRole('textbox');
      await question.fill('Why is Line_Running off?');
      await question.press('Enter');
      await frame.locator('dt:text-is("Line_Speed") + dd').waitFor();
      await page.route('**/hmi/values', (route) => route.abort());
      await frame.getByText('Values cannot be read at the moment.').waitFor();
      expect(await frame.locator('.values').count()).toBe(0);
      await page.unroute('**/hmi/values');
      await bridge.stop();
      await frame.getByText('No session streams this project: there are no values now.').waitFor();
      expect(seen.errors.filter((it) => !it.includes('ERR_FAILED'))).toEqual([]);
    } finally {
      await seen.close();
    }
  });

  test('uses German and the dark scheme, and requests a new token before the old one expires', async () => {
    await inside(german.origin, async (frame, { page }) => {
      await frame.getByRole('heading', { name: 'Assistent' }).waitFor();
      const question = frame.getByRole('textbox', { name: 'Ihre Frage zu diesem Projekt' });
      await question.fill('Warum ist Line_Running aus?');
      await frame.getByRole('button', { name: 'Fragen' }).click();
      await frame.getByRole('heading', { name: 'Gelesen in' }).waitFor();
      expect(await violations(page.frames()[1] as unknown as Page)).toEqual([]);
      const before = minted;
      // 61 seconds before the expiry.
      await page.evaluate(() => {
        Object.assign(globalThis, { lifetime: 61 });
        dispatchEvent(new MessageEvent('message', { source: document.querySelector('iframe')!.contentWindow, origin: new URL(document.querySelector('iframe')!.src).origin, data: { tagbridge: 'token_wanted' } }));
      });
      await expect.poll(() => minted).toBeGreaterThan(before + 1);
    }, 'dark');
  });

  test('is not available to a page of another origin', async () => {
    const seen = await visit(unknown.origin);
    try {
      // The browser blocks the frame and logs the reason.
      await expect.poll(() => seen.errors.join(' ')).toContain('frame-ancestors');
      expect(await messages(seen.page)).toEqual([]);
      // A separate window is not a frame, so it accepts no messages.
      const [popup] = await Promise.all([
        seen.page.waitForEvent('popup'),
        seen.page.evaluate((address) => Object.assign(globalThis, { opened: open(address) }), `${service}/embed/assistant`),
      ]);
      await popup.getByText('Waiting for the page that shows this.').waitFor();
      await seen.page.evaluate(async () => {
        const minted = (await (await fetch('/token')).json()) as object;
        (globalThis as unknown as { opened: Window }).opened.postMessage({ tagbridge: 'token', ...minted }, '*');
      });
      await popup.evaluate(() => new Promise((done) => setTimeout(done)));
      await popup.getByText('Waiting for the page that shows this.').waitFor();
      expect(await popup.getByRole('textbox').count()).toBe(0);
    } finally {
      await seen.close();
    }
  });
});
