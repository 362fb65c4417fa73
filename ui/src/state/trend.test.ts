import { describe, expect, test } from 'vitest';
import type { Lane, TrendFrame } from '../bindings/desk';
import { columns, figure, held, holes, isSame, isUncertain, isRecent, lastRead, TrendData } from './trend';

const LANE: Lane = { tag: 'a', type: 'REAL', unit: '', isNotDrawn: false, cutAt: null, times: [10, 20, 30, 40], values: [1, 2, null, 4], uncertain: [] };

test.each([[5, null], [10, 1], [19, 1], [20, 2], [35, null], [40, 4], [99, 4]])('the value at %d is %j', (time, value) => expect(held(LANE, time)).toBe(value));

/** The contents of columns, from lowest to highest value; `-`: no value. */
function shown(...given: [from: number, column: number, count: number, until: number]): string {
  const { low, high } = columns(LANE, ...given);
  return low.map((it, i) => (Number.isNaN(it) ? '-' : it === high[i] ? it : `${it}..${high[i]}`)).join(' ');
}

const SHOWN: [[from: number, column: number, count: number, until: number], string][] = [
  // A value is valid until the next; a column with a change contains both.
  [[10, 5, 7, 50], '1 1 1..2 2 2 - 4'],
  [[5, 10, 5, 50], '1 1..2 2 4 4'],
  [[0, 100, 1, 50], '1..4'],
  // The initial value is at the beginning; after the known time there is no value.
  [[12, 4, 2, 50], '1 1'],
  [[36, 8, 4, 50], '4 4 - -'],
  [[0, 2, 3, 50], '- - -'],
];
test.each(SHOWN)('columns %j show %s', (given, text) => expect(shown(...given)).toBe(text));

/** In which of ten columns of 10 ms there is a gap. */
const hatched = (values: (number | null)[], until: number): [number, number][] => columns({ ...LANE, values }, 0, 10, 10, until).holes;

test.each([
  [[1, 2, null, 4], 50, [[3, 4]]],
  [[null, null, null, null], 50, [[1, 5]]],
  [[1, null, 3, null], 50, [[2, 3], [4, 5]]],
  // A gap that has just begun takes one column.
  [[1, 2, 3, null], 41, [[4, 5]]],
  [[1, 2, 3, null], 40, []],
])('%j has gaps until %d in columns %j', (values, until, expected) => expect(hatched(values, until)).toEqual(expected));

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

test('the last value is valid until the gap after it, or until the newest scan', () => {
  const lane = (times: number[], values: (number | null)[]): Lane => ({ ...LANE, times, values });
  expect(lastRead(lane([10, 20], [1, 2]), 50)).toEqual({ value: 2, until: 50 });
  expect(lastRead(lane([10, 20, 30], [1, 2, null]), 50)).toEqual({ value: 2, until: 30 });
  expect(lastRead(lane([10], [null]), 50)).toBeNull();
  expect(lastRead(lane([], []), 50)).toBeNull();
});

test('a gap reaches from the null to the next value', () => {
  expect(holes(LANE, 0, 60, 50)).toEqual([[30, 40]]);
  expect(holes(LANE, 35, 38, 50)).toEqual([[35, 38]]);
  expect(holes(LANE, 41, 60, 50)).toEqual([]);
  expect(holes({ ...LANE, values: [1, 2, null, null] }, 0, 60, 50)).toEqual([[30, 50]]);
});

/** A frame that adds one point to a lane of the trend with this number. */
const frame = (number: number, at: number, value = 5): TrendFrame => ({ session: 's', number, renew: false, until: at + 5, lanes: [{ times: [at], values: [value], uncertain: [] }] });

test('points are added in order, and only once', () => {
  const data = new TrendData();
  data.open({ session: 's', number: 1, until: 40, lanes: [LANE] });
  data.add({ session: 's', number: 1, renew: false, until: 55, lanes: [{ times: [40, 50], values: [9, 5], uncertain: [40, 50] }] });
  expect(data.lane('a')).toMatchObject({ times: [10, 20, 30, 40, 50], values: [1, 2, null, 4, 5], uncertain: [50] });
  expect(data.until).toBe(55);
  expect(LANE.times).toHaveLength(4);
});

