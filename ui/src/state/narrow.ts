// Values in little space: a number with fewer digits and a mark, a word without leading zeros, a text without its middle.

import { valueText, type Language } from '../format';

/** Maximum number of digits of a floating-point number. */
const DIGITS = 16;

/** Shortens a value until it fits, with as many digits as possible. `whole` is its complete text. */
export function narrow(text: string, whole: string, type: string, language: Language, fits: (text: string) => boolean): string {
  if (fits(whole)) return whole;
  const based = /^(16|8|2)#[0_]*(.+)$/.exec(whole);
  if (based) {
    const short = `${based[1]}#${based[2]!.replaceAll('_', '')}`;
    return fits(short) ? short : middle(short, fits);
  }
  const value = Number(text);
  const isNumber = text.trim() !== '' && Number.isFinite(value) && !/string|char/i.test(type);
  if (!isNumber) return middle(whole, fits);
  for (let digits = DIGITS; digits > 0; digits -= 1) {
    const short = `≈ ${valueText(plain(value, digits), language)}`;
    if (fits(short)) return short;
  }
  return '≈';
}

/** Rounds to this number of significant digits, without trailing zeros; large and small numbers in scientific notation. */
function plain(value: number, digits: number): string {
  const text = value.toPrecision(digits);
  return text.replace(/(\.\d*?)0+(?=e|$)/, '$1').replace(/\.(?=e|$)/, '');
}

/** Removes the middle of a text: as much of its start and its end as fits stays. */
export function middle(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const letters = [...text];
  let [low, high] = [0, letters.length - 1];
  const cut = (count: number): string => `${letters.slice(0, Math.ceil(count / 2)).join('')}…${count > 1 ? letters.slice(-Math.floor(count / 2)).join('') : ''}`;
  while (low < high) {
    const half = Math.ceil((low + high) / 2);
    if (fits(cut(half))) low = half;
    else high = half - 1;
  }
  return cut(low);
}

/** Returns a function that measures texts in a font; in a test without a browser it returns 0. */
export function measure(font: string): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  return (text) => context?.measureText(text).width ?? 0;
}
