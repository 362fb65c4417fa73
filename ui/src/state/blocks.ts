// Numbers of data blocks as the user enters them: one by one, or as pasted lines.

const MOST = 65_535;
/** `"Mixer" = 12`, `Mixer;DB12`, or two cells of a spreadsheet. */
const LINE = /^\s*"?([^"]+?)"?\s*[=\t;,:]\s*(?:DB)?(\d+)\s*$/i;

/** Returns the number of each of these blocks in the text. Case is ignored. */
export function pasted(text: string, names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, given = '', number = ''] = LINE.exec(line) ?? [];
    const name = names.find((it) => it.toLowerCase() === given.toLowerCase());
    if (name !== undefined) found.set(name, number);
  }
  return found;
}

/** The number of a block, `null` if the text is not one. `DB12` is 12. */
export function blockNumber(text: string): number | null {
  const number = Number(/^\s*(?:DB)?(\d{1,5})\s*$/i.exec(text)?.[1] ?? 0);
  return number >= 1 && number <= MOST ? number : null;
}
