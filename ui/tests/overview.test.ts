// All sessions in one list, with a fake desk: order, alerts, notifications, by keyboard, in
// both languages.

import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Alert, Session } from '../src/bindings/desk';
import { violations } from './axe';
import { go, on, withBrowser } from './browser';
import * as views from './fake/views';

withBrowser();

const another = (of: Session, name: string, it: Partial<Session>): Session => ({ ...of, name, project: `p-${name}`, projectName: name, ...it });
const others = (of: Session): Session[] => [
  another(of, 'Packing', { state: { state: 'stopped', at: Date.now() - 60_000 } }),
  another(of, 'Glass', { state: { state: 'fault', cause: views.coded('link-remedy-refused'), decision: 'acceptController' } }),
  another(of, 'Boiler', { tags: { good: 3, uncertain: 0, bad: 2, requestedBad: 0 }, delivery: { ...of.delivery, state: { state: 'ok' }, lastPush: Date.now() } }),
];
const alert = (id: number, it: Partial<Alert> = {}): Alert => ({
  id, session: 'Glass', project: 'p-Glass', projectName: 'Glass', kind: 'stopped', cause: views.coded('link-remedy-refused'), since: Date.now() - 90_000, until: null, isSeen: false, ...it,
});

const names = (page: Page): Promise<string[]> => page.locator('.overview-split tbody .row-name .t1').allInnerTexts();

async function all(page: Page, name = 'All sessions'): Promise<void> {
  await page.locator('nav.sessions').getByRole('button', { name, exact: true }).click();
  await page.locator('.overview-split tbody tr').first().waitFor();
}

test('the most urgent session is first, and unread values are not shown', () =>
  on({ others }, { place: 'session' }, async ({ page }) => {
    await all(page);
    const order = await names(page);
    expect(order[0]).toBe('Glass');
    expect(order.at(-1)).toBe('Packing');
    expect(order.indexOf('Boiler')).toBeLessThan(order.indexOf('Bottling line 3') === -1 ? 9 : order.length);
    for (const shape of ['fault', 'stopped']) {
      const row = page.locator(`tr[data-shape="${shape}"]`);
      expect(await row.locator('td').nth(2).innerText()).toBe('–');
      expect(await row.locator('td').nth(3).innerText()).toBe('not reading');
    }
    expect(await page.locator('tr[data-shape="live"]', { hasText: 'Boiler' }).locator('td').nth(2).innerText()).toMatch(/2\s*of 5/);
  }));

test('while the connection is lost no session is live', () =>
  on({ others }, { place: 'session' }, async ({ page, desk }) => {
    await all(page);
    desk.away = true;
    desk.drop();
    await expect.poll(() => page.locator('.overview-split tr[data-shape="live"]').count()).toBe(0);
    expect(await page.locator('.overview-split tbody tr[data-shape="idle"]').count()).toBe(4);
    expect(await page.locator('.overview-split tbody td:nth-child(3)').allInnerTexts()).toEqual(['–', '–', '–', '–']);
  }));

