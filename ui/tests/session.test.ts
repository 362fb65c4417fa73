// The place of a session: its state, its header, and a lost connection.

import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import type { Inspection, Session, TagChanges } from '../src/bindings/desk';
import { clock } from '../src/format';
import { violations } from './axe';
import { figures, on, tool, withBrowser } from './browser';
import { Refusal, type Answers, type Scene } from './fake/desk';
import { AWAY, coded, diagnostics } from './fake/views';
import { row } from './table';

withBrowser();

const SESSION = { place: 'session' };

describe('the state', () => {
  test('that results from an action gets the focus, not another button', () =>
    on({ state: 'waiting' }, SESSION, async ({ page, desk }) => {
      const focused = (): Promise<string | null | undefined> => page.evaluate(() => document.activeElement?.textContent);
      await page.getByRole('button', { name: 'Try now' }).press('Enter');
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      await expect.poll(focused).toBe('Live');
      await page.keyboard.press('Enter');
      expect(desk.calls.some((it) => it.command === 'pause' || it.command === 'stop_session')).toBe(false);
    }));

  test('is live since values are delivered again, not since they are read', () => {
    let isAway = true;
    const change = (it: Session): Session => (isAway ? { ...it, delivery: { ...it.delivery, state: { ...AWAY, until: Date.now() + 9000 } } } : it);
    return on({ change }, SESSION, async ({ page }) => {
      await page.getByRole('heading', { name: 'Not delivered' }).waitFor();
      // The change must be received while the page is open, not only found on load.
      await page.waitForTimeout(1500);
      isAway = false;
      await page.getByRole('heading', { name: 'Live', exact: true }).waitFor();
      await figures(page);
      const since = /Since (\d\d:\d\d:\d\d)\./.exec(await page.locator('.health-panel .why').innerText())?.[1];
      expect([-3, -2, -1, 0, 1].map((it) => clock(Date.now() + it * 1000))).toContain(since);
      await page.locator('.top').getByText(/^for \d s$/).waitFor();
    });
  });

  test('follows pause, resume and stop; stop asks first', () =>
    on({}, SESSION, async ({ page, desk }) => {
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      // The button changes; the focus stays.
      const focused = (): Promise<string | null | undefined> => page.evaluate(() => document.activeElement?.textContent);
      await page.getByRole('button', { name: 'Pause' }).press('Enter');
      await page.getByRole('heading', { name: 'Paused' }).waitFor();
      await expect.poll(focused).toBe('Resume');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      await expect.poll(focused).toBe('Pause');
      await page.getByRole('button', { name: 'Stop session' }).click();
      const dialog = page.getByRole('dialog', { name: 'Stop this session?' });
      await dialog.waitFor();
      expect(await violations(page)).toEqual([]);
      await expect.poll(focused).toBe('Cancel');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(desk.calls.some((it) => it.command === 'stop_session')).toBe(false);
      await page.getByRole('button', { name: 'Stop session' }).click();
      await dialog.getByRole('button', { name: 'Stop session' }).click();
      await page.getByRole('heading', { name: 'Stopped' }).waitFor();
      await dialog.waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    }));

  test('the table keeps its position when the state changes or a warning appears', () => {
    let isWarned = false;
    return on({ change: (it) => (isWarned ? { ...it, attention: [coded('session-missed-scans', { missed: 52, all: 152, achieved: '760 ms', interval: '500 ms' })] } : it) }, SESSION, async ({ page, desk }) => {
      const top = async (): Promise<number | undefined> => (await page.locator('.toolbar').boundingBox())?.y;
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      const live = await top();
      isWarned = true;
      await page.getByRole('heading', { name: 'Live, with a warning' }).waitFor();
      await page.locator('.state-line').getByText('52 of the last 152 scans').waitFor();
      expect(await top()).toBe(live);
      isWarned = false;
      desk.state = 'paused';
      await page.locator('.state-line[data-state="paused"]').waitFor();
      expect(await top()).toBe(live);
    });
  });

  test('is shown in a bar that has the same height in every state', () =>
    on({}, SESSION, async ({ page, desk }) => {
      const height = async (): Promise<number | undefined> => (await page.locator('.top').boundingBox())?.height;
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      const live = await height();
      // The field of the state is as high as the bar.
      expect((await page.locator('.status .mark').boundingBox())?.height).toBeGreaterThanOrEqual(live! - 2);
      for (const state of ['waiting', 'fault', 'paused'] as const) {
        desk.state = state;
        await page.locator(`.status[data-state="${state}"]`).waitFor();
        await page.locator(`.state-line[data-state="${state}"] .why`).waitFor();
        expect(await height()).toEqual(live);
      }
    }));
});

