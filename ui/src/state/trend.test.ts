import { expect, test } from 'vitest';
import type { Lane } from '../bindings/desk';
import { columns, held, holes, TrendData } from './trend';

const LANE: Lane = { tag: 'a', type: 'REAL', unit: '', isNotDrawn: false, times: [10, 20, 30, 40], values: [1, 2, null, 4] };

test.each([[5, null], [10, 1], [19, 1], [20, 2], [35, null], [40, 4], [99, 4]])('at %d it held %j', (time, value) => expect(held(LANE, time)).toBe(value));

/** What columns show, from lowest to highest; `-`: nothing. */
function shown(...given: [from: number, column: number, count: number, until: number]): string {
  const { low, high } = columns(LANE, ...given);
  return low.map((it, i) => (Number.isNaN(it) ? '-' : it === high[i] ? it : `${it}..${high[i]}`)).join(' ');
}

const SHOWN: [[from: number, column: number, count: number, until: number], string][] = [
  // A value stands until the next; a column in which it changes reaches from one to the other.
  [[10, 5, 7, 50], '1 1 1..2 2 2 - 4'],
  [[5, 10, 5, 50], '1 1..2 2 4 4'],
  [[0, 100, 1, 50], '1..4'],
  // The one that held at the beginning stands there; after what is known nothing does.
  [[12, 4, 2, 50], '1 1'],
  [[36, 8, 4, 50], '4 4 - -'],
  [[0, 2, 3, 50], '- - -'],
];
test.each(SHOWN)('columns %j show %s', (given, text) => expect(shown(...given)).toBe(text));

test('a hole reaches from the null to the next value', () => {
  expect(holes(LANE, 0, 60, 50)).toEqual([[30, 40]]);
  expect(holes(LANE, 35, 38, 50)).toEqual([[35, 38]]);
  expect(holes(LANE, 41, 60, 50)).toEqual([]);
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
