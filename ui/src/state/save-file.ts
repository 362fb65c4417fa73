// A file that the desk has made, as the person keeps it.

import { save } from '../backend';
import { bytesOf } from '../base64';
import type { MadeFile } from '../bindings/desk';

/** Saves it; `false`: the person did not want it. */
export function saveFile({ name, bytes }: MadeFile): Promise<boolean> {
  return bytes === null ? Promise.resolve(false) : save(name, new Blob([bytesOf(bytes)]));
}
