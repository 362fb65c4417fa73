// Runs tests as `vitest run` does. A file that fails is run once more: these wait by the clock for browsers and programs,
// on a machine that does other things too. One that passes then is named.

import { relative } from 'node:path';
import { parseCLI, startVitest } from 'vitest/node';

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);

/** The files that failed; null: something else did, or there was nothing to run. */
async function run(files) {
  const vitest = await startVitest('test', files, { ...options, watch: false });
  const { state } = vitest;
  const failed = state.getFailedFilepaths().map((it) => relative('.', it));
  const isWhole = state.getFiles().length > 0 && state.getUnhandledErrors().length === 0;
  await vitest.close();
  return isWhole ? failed : null;
}

let failed = await run(filter);
if (failed?.length) {
  console.log(`\nOnce more: ${failed.join(', ')}`);
  const once = failed;
  failed = await run(once);
  for (const file of once.filter((it) => failed && !failed.includes(it))) console.log(`FLAKY ${file}: it passed the second time`);
}
process.exit(failed?.length === 0 ? 0 : 1);
