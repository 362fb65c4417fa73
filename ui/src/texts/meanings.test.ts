import { expect, test } from 'vitest';
import { FILES } from './catalogue';
import { MEANINGS } from './meanings';

/** Events of what a technician runs, as the catalogue has them. */
const codes = Object.entries(FILES)
  .filter(([path]) => path.includes('/en/'))
  .flatMap(([, text]) => [...text.matchAll(/^((?:bridge|desk|cip|s7|opcua|client|naming|mirror|store)-logged-[a-z0-9-]+) =/gm)].map((it) => it[1] ?? ''));

test('every event of bridge, desk and drivers says what it means, in both languages, and no meaning is of an event that is none', () => {
  expect(codes.length).toBeGreaterThan(80);
  expect(codes.filter((it) => !MEANINGS[it])).toEqual([]);
  const all = Object.values(FILES).join('\n');
  expect(Object.keys(MEANINGS).filter((it) => !all.includes(`\n${it} =`))).toEqual([]);
  for (const [en, de] of Object.values(MEANINGS)) {
    expect(en).toMatch(/[.]$/);
    expect(de).toMatch(/[.]$/);
    expect(de).not.toBe(en);
  }
});
