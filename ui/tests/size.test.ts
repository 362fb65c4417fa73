// The size of the first look: the scripts that the page needs until it is shown, in each language.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const DIST = join(import.meta.dirname, '../dist');
const MAX = 150_000;
const STATIC = /(?:import|export)\s*(?:[\w*{}\s,$]+from)?\s*["']\.\/([^"']+\.js)["']/g;

/** Adds a script and the scripts that it imports. */
function visit(name: string, seen: Map<string, number>): void {
  if (seen.has(name)) return;
  const script = readFileSync(join(DIST, 'assets', name));
  seen.set(name, gzipSync(script).length);
  for (const [, imported] of script.toString().matchAll(STATIC)) visit(imported!, seen);
}

test.each(['en', 'de'])('the first look needs less than 150 kB of scripts: %s', (language) => {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');
  const seen = new Map<string, number>();
  for (const [, name] of page.matchAll(/(?:src|href)="\.\/assets\/([^"]+\.js)"/g)) visit(name!, seen);
  // The texts of the language are loaded before the page is shown.
  const texts = readdirSync(join(DIST, 'assets')).filter((it) => new RegExp(`^(sentences-)?${language}-.*\\.js$`).test(it));
  expect(texts.length).toBeGreaterThanOrEqual(2);
  for (const it of texts) visit(it, seen);
  const size = [...seen.values()].reduce((sum, it) => sum + it, 0);
  expect(size, [...seen].map(([name, bytes]) => `${name}: ${bytes}`).join('\n')).toBeLessThan(MAX);
  expect(size).toBeGreaterThan(MAX / 3);
});
