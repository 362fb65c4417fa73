// Display formats of values. Integers are numbers, or text beyond 2^53.

import { decimal, truth, valueText, type Language } from '../format';
import type { KeyValueStore } from './saved-by-name.svelte';

const WHOLE = ['dec', 'hex', 'bin', 'oct', 'text', 'date'] as const;
/** Number of decimal places, or scientific notation. */
export const DIGITS = ['f0', 'f1', 'f2', 'f3', 'exp'] as const;
/** Number of decimal places in scientific notation. */
const EXPONENT_DIGITS = 6;
const FORMATS = [...WHOLE, ...DIGITS];
export type Format = (typeof FORMATS)[number];

/** The representation of an integer or a bit string: number of bits, and whether it is signed. */
interface Width {
  bits: number;
  signed: boolean;
}

const WIDTHS: Record<string, Width> = {
  SINT: { bits: 8, signed: true }, USINT: { bits: 8, signed: false }, BYTE: { bits: 8, signed: false },
  INT: { bits: 16, signed: true }, UINT: { bits: 16, signed: false }, WORD: { bits: 16, signed: false },
  DINT: { bits: 32, signed: true }, UDINT: { bits: 32, signed: false }, DWORD: { bits: 32, signed: false },
  LINT: { bits: 64, signed: true }, ULINT: { bits: 64, signed: false }, LWORD: { bits: 64, signed: false },
  SBYTE: { bits: 8, signed: true }, INT16: { bits: 16, signed: true }, UINT16: { bits: 16, signed: false },
  INT32: { bits: 32, signed: true }, UINT32: { bits: 32, signed: false }, INT64: { bits: 64, signed: true }, UINT64: { bits: 64, signed: false },
};
const REALS: Record<string, number> = { REAL: 32, FLOAT: 32, LREAL: 64, DOUBLE: 64 };

/** The formats of a type; empty: it has only its default format. */
export function formatsOf(type: string): readonly Format[] {
  const name = type.toUpperCase();
  if (name in WIDTHS) return (WIDTHS[name]?.bits ?? 0) >= 32 ? WHOLE : WHOLE.filter((it) => it !== 'date');
  return name in REALS ? ['dec', ...DIGITS, 'hex', 'bin'] : [];
}

/** Formats a value; `null`: this format is not possible. */
export function formatted(value: unknown, type: string, format: Format, language: Language): string | null {
  const name = type.toUpperCase();
  const bits = WIDTHS[name]?.bits ?? REALS[name];
  const raw = bits === undefined ? null : rawBits(value, name, bits);
  if (raw === null || bits === undefined) return null;
  const digits = (radix: number, size: number): string => raw.toString(radix).toUpperCase().padStart(Math.ceil(bits / size), '0');
  switch (format) {
    case 'dec': return valueText(String(value), language);
    case 'hex': return `16#${parted(digits(16, 4), 4)}`;
    case 'bin': return `2#${parted(digits(2, 1), 4)}`;
    case 'oct': return `8#${parted(digits(8, 3), 3)}`;
    case 'text': return [...bytesOf(raw, bits)].map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join('');
    case 'date': return date(value, bits);
    case 'exp': return typeof value === 'number' ? decimal(value.toExponential(EXPONENT_DIGITS), language) : null;
    default: return typeof value === 'number' ? valueText(value.toFixed(Number(format[1])), language) : null;
  }
}

/** Formats a value in the user's format, with a mark if digits are left out. */
export function chosenText(value: unknown, type: string, format: Format, language: Language): string | null {
  const text = format === 'dec' ? null : formatted(value, type, format, language);
  const kept = (it: number): string => (format === 'exp' ? it.toExponential(EXPONENT_DIGITS) : it.toFixed(Number(format[1])));
  const rounds = typeof value === 'number' && (DIGITS as readonly Format[]).includes(format) && Number(kept(value)) !== value;
  return text !== null && rounds ? `≈ ${text}` : text;
}

