// A communication log of 5,000 frames: alternating requests and responses, some rejected, some without a response.

import { Buffer } from 'node:buffer';
import type { Commands, FrameSummary } from '../../src/bindings/desk';
import * as views from './views';

type Answers = { [C in 'frames' | 'one_frame' | 'save_frames']: (given: Commands[C]['arguments']) => Commands[C]['answer'] };

const COUNT = 5000;
const START = Date.now() - 240_000;

function frame(number: number): FrameSummary {
  const isOurs = number % 2 === 1;
  const exchange = Math.ceil(number / 2);
  const silent = exchange % 500 === 0;
  const refused = exchange % 30 === 0;
  const what = isOurs ? views.coded('wire-read-tags', { count: 31 }) : refused ? views.coded('wire-some-refused', { count: 30, refused: 1 }) : views.coded('wire-values', { count: 31 });
  return {
    number, session: 'bottling-line-3', at: START + exchange * 96 + (isOurs ? 0 : 4.1), isOurs, said: what,
    code: isOurs ? '0x0a: 31 × 0x4c Read Tag' : refused ? '0x8a: 30 × success, 1 × status 0x0f' : '0x8a: 31 × success',
    bytes: isOurs ? 486 : 362, took: silent ? null : 4.1, other: silent ? null : isOurs ? number + 1 : number - 1, isUnanswered: silent && isOurs, isRefused: refused && !isOurs,
  };
}

/** The response to an unanswered request is absent. */
const ALL = Array.from({ length: COUNT }, (_, i) => frame(i + 1)).filter((it) => it.isOurs || it.other !== null);

export const frames = (until: () => number | null): Answers => ({
  frames: ({ search, only, from, count }) => {
    const recorded = until() === null ? [] : ALL;
    const fits = recorded.filter((it) => (only === 'all' || (only === 'refused' ? it.isRefused : it.isUnanswered)) && `${it.code} ${JSON.stringify(it.said)}`.toLowerCase().includes(search.toLowerCase()));
    const first = Math.max(0, Math.min(from ?? Infinity, fits.length - count));
    return {
      total: recorded.length, bytes: recorded.reduce((sum, it) => sum + it.bytes, 0), since: recorded[0]?.at ?? null, dropped: 0, unanswered: recorded.filter((it) => it.isUnanswered).length, refused: recorded.filter((it) => it.isRefused).length,
      matched: fits.length, from: first, rows: fits.slice(first, first + count), until: until(),
    };
  },
  one_frame: ({ number }) => ({
    summary: frame(number), protocol: 'EtherNet/IP', local: '10.20.4.77:50112', peer: '10.20.4.5:44818',
    fields: [
      { depth: 0, at: 0, bytes: 32, name: 'EtherNet/IP encapsulation', value: '' },
      { depth: 1, at: 0, bytes: 2, name: 'Command', value: 'SendUnitData 0x70' },
      { depth: 1, at: 2, bytes: 2, name: 'Length', value: '462' },
      { depth: 0, at: 24, bytes: 8, name: 'CIP request', value: '' },
    ],
    items: [{ tags: ['Line_Speed'], bytes: number % 2 ? null : 6, refused: null }, { tags: ['Oven.Temperature'], bytes: null, refused: number % 2 ? null : views.coded('cip-status', { general: 'x0f', extended: 'x0f', code: '0x0f' }) }],
    itemCount: 2, hex: '7000ce0113000200000000000100000000000000000000000000000000000200', isHidden: false,
  }),
  save_frames: () => ({ name: 'tagbridge.pcapng', bytes: Buffer.from('pcapng').toString('base64') }),
});
