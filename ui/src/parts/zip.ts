// Stands in for fflate where a workbook is packed: these pages may start no workers, which its `zip` needs.

import { zipSync, type AsyncZipOptions, type FlateCallback, type Zippable } from 'fflate/browser';

export { strToU8, zipSync } from 'fflate/browser';

export function zip(files: Zippable, done: FlateCallback | AsyncZipOptions): void {
  if (typeof done !== 'function') throw new TypeError('no options are known here');
  done(null, zipSync(files));
}
