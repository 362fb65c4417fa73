import { expect, test } from 'vitest';
import { better, leftOut, requests, withoutOthers } from './reading';

test('an interval that a scan would fill is proposed longer, and no other', () => {
  expect([better(50, 12), better(50, 40), better(50, 41), better(10, 42), better(1000, 5000), better(10, null), better(60_000, 59_000)]).toEqual([null, null, 100, 100, 10_000, null, 3_600_000]);
});

test('what an interval costs the controller', () => {
  expect([requests(10, 1, []), requests(500, 0, []), requests(1000, 14, [{ intervalMs: 20 }, { intervalMs: 10_000 }])]).toEqual([100, 2, 64.1]);
});

test('a tag that gets a group leaves the one it was in', () => {
  expect(withoutOthers([{ text: 'A\nB\nC' }, { text: 'D' }], ['B', 'D'])).toEqual([{ text: 'A\nC' }, { text: '' }]);
});

test('what a session has no room for: of what is read at its own rate the last', () => {
  expect(leftOut(['A', 'B', 'C', 'D'], [['D'], ['B', 'E']], 4)).toEqual(['C']);
  expect(leftOut(['A', 'A', 'B'], [], 2)).toEqual([]);
  expect(leftOut(['A'], [['B', 'C', 'D']], 2)).toEqual(['D', 'A']);
});
