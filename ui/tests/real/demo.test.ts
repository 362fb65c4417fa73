// The demo for a new user: its explanation, three clicks from a project to live values, every place.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { go, visit, withBrowser, type Visit } from '../browser';
import { BINARY, Site, type Running } from './site';
import { changes, inBothSchemes, row, gauge } from '../table';

describe.skipIf(!BINARY)('the demo', () => {
  withBrowser();
  let site: Site;
  let running: Running;
  let seen: Visit;
  let address: string;
  beforeAll(async () => {
    site = await Site.new();
    running = await site.demo();
    address = (JSON.parse(running.readyLine) as { console: string }).console;
    seen = await visit(address);
  });
  afterAll(async () => {
    await seen?.close();
    await site?.close();
  });

  test('is live from the start, with the past of the shown tags', async () => {
    const { page } = seen;
    await go(page, 'session');
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search tags' }).fill('Line_Speed');
    await changes(page, 'Line_Speed');
    await row(page, 'Line_Speed').click();
    await expect.poll(() => page.locator('.lane .reading').first().textContent()).toMatch(/\d/);
    await expect.poll(async () => points(await row(page, 'Line_Speed').locator('.spark path').getAttribute('d'))).toBeGreaterThan(5);
    await page.addInitScript(rememberFirst);
    await page.reload();
    await go(page, 'session');
    await page.getByRole('searchbox', { name: 'Search tags' }).fill('Line_Speed');
    const first = (): Promise<string | null> => page.evaluate(() => (globalThis as unknown as { first: Map<string, string> }).first.get('Line_Speed') ?? null);
    await expect.poll(first).not.toBeNull();
    // One point per second is added: without the past it would start with two.
    expect(points(await first())).toBeGreaterThan(4);
  });

  test.each(['Mixing', 'Packing'])('from %s to live values by three clicks', async (project) => {
    const { page } = seen;
    await go(page, 'projects');
    await page.getByText('A demo with virtual controllers').waitFor();
    await page.getByRole('button', { name: project }).click();
    const beside = page.getByRole('complementary', { name: 'Selected project' });
    await beside.getByRole('heading', { name: project }).waitFor();
    await inBothSchemes(page);
    await beside.locator('.rows button').first().click();
    const start = page.getByRole('button', { name: 'Start session' });
    await start.waitFor();
    await page.getByText('The controller matches the project').waitFor();
    await inBothSchemes(page);
    await start.click();
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await expect.poll(() => gauge(page, 'push', 's')).toBe('accepted');
    await page.keyboard.press('Escape');
    const values = page.locator('.grid .body .row:not([hidden]) .val');
    await expect.poll(() => values.count()).toBeGreaterThan(3);
    const before = await values.allInnerTexts();
    await expect.poll(() => values.allInnerTexts()).not.toEqual(before);
    await inBothSchemes(page);
  });

  test('axe finds nothing in any place', async () => {
    for (const place of ['projects', 'connect', 'session', 'diagnostics', 'settings']) {
      await go(seen.page, place);
      await seen.page.locator('h1').first().waitFor();
      await inBothSchemes(seen.page);
    }
  });

  test('another token is refused with a message', async () => {
    const { page, close } = await visit(address.replace(/token=.*/, 'token=0000'));
    await page.getByText('This address is no longer valid.').waitFor();
    await close();
  });

  test('logs no error', () => expect(seen.errors).toEqual([]));
});

/** Number of points of a small graph. */
const points = (path: string | null): number => path?.match(/[ML]/g)?.length ?? 0;

/** Stores the first small graph of each tag, in the page. */
function rememberFirst(): void {
  const first = new Map<string, string>();
  Object.assign(globalThis, { first });
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const curve = target as Element;
      const name = curve.closest('.row')?.querySelector('.tag')?.getAttribute('title');
      const path = curve.getAttribute('d');
      if (name && path && !first.has(name)) first.set(name, path);
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['d'] });
}
