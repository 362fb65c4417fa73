// Splits an answer into text and the numbers of its citations.

export interface Piece {
  text: string;
  /** The index of the citation, from 0; null: text. */
  cited: number | null;
}

/** ` [3]` is the third citation if there are at least three. Other brackets are text, for example `Tag[3]`. */
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
