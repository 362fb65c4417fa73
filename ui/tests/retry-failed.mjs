// Runs tests as `vitest run` does. A file that fails is run a second time, because these tests wait for browsers and programs
// with time limits, on a machine with other load. A file that passes the second time is reported.

import { relative } from 'node:path';
import { parseCLI, startVitest } from 'vitest/node';

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);

/** Returns the failed files; null: there was another error, or no file to run. */
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
