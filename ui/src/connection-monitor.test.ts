import { expect, test } from 'vitest';
import { ConnectionMonitor } from './connection-monitor';

test('after three seconds without a message the connection is lost, until the next message', () => {
  const monitor = new ConnectionMonitor();
  monitor.received(0);
  expect([300, 1000, 2000, 2900, 3000, 4000].map((now) => monitor.check(now))).toEqual([null, null, 'ask', 'ask', 'lost', 'ask']);
  expect(monitor.received(4100)).toBe(true);
  expect(monitor.received(4200)).toBe(false);
  expect(monitor.check(4300)).toBe(null);
});

test('a page that was suspended detects the loss at its first check', () => {
  const monitor = new ConnectionMonitor();
  monitor.received(1000);
  expect(monitor.check(61_000)).toBe('lost');
});