describe('dialogs of a session', () => {
  /** Two sessions, the first of which another window can stop and remove. */
  const two = (): { scene: Scene; remove: () => void } => {
    let isRemoved = false;
    const second = (of: Session): Session => ({ ...of, name: 'palletiser', project: 'p2', projectName: 'Palletiser' });
    const scene: Scene = { change: (it) => (isRemoved ? second(it) : it), others: (it) => (isRemoved ? [] : [second(it)]) };
    return { scene, remove: () => void (isRemoved = true) };
  };
  const acted = ['stop_session', 'change_reading'];
  const show = (page: Page, name: string): Promise<void> => page.locator('nav.sessions').getByRole('button', { name, exact: true }).click();

  test.each([['Stop session', 'Stop this session?'], ['Change what is read', 'What is read, and how often']])('does not apply to another session that is shown instead: %s', (button, title) => {
    const { scene, remove } = two();
    return on(scene, SESSION, async ({ page, desk }) => {
      await show(page, 'Bottling line 3');
      await (await tool(page, button)).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('heading', { name: title }).waitFor();
      remove();
      await expect.poll(() => page.locator('.top').innerText()).toContain('Palletiser');
      await dialog.waitFor({ state: 'detached' });
      expect(desk.calls.filter((it) => acted.includes(it.command))).toEqual([]);
      // The action applies to the session of the dialog.
      await page.getByRole('button', { name: 'Stop session' }).click();
      await dialog.getByRole('button', { name: 'Stop session' }).click();
      await expect.poll(() => desk.calls.find((it) => it.command === 'stop_session')?.args).toEqual({ session: 'palletiser' });
    });
  });

  test('an answer of the previous session is not shown', () => {
    const { scene, remove } = two();
    const answers: Partial<Answers> = { diagnostics: ({ session }) => (session === 'palletiser' ? new Promise(() => undefined) : diagnostics(session, Date.now(), null)) };
    return on({ ...scene, answers }, { place: 'diagnostics' }, async ({ page, desk }) => {
      await page.getByText('21 358 080').waitFor();
      remove();
      await expect.poll(() => desk.calls.some((it) => it.command === 'diagnostics' && (it.args as { session: string }).session === 'palletiser')).toBe(true);
      expect(await page.locator('.counters').count()).toBe(0);
    });
  });

  test('an error is shown only for its session and its state', () => {
    const { scene } = two();
    const refused = new Refusal({ error: 'refused', message: 'the device is away', remedy: 'look' });
    return on({ ...scene, answers: { pause: () => Promise.reject(refused) } }, SESSION, async ({ page, desk }) => {
      const error = page.locator('.state-line [role="alert"]');
      const fail = async (): Promise<void> => {
        await page.getByRole('button', { name: 'Pause' }).click();
        await error.getByText('The device is away.').waitFor();
      };
      await show(page, 'Bottling line 3');
      await fail();
      await show(page, 'Palletiser');
      await page.locator('nav.sessions [aria-current="true"]', { hasText: 'Palletiser' }).waitFor();
      expect(await error.count()).toBe(0);
      await show(page, 'Bottling line 3');
      await fail();
      desk.state = 'waiting';
      await page.locator('.status[data-state="waiting"]').waitFor();
      expect(await error.count()).toBe(0);
    });
  });
});

