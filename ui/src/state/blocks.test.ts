import { expect, test } from 'vitest';
import { blockNumber, pasted } from './blocks';

test.each([
  ['Mixer = 12', [['Mixer', '12']]], ['"Mixer" = 12\r\n"Dosing unit" = 7', [['Mixer', '12'], ['Dosing unit', '7']]],
  ['mixer\tDB12', [['Mixer', '12']]], ['Dosing unit;7', [['Dosing unit', '7']]], ['Nobody = 3', []], ['12', []], ['Mixer = twelve', []], ['', []],
])('%j', (text, found) => expect([...pasted(text, ['Mixer', 'Dosing unit'])]).toEqual(found));

test.each([['12', 12], [' DB12 ', 12], ['db7', 7], ['65535', 65535], ['65536', null], ['0', null], ['', null], ['1.5', null], ['-3', null], ['DB', null]])(
  'the number %j', (text, number) => expect(blockNumber(text)).toBe(number));
