import { expect, test } from 'vitest';
import { csv, trendSheet } from './take';

const LANES = [
  { tag: '=Motor.Speed', times: [0, 1000, 2000], values: [1.5, 'NaN', null], qualities: [0, 1, 2], cutAt: 1000 },
  { tag: 'B', times: [0], values: [-2], qualities: [0], cutAt: null },
];
const TITLES = ['Time', 'Time (UTC)', 'Name', 'Value', 'Quality', 'Complete'];
const made = trendSheet(LANES, TITLES, (code) => ['Good', 'Uncertain', 'Bad'][code] ?? '');

/** Without the time of this place. */
async function lines(language: 'en' | 'de'): Promise<string[]> {
  const bytes = new Uint8Array(await csv(made, language).arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return new TextDecoder().decode(bytes).trim().split('\r\n').map((it) => it.slice(it.indexOf(language === 'de' ? ';' : ',') + 1));
}

test('a trend is written for spreadsheets of the language, with its times as UTC', async () => {
  expect(await lines('en')).toEqual([
    'Time (UTC),Name,Value,Quality,Complete',
    "1970-01-01T00:00:00.000Z,'=Motor.Speed,1.5,Good,FALSE",
    "1970-01-01T00:00:01.000Z,'=Motor.Speed,NaN,Uncertain,TRUE",
    "1970-01-01T00:00:02.000Z,'=Motor.Speed,,Bad,TRUE",
    '1970-01-01T00:00:00.000Z,B,-2,Good,TRUE',
  ]);
  expect((await lines('de'))[1]).toBe("1970-01-01T00:00:00.000Z;'=Motor.Speed;1,5;Good;FALSE");
});

test('the time of this place stands first', () => expect(made.rows[1]?.[0]).toEqual(new Date(1000)));
