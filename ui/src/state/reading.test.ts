import { expect, test } from 'vitest';
import { better, leftOut, requests, withoutOthers } from './reading';

test('a longer interval is proposed if a scan needs most of it', () => {
  expect([better(50, 12), better(50, 40), better(50, 41), better(10, 42), better(1000, 5000), better(10, null), better(60_000, 59_000)]).toEqual([null, null, 100, 100, 10_000, null, 3_600_000]);
});

test('the load that an interval causes on the controller', () => {
  expect([requests(10, 1, []), requests(500, 0, []), requests(1000, 14, [{ intervalMs: 20 }, { intervalMs: 10_000 }])]).toEqual([100, 2, 64.1]);
});

test('a tag that is added to a group is removed from its previous group', () => {
  expect(withoutOthers([{ text: 'A\nB\nC' }, { text: 'D' }], ['B', 'D'])).toEqual([{ text: 'A\nC' }, { text: '' }]);
});

test('of the tags over the limit, tags at their own rate are omitted last', () => {
  expect(leftOut(['A', 'B', 'C', 'D'], [['D'], ['B', 'E']], 4)).toEqual(['C']);
  expect(leftOut(['A', 'A', 'B'], [], 2)).toEqual([]);
  expect(leftOut(['A'], [['B', 'C', 'D']], 2)).toEqual(['D', 'A']);
});
