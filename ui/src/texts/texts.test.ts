import { expect, test } from 'vitest';
import { de } from './de';
import { en } from './en';

/** Every text of a table by its path; a function is called with placeholders. */
function* texts(table: object, path = ''): Generator<[string, string]> {
  for (const [key, value] of Object.entries(table)) {
    if (typeof value === 'string') yield [path + key, value];
    else if (typeof value === 'function') yield [path + key, String((value as (...given: string[]) => string)('7', '7', '7', '7'))];
    else yield* texts(value as object, `${path}${key}.`);
  }
}

test('no text is empty, and none was left in English', () => {
  const german = new Map(texts(de));
  const left = [...texts(en)].filter(([path, text]) => (text.match(/\p{L}{2,}/gu)?.length ?? 0) > 2 && german.get(path) === text);
  expect(left).toEqual([]);
  for (const [path, text] of [...texts(en), ...german]) {
    expect(text, path).not.toBe('');
    expect(text, path).not.toContain('undefined');
  }
});

test('what is measured against something names both', () => {
  expect(en.connect.readable('412', '431')).toBe('412 of 431 tags can be read');
  expect(en.connect.forecast('1', '1', 1, '3')).toContain('1 request,');
  expect(de.connect.forecast('412', '14', 14, '60')).toContain('14 Anfragen');
});
