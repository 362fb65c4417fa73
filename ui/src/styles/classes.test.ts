import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FILES = readdirSync(import.meta.dirname).filter((it) => it.endsWith('.css') && it !== 'narrow.css');

/** The classes that a file styles, in any selector: `.wire { … }`. */
function named(file: string): Set<string> {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8').replace(/\/\*[^]*?\*\/|\([^)]*\)/g, '');
  const selectors = [...text.matchAll(/(?:^|[{}])\s*([^{}@]+)\{/g)].flatMap((it) => (it[1] ?? '').split(','));
  return new Set(selectors.flatMap((it) => /^\s*\.([\w-]+)\s*$/.exec(it)?.[1] ?? []));
}

test('each class is styled in one file only: a change for one place must not change another', () => {
  const files = new Map<string, string[]>();
  for (const file of FILES) for (const name of named(file)) files.set(name, [...(files.get(name) ?? []), file]);
  expect(files.size).toBeGreaterThan(100);
  expect([...files].filter(([, at]) => at.length > 1)).toEqual([]);
});
