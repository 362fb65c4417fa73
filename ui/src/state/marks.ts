// The elements of a rung that exist in only one version.

import type { CodeName, DrawnRung, LadderPiece } from '../bindings/desk';

/** Highlighted elements, and the sign that shows why. */
export interface Marks {
  pieces: ReadonlySet<LadderPiece>;
  sign: '+' | '−' | '≠';
}

const named = (name: CodeName | null): string => name?.text.toLowerCase() ?? '';

/** The text of an element, independent of its position; for a branch the texts of its legs. */
function says(piece: LadderPiece): string {
  if (piece.kind === 'branch') return '';
  if (piece.kind === 'block') return JSON.stringify([piece.title, named(piece.instance), piece.rows.map((it) => [it.label, named(it.name)])]);
  return JSON.stringify([piece.kind, piece.mark, piece.operands.map(named)]);
}

function* all(series: readonly LadderPiece[]): Generator<LadderPiece> {
  for (const piece of series) {
    if (piece.kind === 'branch') for (const leg of piece.legs) yield* all(leg);
    else yield piece;
    if (piece.kind === 'block') for (const row of piece.rows) yield* all(row.flow);
  }
}

/** The elements of a rung that the other one does not contain, or contains less often. */
function only(rung: DrawnRung | null, other: DrawnRung | null): Set<LadderPiece> {
  const there = new Map<string, number>();
  for (const piece of all(other?.series.flat() ?? [])) there.set(says(piece), (there.get(says(piece)) ?? 0) + 1);
  const alone = new Set<LadderPiece>();
  for (const piece of all(rung?.series.flat() ?? [])) {
    const left = there.get(says(piece)) ?? 0;
    if (left === 0) alone.add(piece);
    else there.set(says(piece), left - 1);
  }
  return alone;
}

/** The highlighted elements before and after. */
export function differing(before: DrawnRung | null, after: DrawnRung | null): [Marks, Marks] {
  const [gone, come] = [only(before, after), only(after, before)];
  const both = gone.size > 0 && come.size > 0;
  return [{ pieces: gone, sign: both ? '≠' : '−' }, { pieces: come, sign: both ? '≠' : '+' }];
}
