import { expect, test } from 'vitest';
import type { LogEvent } from '../bindings/desk';
import { joined, KEPT, newer } from './event-list';

const event = (id: number): LogEvent => ({ id, at: id, level: 'info', session: null, message: { code: 'verbatim', arguments: { text: '' } }, target: '', fields: [] });
const range = (from: number, to: number): LogEvent[] => Array.from({ length: to - from + 1 }, (_, i) => event(from + i));
const ids = (of: LogEvent[]): number[] => of.map((it) => it.id);

test('known events are not added again', () => {
  expect(ids(joined(range(1, 3), range(2, 5)))).toEqual([1, 2, 3, 4, 5]);
  expect(ids(joined([], range(7, 8)))).toEqual([7, 8]);
  expect(ids(newer(range(1, 4), range(1, 2)))).toEqual([3, 4]);
});

test('the list is not longer than the list of the desk, also after days', () => {
  const all = joined(range(1, KEPT), range(KEPT - 1, KEPT + 3));
  expect([all.length, all[0]?.id, all.at(-1)?.id]).toEqual([KEPT, 4, KEPT + 3]);
});
