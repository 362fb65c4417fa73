import { expect, test } from 'vitest';
import { shownTime, tick } from './picture';

const at = (day: number, hour: number): number => new Date(2025, 10, day, hour).getTime();

test('a time range within one day shows the day once', () => {
  const view = { from: at(20, 9), to: at(20, 11), language: 'en' as const };
  expect(shownTime(view)).toBe('20 November 2025, 09:00:00.000 – 11:00:00.000');
  expect([0, 0.5, 1].map((it) => tick(view, it))).toEqual(['09:00:00', '10:00:00', '11:00:00']);
});

test('a time range over midnight shows both days, also on its axis', () => {
  const view = { from: at(20, 23), to: at(21, 1), language: 'de' as const };
  expect(shownTime(view)).toBe('20. November 2025, 23:00:00,000 – 21. November 2025, 01:00:00,000');
  expect([0, 1].map((it) => tick(view, it))).toEqual(['20.11.25 23:00:00', '21.11.25 01:00:00']);
});
