// Runs axe in the page.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules for colours: only they can differ between dark and light. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Returns the violations that axe finds, by all rules or only by those for colours: the rule and the elements. */
export async function violations(page: Page, coloursAlone = false): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const how: RunOptions = { resultTypes: ['violations'], ...(coloursAlone ? { runOnly: OF_COLOURS } : {}) };
  const results = await page.evaluate(async (it) => (await (globalThis as unknown as { axe: { run: (how: RunOptions) => Promise<AxeResults> } }).axe.run(it)), how);
  return results.violations.map((it) => `${it.id}: ${it.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`);
}
