import { expect, test } from 'vitest';
import { drawn, numeric, Sparklines } from './sparklines';

test.each([['12.5', 12.5], ['-3', -3], ['true', 1], ['false', 0], ['1e3', 1000], ['', null], [' ', null], ['–', null], ['Still', null], ['NaN', null]])(
  '%j as a number', (text, value) => expect(numeric(text)).toBe(value));

test('the newest point is at the right, and a gap is not bridged', () => {
  expect(drawn([0, 1])).toBe('M59 19.0L60 3.0');
  expect(drawn([1, 1])).toBe('M59 11.0L60 11.0');
  expect(drawn([0, null, 1])).toBe('M58 19.0M60 3.0');
  expect(drawn([1])).toBe('');
  expect(drawn([null, null])).toBe('');
});

test('starts with the values of the desk, adds new ones, and stores one minute', () => {
  const sparklines = new Sparklines();
  const a = (text: string, quality = 'good') => ({ name: 'a', text, quality });
  expect(sparklines.unknown(['a', 'b'])).toEqual(['a', 'b']);
  sparklines.sample([a('9')]);
  expect(sparklines.path('a')).toBe('');
  sparklines.begin(['a'], [[1, 1, null]]);
  expect(sparklines.unknown(['a', 'b'])).toEqual(['b']);
  expect(sparklines.path('a')).toBe('M58 11.0L59 11.0');
  sparklines.sample([a('–', 'bad')]);
  sparklines.sample([a('1')]);
  expect(sparklines.path('a')).toBe('M56 11.0L57 11.0M60 11.0');
  for (let i = 0; i < 100; i += 1) sparklines.sample([a(String(i))]);
  expect(sparklines.path('a').match(/[ML]/g)).toHaveLength(61);
});

test('after a pause in sampling the past is requested again', () => {
  const sparklines = new Sparklines();
  sparklines.begin(['a'], [[1, 2]]);
  sparklines.forget();
  expect(sparklines.unknown(['a'])).toEqual(['a']);
  expect(sparklines.path('a')).toBe('');
});

test('the past of a row that was scrolled out of view is requested again', () => {
  const sparklines = new Sparklines();
  sparklines.begin(['a', 'b'], [[1, 2], [1, 2]]);
  sparklines.sample([{ name: 'b', text: '3', quality: 'good' }]);
  expect(sparklines.unknown(['a', 'b'])).toEqual(['a']);
});
