// The address form: the fields of each vendor, a pasted address, the last used address, an invalid
// address.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violations } from './axe';
import { go, on, withBrowser } from './browser';
import type { FakeDesk } from './fake/desk';

withBrowser();

const host = (page: Page) => page.getByLabel('IP address or host name');
const asked = (desk: FakeDesk): unknown => (desk.calls.findLast((it) => it.command === 'preflight')?.args as { endpoint: string } | undefined)?.endpoint;
async function project(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await go(page, 'connect');
  await host(page).waitFor();
}

test('a new host keeps the slot of the last address; the slot is a field', () =>
  on({ state: 'none' }, {}, async ({ page, desk }) => {
    await project(page, 'Bottling line 3');
    await host(page).fill('10.1.2.3');
    await page.keyboard.press('Enter');
    await expect.poll(() => asked(desk)).toBe('logix://10.1.2.3/1,0');
    await page.getByLabel('Slot', { exact: true }).fill('3');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect.poll(() => asked(desk)).toBe('logix://10.1.2.3/1,3');
    expect(await violations(page)).toEqual([]);
  }));

test('rack and slot of a Siemens controller have their usual values', () =>
  on({ state: 'none' }, {}, async ({ page, desk }) => {
    await project(page, 'Palletiser 2');
    expect([await page.getByLabel('Rack').getAttribute('placeholder'), await page.getByLabel('Slot', { exact: true }).getAttribute('placeholder')]).toEqual(['0', '1']);
    await host(page).fill('192.168.0.1');
    await page.keyboard.press('Enter');
    await expect.poll(() => asked(desk)).toBe('s7://192.168.0.1');
    await page.getByLabel('Slot', { exact: true }).fill('2');
    await page.keyboard.press('Enter');
    await expect.poll(() => asked(desk)).toBe('s7://192.168.0.1?slot=2');
    // The same controller with its own OPC UA server.
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('Protocol').selectOption({ label: 'OPC UA' });
    await expect.poll(() => page.getByLabel('Rack').count()).toBe(0);
    expect(await host(page).inputValue()).toBe('192.168.0.1');
    expect(await violations(page)).toEqual([]);
  }));

test('a pasted complete address fills the fields', () =>
  on({ state: 'none' }, {}, async ({ page, desk }) => {
    await project(page, 'Bottling line 3');
    await page.evaluate(() => navigator.clipboard.writeText(' logix://10.9.8.7:2222/1,5 '));
    await host(page).focus();
    await host(page).press('Control+a');
    await host(page).press('Control+v');
    await expect.poll(() => host(page).inputValue()).toBe('10.9.8.7');
    await expect.poll(() => page.getByLabel('Slot', { exact: true }).inputValue()).toBe('5');
    expect(await page.getByLabel('Port', { exact: true }).inputValue()).toBe('2222');
    await page.keyboard.press('Enter');
    await expect.poll(() => asked(desk)).toBe('logix://10.9.8.7:2222/1,5');
  }));

test('a new host without a port has the usual port, unless the port was typed', () =>
  on({ state: 'none' }, {}, async ({ page, desk }) => {
    await project(page, 'Bottling line 3');
    await host(page).fill('10.1.2.3:41999');
    await page.keyboard.press('Enter');
    await expect.poll(() => asked(desk)).toMatch(/^logix:\/\/10\.1\.2\.3:41999/);
    // The form is shown again, with this address.
    await go(page, 'settings');
    await go(page, 'connect');
    await host(page).fill('10.1.2.4');
    await page.keyboard.press('Enter');
    await expect.poll(() => asked(desk)).toMatch(/^logix:\/\/10\.1\.2\.4\//);
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('Port', { exact: true }).fill('44819');
    await host(page).fill('10.1.2.5');
    await page.keyboard.press('Enter');
    await expect.poll(() => asked(desk)).toMatch(/^logix:\/\/10\.1\.2\.5:44819/);
  }));

test('the last address of the project is the initial value; an invalid address is reported and keeps the focus', () =>
  on({ state: 'none' }, {}, async ({ page, desk }) => {
    await project(page, 'Bottling line 3');
    await expect.poll(() => host(page).inputValue()).toMatch(/^192\.168\./);
    await host(page).fill('no such/ address');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('is not a valid address').waitFor();
    expect(await host(page).getAttribute('aria-invalid')).toBe('true');
    expect(desk.calls.some((it) => it.command === 'preflight')).toBe(false);
    expect(await violations(page)).toEqual([]);
  }));

test('fits into 1024 pixels, in both colour schemes, in German', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    await on({ state: 'none', settings: { language: 'de' } }, { scheme, size: { width: 1024, height: 768 } }, async ({ page }) => {
      await page.getByRole('button', { name: 'Palletiser 2' }).click();
      await go(page, 'connect');
      await page.getByText('Mehr', { exact: true }).click();
      const wide = await page.locator('.by-hand').evaluate((it) => it.scrollWidth - it.clientWidth);
      expect(wide).toBeLessThanOrEqual(0);
      for (const it of await page.locator('.by-hand :is(.field, select, .button)').all()) {
        const [box, form] = [(await it.boundingBox())!, (await page.locator('.by-hand').boundingBox())!];
        expect(box.x + box.width).toBeLessThanOrEqual(form.x + form.width - 8);
      }
      expect(await violations(page)).toEqual([]);
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/address-${scheme}.png` });
    });
  }
  expect(readFileSync(new URL('../src/places/Connect.svelte', import.meta.url), 'utf8')).not.toContain('logix://');
});
