// Names in code with their current values.

import type { CodeName, DrawnRoutine, LadderPiece } from '../bindings/desk';

/** Whether a name has a value that is uncertain. */
export function isUncertain(name: CodeName): boolean {
  return name.value !== null && name.quality === 'uncertain';
}

/** The tag as the routine was last drawn; null: the routine does not contain it. */
export function drawnWith(drawn: DrawnRoutine, tag: string): CodeName | null {
  for (const name of names(drawn)) if (name.tag === tag) return name;
  return null;
}

/** Whether the bit is on; null: the tag is not a bit, or its state is unknown. */
export function bitOf(name: CodeName | null): boolean | null {
  if (name?.quality !== 'good' || /string|char/i.test(name.type)) return null;
  return name.value === 'true' ? true : name.value === 'false' ? false : null;
}

function* names({ rungs, lines }: DrawnRoutine): Generator<CodeName> {
  for (const { series } of rungs) for (const pieces of series) yield* inPieces(pieces);
  for (const { pieces } of lines) yield* pieces;
}

function* inPieces(pieces: readonly LadderPiece[]): Generator<CodeName> {
  for (const piece of pieces) {
    if (piece.kind === 'branch') for (const leg of piece.legs) yield* inPieces(leg);
    else if (piece.kind === 'block') {
      if (piece.instance) yield piece.instance;
      for (const { name, flow } of piece.rows) {
        if (name) yield name;
        yield* inPieces(flow);
      }
    } else yield* piece.operands;
  }
}
