import { expect, test } from 'vitest';
import { MEANINGS } from './meanings';
import { files as german } from './sentences-de';
import { files as english } from './sentences-en';

/** Events of the programs that a technician runs, from the catalogue. */
const codes = Object.values(english)
  .flatMap((text) => [...text.matchAll(/^((?:bridge|desk|cip|s7|opcua|client|naming|mirror|store)-logged-[a-z0-9-]+) =/gm)].map((it) => it[1] ?? ''));

test('every event of bridge, desk and drivers has a meaning in both languages, and every meaning has an event', () => {
  expect(codes.length).toBeGreaterThan(80);
  expect(codes.filter((it) => !MEANINGS[it])).toEqual([]);
  const all = Object.values({ ...english, ...german }).join('\n');
  expect(Object.keys(MEANINGS).filter((it) => !all.includes(`\n${it} =`))).toEqual([]);
  for (const [en, de] of Object.values(MEANINGS)) {
    expect(en).toMatch(/[.]$/);
    expect(de).toMatch(/[.]$/);
    expect(de).not.toBe(en);
  }
});