/** A value of a curve, which stores floating-point numbers: the shortest text with the same value, as in the table. An integer
 *  beyond 2^53 does not keep all of its digits. */
export function curveText(value: number, type: string, language: Language): string {
  const name = type.toUpperCase();
  if (name === 'BOOL') return truth(value !== 0);
  const text = valueText(String(value), language);
  return isAbout(value, type) ? `≈ ${text}` : text;
}

/** Whether a curve does not store all digits of this value. */
export function isAbout(value: number, type: string): boolean {
  return !(type.toUpperCase() in REALS) && Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Converts a text of the table to a number; integers beyond 2^53 stay text. */
export function asNumber(text: string): number | string {
  const value = Number(text);
  return text !== '' && (Number.isSafeInteger(value) || /[.e]/i.test(text)) ? value : text;
}

/** The bits of an integer, the highest first; `null`: it is not an integer. */
export function bitsOf(value: unknown, type: string): boolean[] | null {
  const width = WIDTHS[type.toUpperCase()];
  const raw = width && rawBits(value, type.toUpperCase(), width.bits);
  if (!width || raw === null || raw === undefined) return null;
  return Array.from({ length: width.bits }, (_, i) => ((raw >> BigInt(width.bits - 1 - i)) & 1n) === 1n);
}

/** The bits of a value in memory, as an unsigned number. */
function rawBits(value: unknown, type: string, bits: number): bigint | null {
  if (type in REALS) {
    const number = typeof value === 'number' ? value : typeof value === 'string' && /^(NaN|-?Infinity)$/.test(value) ? Number(value) : null;
    if (number === null) return null;
    const view = new DataView(new ArrayBuffer(8));
    if (bits === 32) view.setFloat32(0, number);
    else view.setFloat64(0, number);
    return bits === 32 ? BigInt(view.getUint32(0)) : view.getBigUint64(0);
  }
  if (typeof value === 'number' ? !Number.isSafeInteger(value) : typeof value !== 'string' || !/^-?\d{1,20}$/.test(value)) return null;
  return BigInt.asUintN(bits, BigInt(value as number | string));
}

/** Seconds since 1970; for 64 bits milliseconds or microseconds, if seconds would be thousands of years away. */
function date(value: unknown, bits: number): string | null {
  const number = Number(value);
  const ms = bits < 64 || Math.abs(number) < 1e11 ? number * 1000 : Math.abs(number) < 1e14 ? number : number / 1000;
  const at = new Date(ms);
  return Number.isNaN(at.getTime()) ? null : `${at.toISOString().replace('T', ' ').replace(/\.000Z$/, '').replace(/Z$/, '')} UTC`;
}

function bytesOf(raw: bigint, bits: number): number[] {
  return Array.from({ length: bits / 8 }, (_, i) => Number((raw >> BigInt(bits - 8 * (i + 1))) & 0xffn));
}

/** Groups digits from the right, with the separator of IEC 61131-3. */
function parted(digits: string, size: number): string {
  return digits.replace(new RegExp(`\\B(?=(.{${size}})+$)`, 'g'), '_');
}

const KEY = 'tagbridge.formats.';

/** The formats by tag, stored for a project in this browser. */
export class Formats {
  #all: Map<string, Format>;

  constructor(readonly project: string, readonly storage: KeyValueStore = localStorage) {
    this.#all = new Map(read(storage.getItem(KEY + project)));
  }

  of(tag: string): Format {
    return this.#all.get(tag) ?? 'dec';
  }

  set(tag: string, format: Format): void {
    if (format === 'dec') this.#all.delete(tag);
    else this.#all.set(tag, format);
    this.storage.setItem(KEY + this.project, JSON.stringify([...this.#all]));
  }
}

function read(text: string | null): [string, Format][] {
  try {
    const all: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(all)) return [];
    return all.filter((it): it is [string, Format] => Array.isArray(it) && typeof it[0] === 'string' && FORMATS.includes(it[1] as Format));
  } catch {
    return [];
  }
}
