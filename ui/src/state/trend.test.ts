import { expect, test } from 'vitest';
import type { Lane } from '../bindings/desk';
import { columns, held, holes, isSame, TrendData } from './trend';

const LANE: Lane = { tag: 'a', type: 'REAL', unit: '', isNotDrawn: false, cutAt: null, times: [10, 20, 30, 40], values: [1, 2, null, 4] };

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

/** In which of ten columns of ten each nothing was read. */
const hatched = (values: (number | null)[], until: number): [number, number][] => columns({ ...LANE, values }, 0, 10, 10, until).holes;

test.each([
  [[1, 2, null, 4], 50, [[3, 4]]],
  [[null, null, null, null], 50, [[1, 5]]],
  [[1, null, 3, null], 50, [[2, 3], [4, 5]]],
  // One that has only begun takes a column.
  [[1, 2, 3, null], 41, [[4, 5]]],
  [[1, 2, 3, null], 40, []],
])('of %j nothing was read by %d in columns %j', (values, until, expected) => expect(hatched(values, until)).toEqual(expected));

const NOTHING_YET: Lane = { ...LANE, times: [40], values: [null] };
const UNTIL: [string, Lane, [from: number, until: number], [from: number, until: number], boolean][] = [
  ['a value that stands, moved on', { ...LANE, times: [10], values: [1] }, [20, 50], [30, 60], true],
  ['nothing read from the beginning', NOTHING_YET, [0, 40], [0, 60], false],
  ['a hole that grows', LANE, [0, 40], [0, 50], false],
  ['a hole that grows in a span that was chosen', NOTHING_YET, [45, 50], [45, 80], false],
  ['a hole that has grown past what is shown', NOTHING_YET, [45, 150], [45, 160], true],
];
test.each(UNTIL)('%s', (_, lane, one, other, expected) => {
  const [before, after] = [one, other].map(([from, until]) => columns(lane, from, 10, 10, until));
  expect(isSame(before!, after!)).toBe(expected);
});

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
