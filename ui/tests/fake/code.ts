// A fake routine: two rungs and a line of text, with current values or without.

import type { CodeChange, CodeChanges, CodeName, CodeSpot, DrawnRoutine, LadderPiece, Outline, Power, WhyLink, WhyNow } from '../../src/bindings/desk';

export const OUTLINE: Outline = {
  programs: [{
    name: 'Main', task: 'Continuous', comment: 'the line',
    routines: [
      { routine: 0, name: 'Ladder', path: 'Main/Ladder', language: 'LD', parts: 2, isHidden: false },
      { routine: 1, name: 'Text', path: 'Main/Text', language: 'ST', parts: 1, isHidden: false },
      { routine: 2, name: 'Secret', path: 'Main/Secret', language: 'LD', parts: 0, isHidden: true },
    ],
  }],
  blocks: [], tags: 4, notes: [],
  types: [{ name: 'Motor', comment: 'a drive', members: [{ name: 'Speed', type: 'REAL', comment: 'bottles a minute' }] }],
};

/** Tags that are on, off, and not read. */
const VALUES: Record<string, string> = { Auto: 'true', Stop: 'false', 'Line.Speed': '42.5', Run: 'true' };

const name = (tag: string, live: boolean): CodeName => ({ text: tag, tag, value: live ? (VALUES[tag] ?? null) : null, type: !live || !(tag in VALUES) ? '' : tag === 'Line.Speed' ? 'REAL' : 'BOOL', quality: live && tag in VALUES ? 'good' : null });
const literal = (text: string): CodeName => ({ text, tag: null, value: null, type: '', quality: null });

function ladder(live: boolean): LadderPiece[][] {
  const power = (it: Power): Power => (live ? it : 'plain');
  const contact = (mark: string, tag: string, before: Power, after: Power): LadderPiece => ({ kind: 'contact', mark, operands: [name(tag, live)], before: power(before), after: power(after) });
  const coil = (tag: string, before: Power): LadderPiece => ({ kind: 'coil', mark: '', operands: [name(tag, live)], before: power(before), after: power(before) });
  const compare = (title: string, after: Power): LadderPiece => ({ kind: 'block', title, instance: null, acts: false, rows: [{ label: 'A', name: name('Line.Speed', live), flow: [] }, { label: 'B', name: literal('10'), flow: [] }], before: power('on'), after: power(after) });
  return [
    [
      { kind: 'branch', legs: [[contact('', 'Auto', 'on', 'on')], [contact('', 'Stop', 'on', 'off')], [compare('LES', 'off')]], before: power('on'), after: power('on') },
      compare('GRT', 'on'),
      coil('Run', 'on'),
    ],
    [contact('', 'Hidden', 'on', 'unknown'), coil('Lamp', 'unknown')],
  ];
}

export function routine(at: number, live: boolean, unread: string | null): DrawnRoutine {
  const now = Date.now();
  const texts = ['[XIC(Auto) ,XIC(Stop) ,LES(Line.Speed,10) ]GRT(Line.Speed,10)OTE(Run);', 'XIC(Hidden)OTE(Lamp);'];
  const rungs = ladder(live).map((series, number) => ({ number, title: null, comment: number === 0 ? 'starts the line' : null, text: texts[number] ?? '', picture: null, series: [series] }));
  const line = { number: 1, pieces: [literal('IF '), name('Auto', live), literal(' THEN (* runs *)')] };
  return {
    routine: at, path: at === 0 ? 'Main/Ladder' : 'Main/Text', language: at === 0 ? 'LD' : 'ST', comment: null, chart: null, unread,
    rungs: at === 0 ? rungs : [], of: at === 0 ? rungs.length : 0, lines: at === 0 ? [] : [line],
    live: live ? { scanAt: now, isOneScan: true, read: 4, of: 6, missing: ['Hidden', 'Lamp'] } : null,
  };
}

const spot = (rung: number): CodeSpot => ({ routine: 0, path: 'Main/Ladder', at: rung, rung, line: null });
const change = (it: Partial<CodeChange> & { code: string }): CodeChange => ({ kind: { code: `logic-change-${it.code}` }, doesTheSame: false, subject: '', from: null, to: null, before: null, after: null, ...it });

/** The differences from the previous version. */
export const CHANGES: CodeChanges = {
  of: 4, gaps: [],
  changes: [
    change({ code: 'condition-added', subject: 'XIC(Stop)', before: spot(0), after: spot(0) }),
    change({ code: 'operand', subject: 'MOV', from: '5', to: '6', before: { ...spot(0), routine: 1, path: 'Main/Text', at: null, rung: null, line: 1 }, after: { ...spot(0), routine: 1, path: 'Main/Text', at: null, rung: null, line: 1 } }),
    change({ code: 'tag-type', subject: 'Line.Speed', from: 'DINT', to: 'REAL' }),
    change({ code: 'renamed', from: 'Run_Line', to: 'Run', doesTheSame: true }),
  ],
};

/** The routine in the previous version: without the contact of Stop, and with a different text. */
export function before(at: number): DrawnRoutine {
  const now = routine(at, false, null);
  const [first, ...rest] = now.rungs;
  const lines = now.lines.map((it) => ({ ...it, pieces: [literal('IF NOT '), ...it.pieces.slice(1)] }));
  const without = (piece: LadderPiece): LadderPiece => (piece.kind === 'branch' ? { ...piece, legs: piece.legs.filter((_, at) => at !== 1) } : piece);
  return { ...now, lines, rungs: first ? [{ ...first, series: first.series.map((it) => it.map(without)) }, ...rest] : [] };
}

const link = (level: number, tag: string, value: string | null, more: Partial<WhyLink> = {}): WhyLink => ({
  level, name: tag, isTag: true, value, type: 'BOOL', quality: value === null ? null : 'good', at: value === null ? null : Date.now(), rungs: [{ routine: 0, at: level - 1, path: 'Main/Ladder', rung: level - 1 }], end: null, timer: null, ...more,
});

/** Why a tag is off: a chain of four links to an input that nothing writes. */
export const why = (): WhyNow => ({
  is: 'off', disagrees: false, isKept: false, isOutside: false, others: 0, missing: [], scanAt: Date.now(), unread: null, rungs: [{ routine: 0, at: 0, path: 'Main/Ladder', rung: 0 }],
  links: [
    link(1, 'Pump1_Permit', 'false'), link(2, 'Pump1_Delay.DN', 'false', { timer: [1200, 5000] }), link(2, 'Line_Ready', 'false'),
    link(3, 'Tank1_LowLevel', 'true', { end: 'outside', rungs: [] }),
  ],
});
