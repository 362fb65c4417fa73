// Replaces fflate when a workbook is packed: `zip` of fflate needs workers, which the content security policy of these pages forbids.

import { zipSync, type AsyncZipOptions, type FlateCallback, type Zippable } from 'fflate/browser';

export { strToU8, zipSync } from 'fflate/browser';

export function zip(files: Zippable, done: FlateCallback | AsyncZipOptions): void {
  if (typeof done !== 'function') throw new TypeError('no options are known here');
  done(null, zipSync(files));
}
