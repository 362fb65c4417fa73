import { expect, test } from 'vitest';
import type { StoredList } from './saved-by-name.svelte';
import { names, WatchLists } from './watch-lists.svelte';

/** A storage in memory. */
function storedList<T>(all: T[]): StoredList<T> {
  return { get all() { return all; }, keep: (next) => void (all = next) };
}

test('pasted names are parsed', () => {
  expect(names('A\r\n B \n\nA\n')).toEqual(['A', 'B']);
  expect(names('Name\tValue\nMotor.Speed\t3')).toEqual(['Name', 'Motor.Speed']);
  expect(names('A, B;Grid[1,2], "Data block".Level')).toEqual(['A', 'B', 'Grid[1,2]', '"Data block".Level']);
  expect(names('  ')).toEqual([]);
});

test('lists are stored for a project', () => {
  const storage = storedList([{ name: 'y', tags: ['A'] }]);
  const lists = new WatchLists(storage);
  lists.show('b', ['B', 'C']);
  expect([lists.chosen, new WatchLists(storage).all.map((it) => it.name)]).toEqual(['b', ['b', 'y']]);
  expect([lists.add(['A', 'Z'], 'y'), lists.chosen, lists.tags]).toEqual([true, 'y', ['A', 'Z']]);
  expect([lists.add(['Q']), lists.tags, lists.add(['Q'], 'none')]).toEqual([true, ['A', 'Z', 'Q'], false]);
  lists.chosen = 'b';
  lists.remove('b');
  expect([lists.chosen, new WatchLists(storage).all.map((it) => it.name)]).toEqual([null, ['y']]);
  lists.undo();
  expect([lists.deleted, lists.chosen, new WatchLists(storage).all]).toEqual([null, null, lists.all]);
  expect(lists.all.map((it) => [it.name, it.tags])).toEqual([['b', ['B', 'C']], ['y', ['A', 'Z', 'Q']]]);
  lists.remove('b');
  lists.show('c', ['C']);
  expect(lists.deleted).toBe(null);
});