test('a row is selected, paused and opened by keyboard', () =>
  on({ others }, { place: 'session' }, async ({ page, desk }) => {
    await all(page);
    const order = await names(page);
    await page.locator('.overview-split tbody .row-name').first().focus();
    const at = order.indexOf('Boiler');
    for (let i = 0; i < at; i += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('p');
    await expect.poll(() => desk.calls.findLast((it) => it.command === 'pause')?.args).toEqual({ session: 'Boiler' });
    await page.keyboard.press('Enter');
    await page.locator('nav.sessions [aria-current="true"]', { hasText: 'Boiler' }).waitFor();
    await page.locator('.status h1').waitFor();
  }));

test('an interrupted session causes one notification, is listed, and marked as seen', () =>
  on({ others }, { place: 'session' }, async ({ page, desk }) => {
    await page.context().grantPermissions(['notifications']);
    await page.addInitScript(() => {
      const notifications: string[] = [];
      Object.assign(window, { notifications });
      window.Notification = class { static permission = 'granted'; onclick = null; constructor(title: string) { notifications.push(title); } close(): void {} } as never;
    });
    await page.reload();
    await page.locator('nav.sessions').waitFor();
    const notifications = (): Promise<string[]> => page.evaluate(() => (window as unknown as { notifications: string[] }).notifications);
    // Alerts from before this page are not new.
    desk.push({ topic: 'alerts', data: [alert(1, { until: Date.now() })] });
    await page.getByRole('button', { name: '1 new alert', exact: true }).getByText('1 new', { exact: true }).waitFor();
    desk.push({ topic: 'alerts', data: [alert(2, { kind: 'silent' }), alert(1, { until: Date.now() })] });
    await expect.poll(notifications).toEqual(['Glass: the controller is not read']);
    desk.push({ topic: 'alerts', data: [alert(2, { kind: 'silent', until: Date.now() }), alert(1, { until: Date.now() })] });
    desk.push({ topic: 'alerts', data: [alert(2, { kind: 'silent' }), alert(1, { until: Date.now() })] });
    await page.getByRole('button', { name: '2 new alerts' }).getByText('2 new', { exact: true }).click();
    const list = page.getByRole('complementary', { name: 'Alerts' });
    await list.getByText('1 still open').waitFor();
    expect(await notifications()).toHaveLength(1);
    await list.getByRole('button', { name: 'Mark all as seen' }).click();
    await expect.poll(() => desk.calls.findLast((it) => it.command === 'seen_alerts')?.args).toEqual({ through: 2 });
    await list.getByRole('button', { name: /Glass: session stopped/ }).click();
    await page.locator('nav.sessions [aria-current="true"]', { hasText: 'Glass' }).waitFor();
  }));

test('a time on another day is shown with its date', () => {
  const at = new Date(2025, 10, 21, 9, 47).getTime();
  const old = (of: Session): Session[] => [another(of, 'Packing', { state: { state: 'stopped', at }, delivery: { ...of.delivery, lastPush: at } })];
  return on({ others: old }, { place: 'session' }, async ({ page, desk }) => {
    desk.push({ topic: 'alerts', data: [alert(2, { since: at }), alert(1, { since: at, until: at + 60_000 })] });
    await all(page);
    const cells = page.locator('tr[data-shape="stopped"] td');
    expect(await cells.nth(0).innerText()).toContain('You stopped this session at 21/11/25 09:47:00');
    for (const nth of [4, 5]) {
      const time = cells.nth(nth).locator('.t1');
      expect([await time.innerText(), await time.getAttribute('title')]).toEqual(['21/11/25', '21/11/25 09:47:00']);
    }
    const list = page.getByRole('complementary', { name: 'Alerts' });
    await list.getByText(/^Since 21\/11\/25 09:47:00/).waitFor();
    await list.getByText(/^At 21\/11\/25 09:47:00, for 1 min 00 s/).waitFor();
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/other-day.png` });
  });
});

test('the user selects the notifications and their sessions', () =>
  on({ others }, { place: 'settings' }, async ({ page, desk }) => {
    const saved = (): unknown => desk.calls.findLast((it) => it.command === 'save_settings')?.args;
    await page.getByRole('switch', { name: 'Values not delivered' }).click();
    await expect.poll(saved).toMatchObject({ alerts: { undelivered: false, silent: true } });
    await page.getByRole('switch', { name: 'Alerts of Boiler' }).click();
    await expect.poll(saved).toMatchObject({ alerts: { undelivered: false, muted: ['p-Boiler'] } });
    expect(await violations(page)).toEqual([]);
  }));

describe.each([[900, 600], [1024, 768], [1920, 1080], [683, 384]])('%i by %i', (width, height) => {
  test.each(['en', 'de'] as const)('all sessions, %s', (language) =>
    on({ settings: { language }, others }, { size: { width, height } }, async ({ page, desk }) => {
      await go(page, 'session');
      desk.push({ topic: 'alerts', data: [alert(2, { kind: 'silent' }), alert(1, { until: Date.now(), isSeen: true })] });
      await all(page, language === 'de' ? 'Alle Sitzungen' : undefined);
      const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth
        && [...document.querySelectorAll('.bar, .sub-bar, .foot, .top')].every((it) => it.scrollWidth <= it.clientWidth + 1));
      expect(fits).toBe(true);
      expect(await page.locator('.overview-split th').evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight).map((it) => it.textContent))).toEqual([]);
      // The mark is in front of the number.
      const [mark, number] = await page.locator('.overview-split td:nth-child(3) .t1:has(.q)').first().evaluate((it) => {
        const text = document.createRange();
        text.selectNodeContents(it);
        text.setStartAfter(it.querySelector('.q')!);
        return [it.querySelector('.q')!.getBoundingClientRect(), text.getBoundingClientRect()].map(({ left, right, top, bottom }) => ({ left, right, middle: (top + bottom) / 2 }));
      });
      expect(number!.left - mark!.right).toBeGreaterThanOrEqual(0);
      expect(number!.left - mark!.right).toBeLessThan(10);
      expect(Math.abs(number!.middle - mark!.middle)).toBeLessThan(6);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), colorScheme).toEqual([]);
      }
    }));
});