describe('the details of a tag', () => {
  const open = async (page: Page): Promise<Locator> => {
    await row(page, 'Conveyor.Speed').dblclick();
    return page.getByRole('complementary', { name: 'Details of the tag' });
  };
  const inspected = (it: Partial<Inspection>): Answers['inspect'] => ({ tag }) => ({
    name: tag, partOf: null, value: 1.84, type: 'LREAL', isNotDrawn: false, kind: 'leaf', comment: '', unit: 'm/s', quality: 'good', reason: null, at: Date.now(), scanAt: Date.now(), lastGood: null, word: null,
    address: null, translations: [], endpoint: 'logix://10.20.4.5/1,0', everyMs: 250, requested: false, storedIn: 7, deliveredThrough: 7, project: 'p1', ...it,
  });

  test('show no scan and no snapshot if they are unknown, and every digit of the last value', () => {
    const changes = (): TagChanges => ({ times: [Date.now() - 9000, Date.now() - 5000], values: [0.1 + 0.2, 1234.56789012345], until: Date.now(), isCut: false });
    return on({ answers: { inspect: inspected({ scanAt: null, storedIn: null }), changes } }, SESSION, async ({ page }) => {
      const details = await open(page);
      await details.getByText('1\u202f234.56789012345').waitFor();
      await details.getByText('0.30000000000000004').waitFor();
      await details.getByText('Read every').waitFor();
      for (const gone of ['Scan began', 'Stored']) expect(await details.getByText(gone, { exact: true }).count()).toBe(0);
    });
  });

  test('show the date of a value from another day', () => {
    const at = new Date(2025, 10, 21, 9, 47).getTime();
    return on({ answers: { inspect: inspected({ quality: null, reason: 'stopped', at, scanAt: at, lastGood: { value: 1.8, at } }) } }, SESSION, async ({ page }) => {
      const details = await open(page);
      await details.getByTitle('read at 21/11/25 09:47:00').waitFor();
      for (const fact of ['Time', 'Scan began', 'Last good']) expect(await details.locator('dt', { hasText: fact }).locator('+ dd').innerText()).toMatch(/21\/11\/25 09:47:00$/);
    });
  });
});

describe('the figures', () => {
  test('are opened and closed by keyboard, and fit', () =>
    on({}, { ...SESSION, size: { width: 1024, height: 768 } }, async ({ page }) => {
      await row(page, 'Line.State').waitFor();
      expect(await page.locator('.health').count()).toBe(0);
      await page.getByRole('button', { name: 'Show the figures: Live' }).press('Enter');
      await page.locator('.health').waitFor();
      expect(await page.locator('.health-panel').innerText()).toMatch(/430 of 432 tags[^]*Scan time[^]*58\s*ms/);
      expect(await page.locator('.health-panel').evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('.health').count()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('status-open');
    }));
});

describe('the connection', () => {
  test('that is lost is reported, and is restored automatically', async () => {
    await on({}, SESSION, async ({ page, desk, errors }) => {
      const speed = row(page, 'Conveyor.Speed').locator('.val');
      const reading = page.locator('.lane .reading');
      await row(page, 'Conveyor.Speed').click();
      await expect.poll(() => reading.innerText()).toMatch(/\d/);
      desk.away = true;
      desk.drop();
      await Promise.all([
        page.getByText('The connection to Tagbridge is lost.').waitFor(),
        page.getByRole('heading', { name: 'Unknown' }).waitFor(),
      ]);
      desk.away = false;
      await page.getByText('The connection to Tagbridge is lost.').waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'Live' }).waitFor();
      // The open views are restored: values change, in the table and in the trend.
      for (const it of [speed, reading]) {
        const before = await it.textContent();
        await expect.poll(() => it.textContent()).not.toBe(before);
      }
      errors.length = 0;
    });
  });

  test('with an invalid token is refused with a message', () =>
    on({}, {}, async ({ page }) => {
      await page.evaluate(() => sessionStorage.setItem('token', 'another'));
      await page.reload();
      await page.getByText('This address is no longer valid.').waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('removes the token from the address', () =>
    on({}, SESSION, async ({ page }) => {
      expect(page.url()).not.toContain('token');
    }));
});
