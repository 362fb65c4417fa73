import { expect, test } from 'vitest';
import { history } from './history';

test('a value is valid until the next, and no line crosses a gap', () => {
  const it = history({ times: [0, 100, 200, 300], values: [0, 1, null, 0], until: 400 }, 0, 400, 400, 20);
  expect(it.path).toBe('M0 17L100 17L100 3L200 3M300 17L400 17');
  expect(it.holes).toEqual([{ from: 200, to: 300 }]);
  expect([it.changes, it.gaps]).toEqual([2, 1]);
  expect(it.latest).toEqual([{ at: 300, value: 0, lasted: null }, { at: 200, value: null, lasted: 100 }, { at: 100, value: 1, lasted: 100 }]);
});

test('a repeated value is not a change', () => {
  const it = history({ times: [0, 100, 200, 300], values: [0, 0, 5, 5], until: 400 }, 0, 400, 400, 20);
  expect([it.changes, it.latest]).toEqual([1, [{ at: 200, value: 5, lasted: null }, { at: 0, value: 0, lasted: 200 }]]);
});

test('an earlier value is drawn from the left edge, and a constant one in the middle', () => {
  const it = history({ times: [0], values: [7], until: 1000 }, 500, 1000, 100, 20);
  expect(it.path).toBe('M0 10L100 10');
  expect([it.known, it.changes]).toEqual([true, 0]);
  expect(history({ times: [], values: [], until: 0 }, 0, 10, 100, 20).known).toBe(false);
});

test('gaps that are close to each other are counted, and drawn as one', () => {
  // Ten scans per second, of which every second one failed.
  const times = Array.from({ length: 40 }, (_, i) => i * 100);
  const it = history({ times, values: times.map((_, i) => (i % 2 ? null : 5)), until: 4000 }, 0, 600_000, 268, 34);
  const places = it.holes.map(({ from }) => from);
  expect(new Set(places).size).toBe(places.length);
  expect([it.gaps, it.holes[0]?.from, it.holes.at(-1)?.to]).toEqual([20, 0, 1.8]);
});
