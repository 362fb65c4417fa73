import { expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
const { Fold } = await import('./fold.svelte');

const storage = (kept: string | null) => ({ kept, getItem: () => kept, setItem(_: string, value: string) { this.kept = value; } });

test('folds when all was well for a while and nobody is at work, and unfolds at once', () => {
  const fold = new Fold(storage(null));
  const at = (second: number, isWell = true): boolean => (fold.look(isWell, second * 1000), fold.folded);
  expect([at(1), at(20), at(21)]).toEqual([false, false, true]);
  expect(at(22, false)).toBe(false);
  expect([at(23), at(30)]).toEqual([false, false]);
  fold.touch(42_000);
  expect([at(43), at(45), at(46)]).toEqual([false, false, true]);
});

test('is as a person wants it, but for what is not well', () => {
  const kept = storage('folded');
  const fold = new Fold(kept);
  fold.look(true, 1000);
  expect(fold.folded).toBe(true);
  fold.look(false, 2000);
  expect(fold.folded).toBe(false);
  fold.choose(false);
  fold.look(true, 100_000);
  fold.look(true, 200_000);
  expect([fold.folded, kept.kept]).toEqual([false, 'open']);
});