test('a constant value is known until the newest scan', () => {
  const data = new TrendData();
  data.open({ session: 's', number: 1, until: 90, lanes: [LANE] });
  expect(data.until).toBe(90);
});

describe('a frame', () => {
  test('that arrives before its answer waits for it, and does not belong to the previous trend', () => {
    const data = new TrendData();
    data.open({ session: 's', number: 1, until: 40, lanes: [LANE] });
    expect([data.add(frame(2, 60)), data.add(frame(2, 70))]).toEqual([true, true]);
    expect(data.lane('a')?.times).toEqual(LANE.times);
    expect(data.open({ session: 's', number: 2, until: 40, lanes: [{ ...LANE, tag: 'b' }] })).toBe(true);
    expect(data.lane('b')?.times).toEqual([...LANE.times, 60, 70]);
    expect(data.until).toBe(75);
  });

  test('of the previous trend is discarded', () => {
    const data = new TrendData();
    data.add(frame(2, 60));
    data.open({ session: 's', number: 3, until: 40, lanes: [LANE] });
    data.add(frame(2, 70));
    expect(data.lane('a')?.times).toEqual(LANE.times);
    expect(data.until).toBe(40);
  });

  test('that does not continue the points requires the trend to be opened again, also before the answer', () => {
    const data = new TrendData();
    data.open({ session: 's', number: 1, until: 40, lanes: [LANE] });
    expect(data.add({ ...frame(1, 60), renew: true, lanes: [] })).toBe(false);
    expect(data.until).toBe(40);
    data.add({ ...frame(2, 60), renew: true, lanes: [] });
    expect(data.open({ session: 's', number: 2, until: 40, lanes: [LANE] })).toBe(false);
  });

  test('of the first trend of a new connection does not belong to the lost one', () => {
    const data = new TrendData();
    data.open({ session: 's', number: 7, until: 40, lanes: [LANE] });
    data.lose();
    data.add(frame(1, 60));
    data.open({ session: 's', number: 1, until: 40, lanes: [LANE] });
    expect(data.lane('a')?.times.at(-1)).toBe(60);
  });
});

test('prepended points contain where they were cut, and their quality', () => {
  const data = new TrendData();
  data.open({ session: 's', number: 1, until: 40, lanes: [LANE] });
  data.prepend('a', { points: { times: [2, 4, 10], values: [7, 8, 9], uncertain: [4, 10] }, cutAt: 4, isWhole: false });
  expect(data.lane('a')).toMatchObject({ times: [2, 4, ...LANE.times], values: [7, 8, ...LANE.values], uncertain: [4], cutAt: 4 });
  data.prepend('a', { points: { times: [1], values: [6], uncertain: [] }, cutAt: null, isWhole: true });
  expect(data.lane('a')?.cutAt).toBe(4);
});

test('an uncertain value is uncertain until the next, and in each of its columns', () => {
  const lane = { ...LANE, uncertain: [20] };
  expect([10, 20, 29, 30, 5].map((it) => isUncertain(lane, it))).toEqual([false, true, true, false, false]);
  expect(columns(lane, 10, 5, 7, 50).uncertain).toEqual([false, false, true, true, true, false, false]);
  expect(isSame(columns(lane, 10, 5, 7, 50), columns(LANE, 10, 5, 7, 50))).toBe(false);
});

test('the last value counts as live for three intervals, and for at least 10 s', () => {
  expect([isRecent(0, 10_000, 100), isRecent(0, 10_001, 100), isRecent(0, 180_000, 60_000), isRecent(0, 180_001, 60_000)]).toEqual([true, false, true, false]);
});

test.each([
  ['REAL', 33.451799, '33.451799'], ['REAL', 16777216, '16777216'], ['LREAL', 1234.56789012345, '1234.56789012345'], ['DINT', 123456789, '123456789'],
  ['LREAL', 0.1 + 0.2, '0.30000000000000004'], ['LINT', 2 ** 53 + 2, '≈ 9007199254740994'], ['LREAL', 2 ** 60, '1152921504606847000'], ['BOOL', 1, 'TRUE'], ['BOOL', 0.5, '0.5'], ['REAL', null, '–'],
] as const)('a %s with value %j is shown as %s', (type, value, text) => expect(figure({ ...LANE, type }, value, 'en')).toBe(text));
