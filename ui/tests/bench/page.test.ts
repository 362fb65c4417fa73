// The page's own processor time in Chromium while thousands of values change ten times per second: script, style and
// layout. The desk is fake, so the figures contain no driver. `TAGBRIDGE_SCREENS` names another build of the screens; a
// second one after a colon is measured alternately, to compare both on a computer with other work.

import { expect, test } from 'vitest';
import { open, serve, withBrowser } from '../browser';

withBrowser();

const [TAGS, SECONDS] = [5000, 10];
const BUILDS = (process.env.TAGBRIDGE_SCREENS ?? '').split(':');

/** Cumulated durations in seconds, by the names of the DevTools protocol. */
const PARTS = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration', 'TaskDuration'] as const;

test.each([...BUILDS, ...BUILDS].flatMap((build) => (['table', 'trend'] as const).map((what) => [what, build] as const)))('%s of 5,000 tags at 10 Hz %s', async (what, build) => {
  serve(build);
  const screen = await open({ tags: TAGS, retag: (it) => (it.type === 'REAL' ? { at: (seconds) => Math.round(seconds * 1000) / 1000 } : {}) }, { place: 'session', size: { width: 1366, height: 768 } });
  const { page, desk } = screen;
  await page.locator('.grid .body .row:not([hidden])').nth(15).waitFor();
  if (what === 'trend') for (let i = 0; i < 4; i += 1) await page.locator('.grid .body .row .tag').nth(i).click({ modifiers: ['ControlOrMeta'] });
  const devTools = await page.context().newCDPSession(page);
  // The time of the thread, not of the clock: other programs of the computer do not count.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async (): Promise<Record<string, number>> => Object.fromEntries((await devTools.send('Performance.getMetrics')).metrics.map((it) => [it.name, it.value]));
  const frames = (): number => desk.calls.filter((it) => it.command === 'ack').length;
  await page.waitForTimeout(3000);
  const [before, first] = [await read(), frames()];
  await page.waitForTimeout(SECONDS * 1000);
  const [after, drawn] = [await read(), frames() - first];
  await screen.close();
  const ofFrame = PARTS.map((it) => `${it.replace('Duration', '')} ${(((after[it]! - before[it]!) / drawn) * 1000).toFixed(2)} ms`);
  console.log(`${build} ${what}, each of ${drawn} frames: ${ofFrame.join(', ')}`);
  expect(drawn).toBeGreaterThan(SECONDS);
  expect((after.ScriptDuration! - before.ScriptDuration!) / drawn).toBeLessThan(0.01);
});
