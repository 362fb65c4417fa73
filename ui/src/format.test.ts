import { describe, expect, test } from 'vitest';
import { age, bytes, clockMillis, countdown, daysBetween, duration, interval, number, sentence, timeMillis, timeOrDate, timeText, truth, valueText } from './format';

const S = '\u202f';

describe('number', () => {
  test.each([
    [0, 0, '0'], [999, 0, '999'], [1000, 0, `1${S}000`], [51840, 0, `51${S}840`], [21358080, 0, `21${S}358${S}080`],
    [0.44, 1, '0.4'], [-14208, 0, `−14${S}208`], [-0.04, 1, '0.0'], [1234.56, 2, `1${S}234.56`],
  ])('%d with %d digits', (value, digits, text) => expect(number(value, 'en', digits)).toBe(text));
  test('German uses a comma', () => expect(number(1234.5, 'de', 1)).toBe(`1${S}234,5`));
});

test.each([
  ['1842', `1${S}842`], ['-14208', `-14${S}208`], ['318.07', '318.07'], ['9007199254740993', `9${S}007${S}199${S}254${S}740${S}993`],
  ['12345.678', `12${S}345.678`], ['1e20', '1e20'], ['true', 'TRUE'], ['false', 'FALSE'], [' ', '" "'], ['Still 0.5 L', 'Still 0.5 L'], ['2026-11-21', '2026-11-21'], ['–', '–'], ['', '""'],
  ['0012345', '0012345'], ['-007', '-007'], ['0', '0'], ['0.5', '0.5'], ['-0.5', '-0.5'],
])('the value %s', (text, written) => expect(valueText(text, 'en')).toBe(written));

test.each([
  ['12345.678', 'REAL', `12${S}345,678`], ['-1.5e-7', 'LREAL', '-1,5e-7'], ['1.5', 'STRING', '1.5'], ['true', 'WSTRING', 'true'], ['', 'STRING', '""'], ['10.0.0.5', '', '10.0.0.5'],
])('in German the value %s of type %s', (text, type, written) => expect(valueText(text, 'de', type)).toBe(written));

test('a boolean value', () => expect([truth(true), truth(false)]).toEqual(['TRUE', 'FALSE']));

test.each([
  [0, '0 s'], [12_900, '12 s'], [321_000, '5 min 21 s'], [12_960_000, '3 h 36 min'], [187_200_000, '2 d 4 h'], [-5, '0 s'],
])('a duration of %d ms', (ms, text) => expect(duration(ms)).toBe(text));

test.each([[100, '0.1 s'], [14_200, '14.2 s'], [99_940, '99.9 s'], [120_000, '2 min 00 s'], [-20, '0.0 s']])('an age of %d ms', (ms, text) =>
  expect(age(ms, 'en')).toBe(text));

test.each([[17_000, '0:17'], [16_001, '0:17'], [125_000, '2:05'], [0, '0:00'], [-1, '0:00']])('%d ms left', (ms, text) => expect(countdown(ms)).toBe(text));

test.each([[999, '999 B'], [14_000, '14 kB'], [2_412_000, '2.4 MB'], [999_600, '1.0 MB'], [41e9, '41 GB']])('%d bytes', (count, text) =>
  expect(bytes(count, 'en')).toBe(text));

test.each([[100, '100 ms'], [1000, '1 s'], [1250, '1.25 s'], [1004, '1.004 s'], [2500, '2.5 s'], [60_000, '60 s']])('an interval of %d ms', (ms, text) => expect(interval(ms, 'en')).toBe(text));

test('a time of day with its milliseconds', () => {
  const at = new Date(2026, 10, 21, 9, 47, 21, 250).getTime();
  expect([clockMillis(at, 'en'), clockMillis(at, 'de')]).toEqual(['09:47:21.250', '09:47:21,250']);
});

test('a time on another day has its date', () => {
  const monday = new Date(2026, 10, 23, 9, 50).getTime();
  const [today, friday] = [new Date(2026, 10, 23, 9, 47, 21, 250).getTime(), new Date(2026, 10, 20, 9, 47, 21, 250).getTime()];
  expect([timeText(today, monday, 'en'), timeMillis(today, monday, 'de')]).toEqual(['09:47:21', '09:47:21,250']);
  expect([timeText(friday, monday, 'en'), timeMillis(friday, monday, 'de')]).toEqual(['20/11/26 09:47:21', '20.11.26 09:47:21']);
  expect([today, friday].map((it) => timeOrDate(it, monday, 'de'))).toEqual(['09:47:21', '20.11.26']);
});

test('the days between two times are calendar days', () => {
  const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();
  expect(daysBetween(at(20, 23), at(21, 1))).toBe(1);
  expect(daysBetween(at(21, 0), at(21, 23))).toBe(0);
});

test.each([
  ['it is so', 'It is so.'], ['Done!', 'Done!'], ['', ''], ['über Limit', 'Über Limit.'],
  ['logix://10.0.0.5 is away', 'logix://10.0.0.5 is away.'], ['line_speed: unknown tag', 'line_speed: unknown tag.'],
])('%s as a sentence', (text, written) => expect(sentence(text)).toBe(written));
