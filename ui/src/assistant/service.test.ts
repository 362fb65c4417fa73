import { expect, test } from 'vitest';
import { tagsOf } from './service';

test('the tags of an answer are the cited ones and those named in full', () => {
  const cited = [{ location_kind: 'tag', path: 'Auto' }, { location_kind: 'rung', path: 'Main/Ladder', rung: 1 }];
  expect(tagsOf('Run_1 is off while Speed. is 0.', cited, ['Run', 'Run_1', 'Speed', 'Auto'])).toEqual(['Auto', 'Run_1', 'Speed']);
  expect(tagsOf('Conveyors[1].Speed', [], ['Conveyors', 'Speed', 'Conveyors[1].Speed'])).toEqual(['Conveyors[1].Speed']);
});
