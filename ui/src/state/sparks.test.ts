import { expect, test } from 'vitest';
import { drawn, numeric, Sparks } from './sparks';

test.each([['12.5', 12.5], ['-3', -3], ['true', 1], ['false', 0], ['1e3', 1000], ['', null], [' ', null], ['–', null], ['Still', null], ['NaN', null]])(
  '%j as a number', (text, value) => expect(numeric(text)).toBe(value));

test('a curve stands at the right, and a hole is not bridged', () => {
  expect(drawn([0, 1])).toBe('M59 19.0L60 3.0');
  expect(drawn([1, 1])).toBe('M59 11.0L60 11.0');
  expect(drawn([0, null, 1])).toBe('M58 19.0M60 3.0');
  expect(drawn([1])).toBe('');
  expect(drawn([null, null])).toBe('');
});

test('a minute is kept, of a bounded number of tags', () => {
  const sparks = new Sparks();
  for (let i = 0; i < 100; i += 1) sparks.sample([{ name: 'a', text: String(i), quality: 'good' }]);
  expect(sparks.path('a').match(/[ML]/g)).toHaveLength(61);
  for (let i = 0; i < 700; i += 1) sparks.sample([{ name: `b${i}`, text: '1', quality: 'good' }]);
  expect(sparks.path('a')).toBe('');
});
