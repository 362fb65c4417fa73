// Values in little space: a number with fewer digits and the sign that says so, a word without its leading zeros, a text with its middle left out.

import { valueText, type Language } from '../format';

/** Digits of a floating-point number, at most. */
const DIGITS = 16;

/** A value of the desk's that fits, with all digits that fit. `whole` is how it is written in full. */
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

/** With so many digits that count, and no zeros behind them; large and small numbers as powers of ten. */
function plain(value: number, digits: number): string {
  const text = value.toPrecision(digits);
  return text.replace(/(\.\d*?)0+(?=e|$)/, '$1').replace(/\.(?=e|$)/, '');
}

/** A text without its middle: as much of its beginning and its end as fits. */
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

/** What measures texts in a font; in a test without a browser, nothing does. */
export function measure(font: string): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  return (text) => context?.measureText(text).width ?? 0;
}
