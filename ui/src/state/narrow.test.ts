import { expect, test } from 'vitest';
import { middle, narrow } from './narrow';

const within = (most: number) => (text: string): boolean => text.length <= most;
const real = (text: string, most: number): string => narrow(text, text, 'LREAL', 'en', within(most));

test('a number that does not fit is rounded and marked', () => {
  expect(real('30.042746543884277', 20)).toBe('30.042746543884277');
  expect(real('30.042746543884277', 10)).toBe('≈ 30.04275');
  expect(real('0.01079031', 8)).toBe('≈ 0.0108');
  expect(real('-123456.789', 10)).toBe('≈ -123\u202f457');
  expect(real('9007199254740993', 10)).toBe('≈ 9.01e+15');
  expect(real('1.000004', 6)).toBe('≈ 1');
  expect(narrow('30.042746', '30,042746', 'REAL', 'de', within(7))).toBe('≈ 30,04');
});

test('a text that does not fit is shortened in the middle and does not look like a number', () => {
  expect(narrow('0012345678901', '0012345678901', 'STRING', 'en', within(7))).toBe('001…901');
  expect(narrow('Still 0.5 L, returnable', 'Still 0.5 L, returnable', 'STRING', 'en', within(9))).toBe('Stil…able');
  expect(middle('abc', within(1))).toBe('…');
});

test('a hexadecimal word first loses its leading zeros', () => {
  expect(narrow('2973', '16#0000_0000_0000_0B9D', 'LINT', 'en', (text) => text.length <= 12)).toBe('16#B9D');
  expect(narrow('0', '16#0000', 'WORD', 'en', (text) => text.length <= 5)).toBe('16#0');
});
