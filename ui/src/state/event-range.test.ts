import { expect, test } from 'vitest';
import { within } from './event-range';

const NOW = new Date(2026, 10, 24, 12, 0, 0).getTime();
const minutes = (ago: number): number => NOW - ago * 60_000;

test('a duration selects the younger events', () => {
  const shown = (age: 'quarter' | 'hour' | 'day'): number[] => [1, 14, 16, 59, 61, 1439, 1441].filter((it) => within(minutes(it), { age, from: '', to: '' }, NOW));
  expect(shown('quarter')).toEqual([1, 14]);
  expect(shown('hour')).toEqual([1, 14, 16, 59]);
  expect(shown('day')).toEqual([1, 14, 16, 59, 61, 1439]);
  expect(within(0, { age: 'all', from: '', to: '' }, NOW)).toBe(true);
});

test('two times are local times, both included, and either can be empty', () => {
  const range = { age: 'between' as const, from: '2026-11-24T11:00:00', to: '2026-11-24T11:30:00' };
  expect([minutes(60), minutes(60) - 1, minutes(30) + 999, minutes(30) + 1000].map((it) => within(it, range, NOW))).toEqual([true, false, true, false]);
  expect(within(0, { ...range, from: '' }, NOW)).toBe(true);
  expect(within(NOW, { ...range, to: '' }, NOW)).toBe(true);
});
