import { expect, test, vi } from 'vitest';

const told: unknown[] = [];
let hear: ((event: object) => void) | undefined;
const parent = { postMessage: (message: unknown) => told.push(message) };
const SITE = 'https://portal.example.com';

vi.useFakeTimers();
vi.stubGlobal('navigator', { language: 'en' });
vi.stubGlobal('window', { parent });
vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => SITE }), documentElement: {} });
vi.stubGlobal('addEventListener', (_: string, handler: (event: object) => void) => (hear = handler));
const { host } = await import('./host.svelte');

test.each([
  ['in time', 15 * 60_000, 14],
  ['by a clock that is an hour behind', 75 * 60_000, 14],
  ['by a clock that is an hour ahead, not every second', -45 * 60_000, 1],
])('a new token is asked for %s', async (_, left, minutes) => {
  host.begin();
  told.length = 0;
  const give = (): void => hear?.({ source: parent, origin: SITE, data: { tagbridge: 'token', token: 't', expires_at: new Date(Date.now() + left).toISOString(), project_id: 'p' } });
  give();
  await vi.advanceTimersByTimeAsync(minutes * 60_000 - 1);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual([{ tagbridge: 'token_wanted' }]);
  vi.clearAllTimers();
});
