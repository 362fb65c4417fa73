// The scale of a lane: its ends, and the format of its numbers.

import { decimal, type Language } from '../format';

/** Space below FALSE and above TRUE, as values of the scale. */
export const BITS: [number, number] = [-0.15, 1.15];

/** Returns the ends of a scale: some space around the values, at round numbers. */
export function range(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  if (low === high) return [low - (Math.abs(low) || 1) * 0.5, high + (Math.abs(high) || 1) * 0.5];
  const step = 10 ** Math.floor(Math.log10(high - low)) / 2;
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step];
}

/** Returns round numbers within the scale, at most this many, but at least its ends. */
export function ticks(low: number, high: number, most: number): number[] {
  const span = high - low;
  const power = 10 ** Math.floor(Math.log10(span) - 1);
  for (const step of [1, 2, 5, 10, 20, 50, 100].map((it) => it * power)) {
    const first = Math.ceil(low / step - 1e-9);
    const count = Math.floor(high / step + 1e-9) - first + 1;
    if (count >= 2 && count <= most) return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(12)));
  }
  return [low, high];
}

/** The power of ten of a number's first digit, with tolerance for rounding: 1.9 − 1.8 is 0.1. */
const magnitude = (of: number): number => Math.floor(Math.log10(Math.abs(of) || 1) + 1e-9);

/** Maximum number of characters. */
const ROOM = 9;

/** Enough digits to distinguish the ends of the scale. If there is no space for all, only the last digits: the first ones are equal. */
export function short(value: number, span: number, language: Language): string {
  const step = magnitude(span);
  const needed = Math.min(15, Math.max(1, 1 + magnitude(value) - step));
  const power = value.toExponential(needed).replace(/(\.\d+?)0+e/, '$1e');
  const isTiny = value !== 0 && Math.abs(value) < 1e-3;
  if (isTiny || Math.abs(value) >= 1e21 || (Math.abs(value) >= 1e6 && power.length < ROOM)) return decimal(power, language);
  const digits = Math.max(0, Math.min(15, 1 - step));
  const plain = value.toFixed(Number.isInteger(value) && span >= 2 ? 0 : digits);
  return decimal(plain.length <= ROOM ? plain : `${value < 0 ? '-' : ''}…${plain.slice(2 - ROOM)}`, language);
}
