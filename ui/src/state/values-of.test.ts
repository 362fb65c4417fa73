import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { valuesOf } from './values-of';

const words = (language: string): string => readFileSync(new URL(`../../../interpret/texts/${language}.ftl`, import.meta.url), 'utf8');

test.each(['en', 'de'])('an answer from values tells of which scan they are: %s', (language) => {
  const said = /^of-scan = (.+)$/m.exec(words(language))?.[1]?.replace('{ $sequence }', '7').replace('{ $time }', '2027-01-15 14:32:05 UTC');
  expect(valuesOf(`Run: 2026-01-01 00:00:00 UTC [1]\n${said}\n`)).toBe(Date.UTC(2027, 0, 15, 14, 32, 5));
});

test('an answer about code alone is of no scan', () => {
  expect(valuesOf('Run is on while Auto is on. [1]')).toBeNull();
  expect(valuesOf('MOV(2027-01-15, Day) at 14:32:05')).toBeNull();
});
