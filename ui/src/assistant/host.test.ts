import { expect, test, vi } from 'vitest';

const sent: unknown[] = [];
let listener: ((event: object) => void) | undefined;
const parent = { postMessage: (message: unknown) => sent.push(message) };
const SITE = 'https://portal.example.com';

vi.useFakeTimers();
vi.stubGlobal('navigator', { language: 'en' });
vi.stubGlobal('window', { parent });
vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => SITE }), documentElement: {} });
vi.stubGlobal('addEventListener', (_: string, handler: (event: object) => void) => (listener = handler));
const { host } = await import('./host.svelte');

test.each([
  ['in time', 15 * 60_000, 14],
  ['by a clock that is an hour behind', 75 * 60_000, 14],
  ['by a clock that is an hour ahead, not every second', -45 * 60_000, 1],
])('a new token is requested %s', async (_, left, minutes) => {
  host.begin();
  sent.length = 0;
  const give = (): void => listener?.({ source: parent, origin: SITE, data: { tagbridge: 'token', token: 't', expires_at: new Date(Date.now() + left).toISOString(), project_id: 'p' } });
  give();
  await vi.advanceTimersByTimeAsync(minutes * 60_000 - 1);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ tagbridge: 'token_wanted' }]);
  vi.clearAllTimers();
});
