import { describe, expect, test } from 'vitest';
import type { Frame } from '../bindings/desk';
import { path, TagWindow, wanted, type Row } from './window';

const COUNTS = { matching: 3, pinned: 1, all: 3, good: 2, uncertain: 0, bad: 1, requested: 0 };

function frame(part: Partial<Frame>): Frame {
  return { frame: 1, session: 's', window: 1, at: 1000, counts: COUNTS, whole: null, rows: [], texts: [], qualities: [], reasons: [], times: [], ...part };
}

const WHOLE = frame({
  whole: {
    head: 0, offset: 10, names: ['a', 'b'], types: ['DINT', ''], comments: ['first', ''], units: ['', ''], addresses: [], requested: [false, true], pinned: [true, false], letters: [null, null],
    levels: [0, 1], labels: ['a', 'b'], kinds: ['structure', 'leaf'], parts: [1, 0], unfolded: [true, false],
  },
  rows: [0, 1], texts: ['7', '–'], qualities: [0, 2], reasons: [null, 'unknown_tag'], times: [null, 950],
});

describe('a window', () => {
  test('uses a complete frame, then changes', () => {
    const table = new TagWindow();
    expect(table.apply(WHOLE)).toBe(true);
    expect(table.row(11)).toMatchObject({ name: 'b', text: '–', quality: 'bad', reason: 'unknown_tag', requested: true, time: 950 });
    expect(table.row(10)?.time).toBeNull();
    expect(table.apply(frame({ frame: 2, rows: [0], texts: ['8'], qualities: [1], reasons: ['stale'], times: [990] }))).toBe(true);
    expect(table.row(10)).toMatchObject({ name: 'a', text: '8', quality: 'uncertain', reason: 'stale', time: 990 });
    expect([table.row(9), table.row(12)]).toEqual([undefined, undefined]);
  });

  test('discards frames of an older window, and changes before the complete frame', () => {
    const table = new TagWindow();
    expect(table.apply(frame({ rows: [0], texts: ['1'], qualities: [0], reasons: [null], times: [1] }))).toBe(false);
    table.apply({ ...WHOLE, window: 4 });
    expect(table.apply({ ...WHOLE, window: 3 })).toBe(false);
    expect(table.apply(frame({ window: 5 }))).toBe(false);
  });

  test('knows which rows it contains', () => {
    const table = new TagWindow();
    table.apply(WHOLE);
    expect([table.covers(10, 12), table.covers(9, 11), table.covers(11, 13)]).toEqual([true, false, false]);
    expect(table.tags).toBeNull();
    table.apply({ ...WHOLE, counts: { ...WHOLE.counts, matching: 2 }, whole: { ...WHOLE.whole!, levels: [0, 1] } });
    expect(table.tags).toBe(1);
  });

  test('contains the pinned rows at any position', () => {
    const table = new TagWindow();
    table.apply({ ...WHOLE, whole: { ...WHOLE.whole!, head: 1, offset: 40 } });
    expect([0, 1, 39, 40, 41].map((it) => table.row(it)?.name)).toEqual(['a', undefined, undefined, 'b', undefined]);
    expect([table.covers(40, 41), table.covers(40, 42), table.covers(0, 1)]).toEqual([true, false, false]);
    table.apply(frame({ frame: 2, rows: [1], texts: ['3'], qualities: [0], reasons: [null], times: [null] }));
    expect(table.row(40)).toMatchObject({ text: '3', quality: 'good' });
  });
});

describe('the requested range', () => {
  const has = { from: 1000, to: 1260 };
  test.each([
    ['in the middle: nothing', { from: 1120, to: 1140 }, null],
    ['near the end', { from: 1220, to: 1240 }, { offset: 1100, limit: 260 }],
    ['near the beginning', { from: 1010, to: 1030 }, { offset: 890, limit: 260 }],
    ['far away', { from: 40_000, to: 40_020 }, { offset: 39_880, limit: 260 }],
  ])('%s', (_, visible, answer) => expect(wanted(visible, has, 50_000, 120)).toEqual(answer));
  test('does not exceed the ends', () => {
    expect(wanted({ from: 0, to: 20 }, { from: 0, to: 180 }, 50_000, 120)).toBeNull();
    expect(wanted({ from: 80, to: 100 }, { from: 0, to: 100 }, 100, 120)).toBeNull();
  });
});

test.each([
  ['Speed', '', '', 'Speed'], ['Conveyor.Speed', '', 'Conveyor.', 'Speed'],
  ['Program:Filler.Valve[3].Position', 'Program:Filler.', 'Valve[3].', 'Position'], ['.odd', '', '', '.odd'],
])('the path of %s', (name, scope, near, leaf) => expect(path(name)).toEqual({ scope, near, leaf }));

test('while the connection is lost no row is good, and earlier frames are discarded', () => {
  const table = new TagWindow();
  const row = { name: 'A', quality: 'good', reason: null } as Row;
  [table.rows, table.window] = [[row], 7];
  table.disconnect();
  expect([table.rows[0]!.quality, table.window]).toEqual(['unread', 0]);
});
