import { expect, test } from 'vitest';
import type { TimeLine } from '../bindings/desk';
import { gapsIn, part, shown, timeAt } from './time-line';

const why = { code: 'gap-reason-ended', arguments: {} };
const line: TimeLine = { from: 1000, until: 9000, gaps: [{ from: 2000, until: 4000, why }, { from: 8000, until: 8500, why }], incidents: [] };

test('the line ends now and has the length of its span', () => {
  expect(shown(line, 5000, 10_000, null)).toEqual({ from: 5000, until: 10_000 });
  expect(shown(line, 50_000, 10_000, null)).toEqual({ from: 1000, until: 10_000 });
});

test('a moment before the span becomes visible', () => {
  expect(shown(line, 4000, 10_000, 3000)).toEqual({ from: 1000, until: 5000 });
  expect(shown(line, 4000, 10_000, 7000)).toEqual({ from: 6000, until: 10_000 });
});

test('times and positions are converted in both directions', () => {
  const of = { from: 1000, until: 3000 };
  expect([part(0, of), part(2000, of), part(9000, of)]).toEqual([0, 0.5, 1]);
  expect([timeAt(0, of), timeAt(0.25, of), timeAt(2, of)]).toEqual([1000, 1500, 3000]);
});

test('gaps are cut to the shown time', () => {
  expect(gapsIn(line, { from: 3000, until: 5000 })).toEqual([{ left: 0, width: 0.5, why }]);
});
