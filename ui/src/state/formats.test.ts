import { expect, test } from 'vitest';
import { asNumber, bitsOf, chosenText, curveText, formatted, Formats, formatsOf, type Format } from './formats';

test.each<[unknown, string, Format, string | null]>([
  [6693, 'DINT', 'hex', '16#0000_1A25'],
  [6693, 'DINT', 'oct', '8#00_000_015_045'],
  [-1, 'INT', 'hex', '16#FFFF'],
  [-2, 'SINT', 'bin', '2#1111_1110'],
  ['18446744073709551615', 'ULINT', 'hex', '16#FFFF_FFFF_FFFF_FFFF'],
  ['-9223372036854775808', 'LINT', 'hex', '16#8000_0000_0000_0000'],
  [68.4, 'REAL', 'hex', '16#4288_CCCD'],
  [1, 'LREAL', 'hex', '16#3FF0_0000_0000_0000'],
  ['NaN', 'REAL', 'hex', '16#7FC0_0000'],
  [0x41420a43, 'DWORD', 'text', 'AB·C'],
  [1_700_000_000, 'UDINT', 'date', '2023-11-14 22:13:20 UTC'],
  [1_700_000_000_123_456, 'LINT', 'date', '2023-11-14 22:13:20.123 UTC'],
  [12345.678, 'REAL', 'f1', '12\u202f345.7'],
  [-0.05, 'LREAL', 'f2', '-0.05'],
  [12345.678, 'REAL', 'exp', '1.234568e+4'],
  ['NaN', 'REAL', 'f0', null],
  [1.5, 'DINT', 'hex', null],
  ['text', 'STRING', 'hex', null],
  [null, 'DINT', 'hex', null],
])('%s of type %s as %s is %s', (value, type, format, text) => expect(formatted(value, type, format, 'en')).toBe(text));

test.each([
  [12.5, 'f1', '12.5'], [12.47, 'f1', '≈ 12.5'], [0.4, 'f0', '≈ 0'], [0.1, 'f3', '0.100'], [0.4, 'exp', '4.000000e-1'], [12345.678, 'exp', '≈ 1.234568e+4'], [0.4, 'dec', null],
])('%s as %s shows whether digits are left out: %s', (value, format, text) => expect(chosenText(value, 'REAL', format as Format, 'en')).toBe(text));

test('German uses a comma', () => expect(['dec', 'f1', 'exp'].map((it) => formatted(1234.56, 'REAL', it as Format, 'de'))).toEqual(['1\u202f234,56', '1\u202f234,6', '1,234560e+3']));

test('each type has its useful formats', () => {
  expect(formatsOf('dint')).toContain('date');
  expect(formatsOf('INT')).not.toContain('date');
  expect(formatsOf('REAL')).toEqual(['dec', 'f0', 'f1', 'f2', 'f3', 'exp', 'hex', 'bin']);
  expect(formatsOf('BOOL')).toEqual([]);
});

test.each<[number, string, string]>([
  [1234.56789012345, 'LREAL', '1\u202f234.56789012345'], [0.1 + 0.2, 'LREAL', '0.30000000000000004'], [68.4, 'REAL', '68.4'], [16777217, 'DINT', '16\u202f777\u202f217'],
  [2 ** 53 - 1, 'LINT', '9\u202f007\u202f199\u202f254\u202f740\u202f991'], [2 ** 53, 'LINT', '≈ 9\u202f007\u202f199\u202f254\u202f740\u202f992'], [2 ** 60, 'LREAL', '1\u202f152\u202f921\u202f504\u202f606\u202f847\u202f000'],
  [1, 'Bool', 'TRUE'], [0, 'BOOL', 'FALSE'],
])('a curve’s %d of type %s is shown as %s', (value, type, text) => expect(curveText(value, type, 'en')).toBe(text));

test('the highest bit is first', () => {
  expect(bitsOf(5, 'SINT')).toEqual([false, false, false, false, false, true, false, true]);
  expect(bitsOf(-1, 'INT')?.every((it) => it)).toBe(true);
  expect(bitsOf('x', 'INT')).toBeNull();
});

test('formats are stored for a project, and invalid text is ignored', () => {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
  new Formats('a', storage).set('Word', 'hex');
  expect(new Formats('a', storage).of('Word')).toBe('hex');
  expect(new Formats('b', storage).of('Word')).toBe('dec');
  new Formats('a', storage).set('Word', 'dec');
  expect(kept.get('tagbridge.formats.a')).toBe('[]');
  for (const text of ['{', '{}', '[["X","no"],["Y","bin"]]']) {
    kept.set('tagbridge.formats.a', text);
    expect(new Formats('a', storage).of('X')).toBe('dec');
  }
  expect(new Formats('a', storage).of('Y')).toBe('bin');
});

test('a text becomes a number if that is exact', () => expect(['12', '-1.5', '18446744073709551615', 'NaN', ''].map(asNumber)).toEqual([12, -1.5, '18446744073709551615', 'NaN', '']));
