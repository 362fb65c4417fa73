// Other states of the places: empty, loading, failed, and the session in each of its states. axe checks each of them.

import { expect, test } from 'vitest';
import { verbatim } from '../src/texts/catalogue';
import { violations } from './axe';
import { on, withBrowser } from './browser';
import { Refusal, type Scene } from './fake/desk';
import { AWAY, NO_SERVICE } from './fake/views';

withBrowser();

const NEVER = (): Promise<never> => new Promise(() => undefined);
const refused = (error: string, message: string, remedy: string) => (): never => {
  throw new Refusal({ error, message, remedy });
};

const SCENES: [string, Scene, string, string[]][] = [
  ['first run', { service: NO_SERVICE, state: 'none' }, 'projects', ['Open the project of your controller', 'Use your company’s service', 'Start the built-in service']],
  ['no projects', { state: 'none', answers: { projects: () => ({ projects: [], nextCursor: null }) } }, 'projects', ['No projects yet', 'Refresh']],
  ['projects load', { answers: { projects: NEVER } }, 'projects', ['Reading projects']],
  ['the key is refused', { answers: { projects: refused('invalid_api_key', 'the service refuses the key', 'enter a new one') } }, 'projects', ['The projects cannot be read', 'The service refuses the key. Enter a new one.', 'Details', 'Try again']],
  ['no project chosen', { state: 'none' }, 'connect', ['No project chosen', 'Choose a project']],
  ['no session', { state: 'none' }, 'session', ['No session', 'Polling of a controller starts only when you start a session.']],
  ['rows of a program that is gone', { answers: { rows: refused('console_unreachable', 'the console does not answer', '') } }, 'session', ['The tags cannot be shown', 'It is shown again when the connection is back.']],
  ['rows refused', { answers: { rows: refused('not_found', 'there is no such session', 'start it again') } }, 'session', ['The tags cannot be shown', 'Start it again.']],
  ['rows load', { answers: { rows: NEVER } }, 'session', ['First scan']],
  ['rows counted, not yet here', { answers: { rows: () => ({ window: 1, missing: [], counts: { matching: 1432, pinned: 0, all: 1432, good: 1432, uncertain: 0, bad: 0, requested: 0 } }) } }, 'session', ['1 432']],
  ['no tags', { tags: 0 }, 'session', ['No tags yet']],
  ['connecting', { state: 'connecting' }, 'session', ['Connecting', 'Attempt 1: logix://192.168.10.21/1,0']],
  ['waiting', { state: 'waiting' }, 'session', ['Not connected', '0:', 'No answer to read tags within 2000 ms', 'Attempt 5 at', 'Try now']],
  ['fault', { state: 'fault' }, 'session', ['Stopped', 'Another device answers at this address', 'Check before start', 'Read this one']],
  ['paused', { state: 'paused' }, 'session', ['Paused', 'You paused reading at', 'Resume']],
  ['stopped', { state: 'stopped' }, 'session', ['Stopped', 'You stopped this session at', 'Start again']],
  ['service away', {
    change: (it) => ({ ...it, outbox: { ...it.outbox, depth: 1283, oldest: Date.now() - 321_000 }, delivery: { ...it.delivery, state: { ...AWAY, until: Date.now() + 4000 }, lastPush: Date.now() - 321_000 } }),
  }, 'session', ['Not delivered', 'Reading, not delivered: no answer', 'Last delivered at']],
  ['gaps and a warning', {
    change: (it) => ({ ...it, outbox: { ...it.outbox, lost: 40, losses: [{ from: 1, to: 40, cause: 'size' }] }, warnings: [verbatim('The disk has 120 MB left; the outbox keeps a reserve of 256 MB')] }),
  }, 'session', ['40 lost', 'The disk has 120 MB left']],
  ['a changed program', {
    change: (it) => ({ ...it, source: { file: 'Line.L5X', project: 'Line', tags: 431, differing: 25, differences: [verbatim('Speed is of type DINT, the project says REAL')], problem: null } }),
  }, 'session', ['The controller differs from the project in 25 places.', 'Show']],
  ['no names', {
    change: (it) => ({ ...it, source: { file: '', project: '', tags: 0, differing: 0, differences: [], problem: verbatim('the key may not read project source: names come from the controller') } }),
  }, 'session', ['The key may not read project source: names come from the controller.']],
  ['another device', {
    change: (it) => ({ ...it, delivery: { ...it.delivery, state: { ...AWAY, trouble: 'conflict', cause: verbatim('GATEWAY-04 pushed 2 s ago'), until: Date.now() + 9000 } } }),
  }, 'session', ['Not delivered', 'GATEWAY-04', 'Take over']],
  ['no events', { state: 'none', answers: { log: () => [] } }, 'diagnostics', ['No events yet', 'Run the doctor', 'Counters appear when a session runs.']],
  ['the log loads', { answers: { log: NEVER } }, 'diagnostics', ['Reading the log']],
  ['the log fails', { answers: { log: refused('disk', 'the log cannot be read', 'free some room') } }, 'diagnostics', ['The log cannot be read', 'Free some room.']],
  ['settings load', { answers: { overview: NEVER } }, 'settings', ['Reading the settings']],
  ['settings fail', { answers: { overview: refused('disk', 'the settings are damaged', 'delete the file') } }, 'settings', ['The settings cannot be read', 'Delete the file.']],
  ['no service', { service: NO_SERVICE, state: 'none' }, 'settings', ['No service is set up', 'Start the built-in service']],
];

test.each(SCENES)('%s', (_, scene, place, texts) =>
  on(scene, { place }, async ({ page }) => {
    for (const text of texts) await page.locator('main, .top').getByText(text).first().waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
  }));

test('the differences from the project are listed', () =>
  on({
    change: (it) => ({ ...it, source: { file: 'Line.L5X', project: 'Line', tags: 431, differing: 25, differences: [verbatim('Speed is of type DINT, the project says REAL')], problem: null } }),
  }, { place: 'session' }, async ({ page }) => {
    await page.getByRole('status').getByRole('button', { name: 'Show' }).click();
    const dialog = page.getByRole('dialog', { name: 'Differences from the project' });
    await dialog.getByText('Speed is of type DINT, the project says REAL.').waitFor();
    await dialog.getByText('and 24 more').waitFor();
    expect(await violations(page)).toEqual([]);
  }));
