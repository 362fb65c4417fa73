import { expect, test } from 'vitest';
import { short } from './lane-scale';

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

test('German uses a comma', () => expect(short(1.85, 0.1, 'de')).toBe('1,85'));
