import { expect, test } from 'vitest';
import { short, ticks } from './lane-scale';

test.each<[number, number, [string, string]]>([
  [0, 100, ['0', '100']],
  [1.8, 1.9, ['1.80', '1.90']],
  [5, 5.00001, ['5.000000', '5.000010']],
  [0, 20_000_000, ['0', '2.0e+7']],
  [12_345_600, 12_345_700, ['12345600', '12345700']],
  [12_000_000, 15_000_000, ['1.2e+7', '1.5e+7']],
  [1_234_567_800, 1_234_567_900, ['…4567800', '…4567900']],
  [-1_234_567_900, -1_234_567_800, ['-…4567900', '-…4567800']],
  [0.0001234, 0.0001235, ['1.234e-4', '1.235e-4']],
])('the ends of a scale from %d to %d are distinguishable', (low, high, ends) => {
  expect([low, high].map((it) => short(it, high - low, 'en'))).toEqual(ends);
});

test.each<[number, number, number, number[]]>([
  [1.75, 1.9, 4, [1.75, 1.8, 1.85, 1.9]],
  [1.75, 1.9, 3, [1.8, 1.9]],
  [0, 100, 5, [0, 50, 100]],
  [-20, 20, 5, [-20, -10, 0, 10, 20]],
  [2.2, 2.5, 2, [2.2, 2.4]],
  [5, 5.00001, 3, [5, 5.000005, 5.00001]],
])('the scale from %d to %d has at most %d round numbers', (low, high, most, expected) => expect(ticks(low, high, most)).toEqual(expected));

test('German uses a comma', () => expect(short(1.85, 0.1, 'de')).toBe('1,85'));
