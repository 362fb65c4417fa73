// Earlier values: the trend, its older part, the changes and the last minute of tags.

import type { Answers } from './desk';
import type { Tag } from './tags';

type Past = Pick<Answers, 'trend' | 'older_trend' | 'export_trend' | 'changes' | 'last_minute'>;

/** A value at a time as a number; null: there is no number. */
export function numberOf(tag: Tag, time: number, began: number): number | null {
  const value = tag.at((time - began) / 1000 + 300);
  return tag.quality === 'bad' || typeof value === 'string' ? null : Number(value);
}

export function past(tags: () => readonly Tag[], began: number, open: (names: string[]) => number): Past {
  const find = (name: string): Tag | undefined => tags().find((it) => it.name === name);
  const at = (tag: Tag, time: number): number | null => numberOf(tag, time, began);
  return {
    trend: ({ tags: names }) => {
      const now = Date.now();
      return {
        session: 'bottling-line-3', number: open(names), until: now,
        lanes: names.map((name) => {
          const tag = find(name)!;
          const times = Array.from({ length: 480 }, (_, i) => now - (480 - i) * 250);
          const hole = (i: number): boolean => name.includes('Valve') && i > 90 && i < 130;
          return { tag: name, type: tag.type, unit: tag.unit, isNotDrawn: tag.type === 'STRING', cutAt: null, times, values: times.map((time, i) => (hole(i) ? null : at(tag, time))), uncertain: tag.quality === 'uncertain' ? times : [] };
        }),
      };
    },
    older_trend: ({ tag, before }) => {
      const it = find(tag);
      // The service knows ten minutes.
      const first = Math.max(before - 150_000, began - 600_000);
      const times = Array.from({ length: Math.max(0, Math.ceil((before - first) / 250)) }, (_, i) => first + i * 250);
      return { points: { times, values: times.map((time) => (it ? at(it, time) : null)), uncertain: [] }, cutAt: null, isWhole: first <= began - 600_000 };
    },
    export_trend: ({ tags: names }) => names.map((tag) => ({ tag, times: [began], values: [1.5], qualities: [0], cutAt: null })),
    changes: ({ tag }) => {
      const [it, now] = [find(tag), Date.now()];
      const times = Array.from({ length: 40 }, (_, i) => now - (40 - i) * 5000);
      return { times, values: times.map((time, i) => (it && i !== 12 ? at(it, time) : null)), until: now, isCut: false };
    },
    last_minute: ({ tags: names }) => {
      const now = Date.now();
      const past = (name: string): (number | null)[] => {
        const tag = find(name);
        return tag ? Array.from({ length: 61 }, (_, i) => at(tag, now - (60 - i) * 1000)) : [];
      };
      return { values: names.map(past) };
    },
  };
}
