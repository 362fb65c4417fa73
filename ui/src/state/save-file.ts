// Saves a file that the desk has created.

import { save } from '../backend';
import { bytesOf } from '../base64';
import type { MadeFile } from '../bindings/desk';

/** Saves the file; `false` if the user cancels. */
export function saveFile({ name, bytes }: MadeFile): Promise<boolean> {
  return bytes === null ? Promise.resolve(false) : save(name, new Blob([bytesOf(bytes)]));
}
