import { expect, test } from 'vitest';
import { pieces } from './cited';

test('numbers of citations are separate pieces, other brackets are text', () => {
  expect(pieces('Run is on while Auto is on. [1] So is Conveyors[2]. [2]', 2).map((it) => it.cited ?? it.text)).toEqual(['Run is on while Auto is on. ', 0, ' So is Conveyors[2]. ', 1]);
  expect(pieces('OTE(Lane[1].Run) ,OTE(Map[0][1]) [1] [2]', 2).map((it) => it.cited ?? it.text)).toEqual(['OTE(Lane[1].Run) ,OTE(Map[0][1]) ', 0, ' ', 1]);
  expect(pieces('Lane[7] [0] [9]', 2)).toEqual([{ text: 'Lane[7] [0] [9]', cited: null }]);
  expect(pieces('', 3)).toEqual([]);
});
