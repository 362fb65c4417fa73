import { expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
const { names, WatchLists } = await import('./watch-lists.svelte');

test('names are taken as people paste them', () => {
  expect(names('A\r\n B \n\nA\n')).toEqual(['A', 'B']);
  expect(names('Name\tValue\nMotor.Speed\t3')).toEqual(['Name', 'Motor.Speed']);
  expect(names('A, B;Grid[1,2], "Data block".Level')).toEqual(['A', 'B', 'Grid[1,2]', '"Data block".Level']);
  expect(names('  ')).toEqual([]);
});

test('lists are kept for a project, and nonsense is none', () => {
  const kept: Record<string, string> = { 'tagbridge.lists.p': '[{"name":"x"},null,{"name":"y","tags":["A"]}]' };
  const storage = { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, value: string) => void (kept[key] = value) };
  const lists = new WatchLists('p', storage);
  expect(lists.all.map((it) => it.name)).toEqual(['y']);
  lists.show('b', ['B', 'C']);
  expect([lists.chosen, new WatchLists('p', storage).all.map((it) => it.name)]).toEqual(['b', ['b', 'y']]);
  expect([lists.add(['A', 'Z'], 'y'), lists.chosen, lists.tags]).toEqual([true, 'y', ['A', 'Z']]);
  expect([lists.add(['Q']), lists.tags, lists.add(['Q'], 'none')]).toEqual([true, ['A', 'Z', 'Q'], false]);
  lists.chosen = 'b';
  lists.remove('b');
  expect([lists.chosen, new WatchLists('p', storage).all.map((it) => it.name)]).toEqual([null, ['y']]);
  lists.undo();
  expect([lists.deleted, lists.chosen, new WatchLists('p', storage).all]).toEqual([null, null, lists.all]);
  expect(lists.all.map((it) => [it.name, it.tags])).toEqual([['b', ['B', 'C']], ['y', ['A', 'Z', 'Q']]]);
  lists.remove('b');
  lists.show('c', ['C']);
  expect(lists.deleted).toBe(null);
});
