import { expect, test } from 'vitest';
import { csv, trendColumns, trendSheet } from './export-rows';

const LANES = [
  { tag: '=Motor.Speed', times: [0, 1000, 2000], values: [1.5, 'NaN', null], qualities: [0, 1, 2], cutAt: 1000 },
  { tag: 'B', times: [0], values: [-2], qualities: [0], cutAt: null },
];
const TITLES = ['Time', 'Time (UTC)', 'Name', 'Value', 'Unit', 'Quality', 'Complete'];
const UNIT = (tag: string): string => (tag === 'B' ? 'bar' : '');
const made = trendSheet(LANES, TITLES, UNIT, (code) => ['Good', 'Uncertain', 'Bad'][code] ?? '', { from: 0, to: 3000 });

/** Removes the column with local time, which depends on the computer. */
async function lines(language: 'en' | 'de'): Promise<string[]> {
  const bytes = new Uint8Array(await csv(made, language).arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return new TextDecoder().decode(bytes).trim().split('\r\n').map((it) => it.slice(it.indexOf(language === 'de' ? ';' : ',') + 1));
}

test('a trend is written for spreadsheets of the language, with its times as UTC', async () => {
  expect(await lines('en')).toEqual([
    'Time (UTC),Name,Value,Unit,Quality,Complete',
    "1970-01-01T00:00:00.000Z,'=Motor.Speed,1.5,,Good,FALSE",
    "1970-01-01T00:00:01.000Z,'=Motor.Speed,NaN,,Uncertain,TRUE",
    "1970-01-01T00:00:02.000Z,'=Motor.Speed,,,Bad,TRUE",
    "1970-01-01T00:00:03.000Z,'=Motor.Speed,,,Bad,TRUE",
    '1970-01-01T00:00:00.000Z,B,-2,bar,Good,TRUE',
    '1970-01-01T00:00:03.000Z,B,-2,bar,Good,TRUE',
  ]);
  expect((await lines('de'))[1]).toBe("1970-01-01T00:00:00.000Z;'=Motor.Speed;1,5;;Good;FALSE");
});

test('local time is the first column', () => expect(made.rows[1]?.[0]).toEqual(new Date(1000)));

test('values at the limits of the time range have a row, with their quality', () => {
  const rowsOf = (from: number, to: number): unknown[] => trendSheet(LANES, TITLES, UNIT, String, { from, to }).rows.map(([at, , tag, value, , quality, isComplete]) => [(at as Date).getTime(), tag, value, quality, isComplete]);
  expect(rowsOf(500, 1500)).toEqual([
    [500, '=Motor.Speed', 1.5, '0', false], [1000, '=Motor.Speed', 'NaN', '1', true], [1500, '=Motor.Speed', 'NaN', '1', true],
    [500, 'B', -2, '0', true], [1500, 'B', -2, '0', true],
  ]);
  // A value at a limit has one row; before the first value nothing is known.
  expect(rowsOf(-1000, 0)).toEqual([[0, '=Motor.Speed', 1.5, '0', false], [0, 'B', -2, '0', true]]);
  expect(rowsOf(-2000, -1000)).toEqual([]);
});

test('local time has the decimal separator of the language, UTC is the same everywhere', async () => {
  const text = async (language: 'en' | 'de'): Promise<string> => (await csv(made, language).text()).split('\r\n')[1] ?? '';
  expect(await text('en')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3},\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,/);
  expect(await text('de')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3};\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z;/);
});

test('with a column for each tag, a row has the values at its time', () => {
  const columns = (from: number, to: number): unknown[] => trendColumns(LANES, ['Time', 'Complete'], UNIT, { from, to }).rows.map(([at, ...cells]) => [(at as Date).getTime(), ...cells]);
  expect(trendColumns(LANES, ['Time', 'Complete'], UNIT, { from: 0, to: 3000 }).titles).toEqual(['Time', '=Motor.Speed', 'B [bar]', 'Complete']);
  expect(columns(0, 3000)).toEqual([[0, 1.5, -2, false], [1000, 'NaN', -2, true], [2000, null, -2, true], [3000, null, -2, true]]);
  expect(columns(500, 1500)).toEqual([[500, 1.5, -2, false], [1000, 'NaN', -2, true], [1500, 'NaN', -2, true]]);
  expect(columns(-2000, -1000)).toEqual([]);
});
