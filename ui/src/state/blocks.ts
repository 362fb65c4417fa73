// Numbers of data blocks as a person gives them: one by one, or as lines that are pasted.

const MOST = 65_535;
/** `"Mixer" = 12`, `Mixer;DB12`, or two cells of a spreadsheet. */
const LINE = /^\s*"?([^"]+?)"?\s*[=\t;,:]\s*(?:DB)?(\d+)\s*$/i;

/** Of each block of these names, in any case, what the text says. */
export function pasted(text: string, names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, given = '', number = ''] = LINE.exec(line) ?? [];
    const name = names.find((it) => it.toLowerCase() === given.toLowerCase());
    if (name !== undefined) found.set(name, number);
  }
  return found;
}

/** A block's number; `null`: it is not one. `DB12` is 12. */
export function blockNumber(text: string): number | null {
  const number = Number(/^\s*(?:DB)?(\d{1,5})\s*$/i.exec(text)?.[1] ?? 0);
  return number >= 1 && number <= MOST ? number : null;
}
