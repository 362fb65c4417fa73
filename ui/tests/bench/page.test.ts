// The page's own time in Chromium while thousands of values change ten times per second: script, style and layout. The
// desk is fake, so the figures contain no driver. `TAGBRIDGE_SCREENS` names another build of the screens, to compare two.

import { expect, test } from 'vitest';
import { open, withBrowser } from '../browser';

withBrowser();

const [TAGS, SECONDS] = [5000, 20];

/** Cumulated durations in seconds, by the names of the DevTools protocol. */
const PARTS = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration', 'TaskDuration'] as const;

test.each(['table', 'trend'] as const)('%s of 5,000 tags at 10 Hz', async (what) => {
  const screen = await open({ tags: TAGS, retag: (it) => (it.type === 'REAL' ? { at: (seconds) => Math.round(seconds * 10) / 10 } : {}) }, { place: 'session', size: { width: 1366, height: 768 } });
  const { page, desk } = screen;
  await page.locator('.grid .body .row:not([hidden])').nth(15).waitFor();
  if (what === 'trend') for (let i = 0; i < 4; i += 1) await page.locator('.grid .body .row .tag').nth(i).click({ modifiers: ['ControlOrMeta'] });
  const devTools = await page.context().newCDPSession(page);
  // The time of the thread, not of the clock: other programs of the computer do not count.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async (): Promise<Record<string, number>> => Object.fromEntries((await devTools.send('Performance.getMetrics')).metrics.map((it) => [it.name, it.value]));
  await page.waitForTimeout(4000);
  const [before, drawn] = [await read(), desk.calls.length];
  await page.waitForTimeout(SECONDS * 1000);
  const [after, now] = [await read(), desk.calls.length];
  const percent = Object.fromEntries(PARTS.map((it) => [it, Number((((after[it]! - before[it]!) / SECONDS) * 100).toFixed(2))]));
  console.log(what, percent, `${(now - drawn) / SECONDS} frames/s`);
  await screen.close();
  expect(now - drawn).toBeGreaterThan(SECONDS);
  expect(percent.TaskDuration).toBeLessThan(100);
});
