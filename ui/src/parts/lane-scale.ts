// The scale of a lane: its ends, and how its numbers are written.

import { decimal, type Language } from '../format';

/** Room below FALSE and above TRUE. */
export const BITS: [number, number] = [-0.15, 1.15];

/** A scale's ends: some room around what there is, on round numbers. */
export function range(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  if (low === high) return [low - (Math.abs(low) || 1) * 0.5, high + (Math.abs(high) || 1) * 0.5];
  const step = 10 ** Math.floor(Math.log10(high - low)) / 2;
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step];
}

/** As many digits as tell the scale's ends apart. */
export function short(value: number, span: number, language: Language): string {
  if (Math.abs(value) >= 1e6 || (value !== 0 && Math.abs(value) < 1e-3)) return decimal(value.toExponential(1), language);
  const digits = Math.max(0, Math.min(4, 1 - Math.floor(Math.log10(Math.abs(span) || 1))));
  return decimal(value.toFixed(Number.isInteger(value) && span >= 2 ? 0 : digits), language);
}
