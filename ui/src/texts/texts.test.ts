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

test('no text is empty or left in English', () => {
  const german = new Map(texts(de));
  const left = [...texts(en)].filter(([path, text]) => (text.match(/\p{L}{2,}/gu)?.length ?? 0) > 2 && german.get(path) === text);
  expect(left).toEqual([]);
  for (const [path, text] of [...texts(en), ...german]) {
    expect(text, path).not.toBe('');
    expect(text, path).not.toContain('undefined');
  }
});

test('both tables have the same texts, with the same arguments', () => {
  const shape = (table: object, path = ''): string[] => Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'object' ? shape(value as object, `${path}${key}.`) : [`${path}${key}${typeof value === 'function' ? `/${value.length}` : ''}`]);
  expect(shape(de).sort()).toEqual(shape(en).sort());
});

test.each([
  [en.connect.readable('412', '431'), '412 of 431 tags can be read'],
  [en.connect.readable('1', '1'), '1 of 1 tag can be read'],
  [en.connect.forecast('412', '14', '60'), '412 tags, 14 requests, about 60 ms a scan'],
  [en.connect.forecast('1', '1', '3'), '1 tag, 1 request, about 3 ms a scan'],
  [en.connect.perSecond('1', null), '1 request a second'],
  [en.connect.perSecond('56', 100), '56 requests a second; the ceiling is 100'],
  [en.state.liveWhy('1', '1', '1 s'), '1 tag, every 1 s'],
  [de.connect.readable('412', '431'), '412 von 431 Variablen lesbar'],
  [de.connect.forecast('1', '1', '3'), '1 Variable, 1 Anfrage, etwa 3 ms je Abfrage'],
  [de.connect.perSecond('56', 100), '56 Anfragen je Sekunde, erlaubt sind 100'],
])('%s', (text, written) => expect(text).toBe(written));
