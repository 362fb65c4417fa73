import { expect, test } from 'vitest';
import type { DrawnRung, LadderPiece } from '../bindings/desk';
import { differing } from './marks';

const contact = (tag: string, mark = ''): LadderPiece => ({ kind: 'contact', mark, operands: [{ text: tag, tag, value: null, type: '', quality: null }], before: 'plain', after: 'plain' });
const timer = (preset: string): LadderPiece => ({ kind: 'block', title: 'TON', instance: null, acts: true, rows: [{ label: 'PRE', name: { text: preset, tag: null, value: null, type: '', quality: null }, flow: [] }], before: 'plain', after: 'plain' });
const rung = (...series: LadderPiece[]): DrawnRung => ({ number: 0, title: null, comment: null, text: '', picture: null, series: [series] });
const branch = (...legs: LadderPiece[][]): LadderPiece => ({ kind: 'branch', legs, before: 'plain', after: 'plain' });

test('an added contact is marked after the change, in any branch', () => {
  const guard = contact('Guard');
  const [before, after] = differing(rung(branch([contact('Auto')], [contact('Stop')])), rung(branch([contact('auto')], [contact('Stop'), guard])));
  expect([before.pieces.size, [...after.pieces], after.sign]).toEqual([0, [guard], '+']);
});

test('a second identical contact counts, a moved one does not', () => {
  const [before, after] = differing(rung(contact('A'), contact('B'), contact('A')), rung(contact('B'), contact('A')));
  expect([before.pieces.size, before.sign, after.pieces.size]).toEqual([1, '−', 0]);
});

test('a replaced element is marked on both sides', () => {
  const [before, after] = differing(rung(contact('A'), timer('30000')), rung(contact('A', '/'), timer('60000')));
  expect([before.pieces.size, before.sign, after.pieces.size, after.sign]).toEqual([2, '≠', 2, '≠']);
});

test('a new rung is marked as a whole', () => {
  const [before, after] = differing(null, rung(contact('A'), contact('B')));
  expect([before.pieces.size, after.pieces.size, after.sign]).toEqual([0, 2, '+']);
});
