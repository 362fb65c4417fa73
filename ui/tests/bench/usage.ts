// The resources of a program and its child processes, from Linux: proc(5).

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Clock ticks per second, the same on every Linux: sysconf(_SC_CLK_TCK). */
const TICKS = 100;

/** The usage of one process. */
export interface Usage {
  program: string;
  /** Processor time in seconds since its start. */
  cpu: number;
  /** Memory in bytes: resident, and the proportional set size. */
  rss: number;
  pss: number;
}

/** The process of this program with this ancestor, and all of its descendants. */
export function usage(program: string, ancestor: number): Usage[] {
  const parents = new Map(readdirSync('/proc').filter((it) => /^\d+$/.test(it)).map((it) => [Number(it), parent(Number(it))]));
  const below = (id: number, root: number): boolean => id === root || (parents.has(id) && below(parents.get(id)!, root));
  const main = [...parents.keys()].find((id) => below(id, ancestor) && name(id) === basename(program));
  if (main === undefined) throw new Error(`${program} does not run`);
  return [...parents.keys()].filter((id) => below(id, main)).flatMap((id) => {
    try {
      return [one(id)];
    } catch {
      // The process has ended.
      return [];
    }
  });
}

function one(id: number): Usage {
  const [user, system] = fields(id).slice(11, 13).map(Number);
  const memory = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
  const bytes = (what: string): number => Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(memory)?.[1] ?? 0) * 1024;
  return { program: name(id), cpu: ((user ?? 0) + (system ?? 0)) / TICKS, rss: bytes('Rss'), pss: bytes('Pss') };
}

function parent(id: number): number {
  try {
    return Number(fields(id)[1]);
  } catch {
    return 0;
  }
}

/** The fields of `stat` from the state on: the part before it may contain any text. */
function fields(id: number): string[] {
  const text = readFileSync(`/proc/${id}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function name(id: number): string {
  try {
    return basename(readlinkSync(`/proc/${id}/exe`));
  } catch {
    return '';
  }
}
