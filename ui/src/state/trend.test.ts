import { expect, test } from 'vitest';
import type { Lane } from '../bindings/desk';
import { held, holes, steps, TrendData } from './trend';

const LANE: Lane = { tag: 'a', type: 'REAL', unit: '', isNotDrawn: false, times: [10, 20, 30, 40], values: [1, 2, null, 4] };

test.each([[5, null], [10, 1], [19, 1], [20, 2], [35, null], [40, 4], [99, 4]])('at %d it held %j', (time, value) => expect(held(LANE, time)).toBe(value));

test('a window begins with what held there, ends where it is known to hold, and closes before a hole', () => {
  expect(steps(LANE, 15, 60, 50)).toEqual([[15, 20, 30, 30, 40, 50], [1, 2, 2, null, 4, 4]]);
});

test('a window before everything is empty', () => expect(steps(LANE, 0, 5, 50)).toEqual([[], []]));

test('a hole reaches from the null to the next value', () => {
  expect(holes(LANE, 0, 60, 50)).toEqual([[30, 40]]);
  expect(holes({ ...LANE, values: [1, 2, null, null] }, 0, 60, 50)).toEqual([[30, 50]]);
});

test('points are added in order, and never twice', () => {
  const data = new TrendData();
  data.open({ session: 's', lanes: [LANE] });
  data.add({ session: 's', until: 55, lanes: [{ times: [40, 50], values: [9, 5] }] });
  expect(data.lane('a')).toMatchObject({ times: [10, 20, 30, 40, 50], values: [1, 2, null, 4, 5] });
  expect(data.until).toBe(55);
  expect(LANE.times).toHaveLength(4);
});
