import { expect, test } from 'vitest';
import type { CodeName, DrawnRoutine, LadderPiece } from '../bindings/desk';
import { bitOf, drawnWith, isUncertain } from './code-names';

const name = (tag: string, part: Partial<CodeName> = {}): CodeName => ({ text: tag, tag, value: 'true', type: 'BOOL', quality: 'good', ...part });

test.each<[Partial<CodeName>, boolean | null]>([
  [{}, true], [{ value: 'false' }, false], [{ type: '' }, true], [{ quality: 'uncertain' }, null], [{ quality: 'bad' }, null],
  [{ value: null, quality: null }, null], [{ value: '1', type: 'DINT' }, null], [{ type: 'STRING' }, null],
])('a name with %o is on: %s', (part, isOn) => expect(bitOf(name('A', part))).toBe(isOn));

test('without a drawn name the state is unknown', () => expect(bitOf(null)).toBeNull());

test('a name is uncertain only if it has a value', () => {
  expect([{ quality: 'uncertain' as const }, {}, { quality: 'uncertain' as const, value: null }].map((it) => isUncertain(name('A', it)))).toEqual([true, false, false]);
});

test('a tag is found in every part of the routine', () => {
  const power = { before: 'on', after: 'on' } as const;
  const contact = (tag: string): LadderPiece => ({ kind: 'contact', mark: '', operands: [name(tag)], ...power });
  const block: LadderPiece = { kind: 'block', title: 'TON', acts: true, instance: name('Timer'), rows: [{ label: 'IN', name: null, flow: [contact('Flow')] }, { label: 'PT', name: name('Preset'), flow: [] }], ...power };
  const series: LadderPiece[] = [{ kind: 'branch', legs: [[contact('A')], [contact('B')]], ...power }, block];
  const rung = { number: 0, title: null, comment: null, text: '', picture: null, series: [series] };
  const drawn: DrawnRoutine = { routine: 0, path: 'Main/Ladder', language: 'LD', comment: null, chart: null, unread: null, live: null, of: 1, rungs: [rung], lines: [{ number: 1, pieces: [name('Line')] }] };
  for (const tag of ['A', 'B', 'Timer', 'Flow', 'Preset', 'Line']) expect(drawnWith(drawn, tag)?.tag).toBe(tag);
  expect(drawnWith(drawn, 'Other')).toBeNull();
});
