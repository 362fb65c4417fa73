import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readable, valuesOf } from './values-of';

const words = (language: string): string => readFileSync(new URL(`../../../interpret/texts/${language}.ftl`, import.meta.url), 'utf8');

test.each(['en', 'de'])('an answer from values contains its scan: %s', (language) => {
  const sentence = /^of-scan = (.+)$/m.exec(words(language))?.[1]?.replace('{ $sequence }', '7').replace('{ $time }', '2027-01-15 14:32:05 UTC');
  expect(valuesOf(`Run: 2026-01-01 00:00:00 UTC [1]\n${sentence}\n`)).toBe(Date.UTC(2027, 0, 15, 14, 32, 5));
});

test('an answer about code alone has no scan', () => {
  expect(valuesOf('Run is on while Auto is on. [1]')).toBeNull();
  expect(valuesOf('MOV(2027-01-15, Day) at 14:32:05')).toBeNull();
});

test('is shown with local times, without scan numbers, and in the past tense for values of the scan', () => {
  const answer = 'Auto is TRUE now. [1]\nThe values are those of snapshot 51837. Its scan began at 2026-11-21 08:47:00 UTC.';
  const now = Date.parse('2026-11-21T08:48:00Z');
  const { text, scan } = readable(answer, now, 'en');
  expect(scan).toBe('51837');
  expect(text).toMatch(/^Auto was TRUE at \d\d:47:00\. \[1\]$/);
  expect(readable('Auto ist jetzt TRUE. Die Werte stammen aus Momentaufnahme 7. Deren Abfrage begann um 2026-11-21 08:47:00 UTC.', now, 'de').text).toMatch(/^Auto war um \d\d:47:00 TRUE\.$/);
  expect(readable('Line/Modes rung 9: writes it: EQU(Line_State,2)OTE(Line_Running); [3]\nAuto: on; Stop: off [4]', now, 'en').text).toBe('Line/Modes rung 9: writes it. [3]\nAuto: on; Stop: off [4]');
  expect(readable('Run depends on Auto. [1]', now, 'en')).toEqual({ text: 'Run depends on Auto. [1]', scan: null });
});
