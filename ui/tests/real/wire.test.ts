// The communication log of a real session, and its file as the dissector of Wireshark reads it.

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { go, visit, withBrowser } from '../browser';
import { BINARY, Site } from './site';
import { inBothSchemes } from '../table';

withBrowser();

test.skipIf(!BINARY)('what crosses the wire is seen, found by its tag, and opened by Wireshark', async () => {
  const site = await Site.new();
  const seen = await visit((JSON.parse((await site.demo()).readyLine) as { console: string }).console, { size: { width: 1440, height: 900 } });
  try {
    const { page } = seen;
    await go(page, 'session');
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await go(page, 'diagnostics');
    await page.getByRole('button', { name: 'Communication', exact: true }).click();
    await page.getByRole('button', { name: 'Record for 5 min' }).click();
    const rows = page.locator('.wires [role="row"][id]');
    await expect.poll(() => rows.count()).toBeGreaterThan(8);
    await page.getByRole('searchbox').fill('Line_Speed');
    await expect.poll(() => rows.last().innerText()).toMatch(/values|tags/);
    await rows.last().click();
    await page.locator('.frame-items').getByText('Line_Speed', { exact: true }).first().waitFor();
    await inBothSchemes(page);
    await page.getByRole('switch', { name: 'Record for 5 min' }).click();
    await page.getByRole('searchbox').fill('');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save for Wireshark' }).click()]);
    const file = await download.path();
    const port = execFileSync('tshark', ['-r', file, '-T', 'fields', '-e', 'tcp.port'], { encoding: 'utf8' }).split(/\s|,/)[1] ?? '';
    const tshark = (filter: string): number => execFileSync('tshark', ['-r', file, '-d', `tcp.port==${port},enip`, '-Y', filter], { encoding: 'utf8' }).trim().split('\n').filter(Boolean).length;
    expect(tshark('cip')).toBeGreaterThan(8);
    expect(tshark('_ws.malformed or tcp.analysis.lost_segment')).toBe(0);
    // The services that write tags.
    expect(tshark('cip.rr == 0 && (cip.sc == 0x4d || cip.sc == 0x53)')).toBe(0);
    expect(seen.errors).toEqual([]);
  } finally {
    await seen.close();
    await site.close();
  }
});
