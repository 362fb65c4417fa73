import { expect, test } from 'vitest';
import type { Lane } from '../bindings/desk';
import { drawing } from './picture-svg';

const LANE: Lane = { tag: 'a', type: 'REAL', unit: '', isNotDrawn: false, cutAt: null, times: [0, 10_000, 20_000], values: [1, 2, 3], uncertain: [] };
const drawn = (lane: Lane): string => drawing('t', 'n', [{ titles: ['a'], curves: [{ lane, letter: 'A' }], scale: null }], { from: 0, to: 30_000, until: 30_000, cursor: null, a: null, b: null, scale: null, isOld: false, language: 'en' });

test('uncertain values are drawn lighter, all others unchanged', () => {
  const [certain, uncertain] = [drawn(LANE), drawn({ ...LANE, uncertain: [10_000] })];
  const paths = (text: string): string[] => text.split('\n').filter((it) => it.startsWith('<path stroke="#0a5686"'));
  expect(paths(certain)).toHaveLength(1);
  expect(paths(uncertain)).toHaveLength(2);
  expect(paths(uncertain)[1]).toContain('stroke-opacity="0.4"');
  expect(paths(uncertain)[0]).not.toBe(paths(certain)[0]);
});
