// An answer's text in pieces: words, and the numbers of the places that they were read from.

export interface Piece {
  text: string;
  /** Which place, from 0; null: words. */
  cited: number | null;
}

/** ` [3]` is the third place, where there are so many; anything else in brackets is text, as in `Tag[3]`. */
export function pieces(text: string, places: number): Piece[] {
  const all: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(/(?<![\p{L}\p{N}_\]"])\[(\d{1,3})\]/gu)) {
    const cited = Number(found[1]) - 1;
    if (cited < 0 || cited >= places) continue;
    if (found.index > at) all.push({ text: text.slice(at, found.index), cited: null });
    all.push({ text: found[0], cited });
    at = found.index + found[0].length;
  }
  if (at < text.length) all.push({ text: text.slice(at), cited: null });
  return all;
}
