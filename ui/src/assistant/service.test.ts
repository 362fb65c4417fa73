import { expect, test } from 'vitest';
import { pieces, tagsOf } from './service';

test('an answer is parted where its citations stand', () => {
  expect(pieces('Run is off. [1] So is Stop. [12]')).toEqual(['Run is off. ', 1, ' So is Stop. ', 12, '']);
  expect(pieces('Array[x]')).toEqual(['Array[x]']);
});

test('an answer is about the tags that it cites or names as a whole', () => {
  const cited = [{ location_kind: 'tag', path: 'Auto' }, { location_kind: 'rung', path: 'Main/Ladder', rung: 1 }];
  expect(tagsOf('Run_1 is off while Speed. is 0.', cited, ['Run', 'Run_1', 'Speed', 'Auto'])).toEqual(['Auto', 'Run_1', 'Speed']);
  expect(tagsOf('Conveyors[1].Speed', [], ['Conveyors', 'Speed', 'Conveyors[1].Speed'])).toEqual(['Conveyors[1].Speed']);
});
