// Formats numbers, times and sizes for display. A narrow space separates thousands.

export type Language = 'en' | 'de';

const NARROW = '\u202f';

/** `51 840`, `0.4`. */
export function number(value: number, language: Language, digits = 0): string {
  const [whole = '', part] = Math.abs(value).toFixed(digits).split('.');
  const sign = value < 0 && Number(value.toFixed(digits)) !== 0 ? '−' : '';
  return sign + grouped(whole) + (part === undefined ? '' : decimal(`.${part}`, language));
}

/** The digits of a number with the decimal separator of the language. */
export function decimal(digits: string, language: Language): string {
  return language === 'de' ? digits.replace('.', ',') : digits;
}

/** A boolean value as controllers write it: `TRUE`, `FALSE`. */
export function truth(isOn: boolean): string {
  return isOn ? 'TRUE' : 'FALSE';
}

/** A controller's value: a number with separated thousands, a boolean, or a text. A text that looks like a number is quoted.
 *  Digits with leading zeros are not a number: `0012345`. */
export function valueText(text: string, language: Language, type = ''): string {
  if (text.trim() === '') return `"${text}"`;
  if (/string|char/i.test(type)) return text;
  if (text === 'true' || text === 'false') return truth(text === 'true');
  const [, sign = '', whole, rest = ''] = /^(-?)(0|[1-9]\d*)((?:\.\d+)?(?:e[+-]?\d+)?)$/i.exec(text) ?? [];
  return whole === undefined ? text : sign + grouped(whole) + decimal(rest, language);
}

/** `0.1 s`, `14.2 s`, `5:21`, `3 h 36 min`. The steps are fixed, so that the width seldom changes. */
export function age(ms: number, language: Language): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 99.95) return `${number(seconds, language, 1)} s`;
  return duration(ms);
}

/** `12 s`, `5 min 21 s`, `3 h 36 min`, `2 d 4 h`. */
export function duration(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const [d, h, m, s] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  if (d > 0) return `${d} d ${h} h`;
  if (h > 0) return `${h} h ${two(m)} min`;
  if (m > 0) return `${m} min ${two(s)} s`;
  return `${s} s`;
}

/** The remaining time of a wait: `0:07`, `2:05`. */
export function countdown(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** `09:47:21`. */
export function clock(time: number): string {
  const at = new Date(time);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** `09:47:21.250`. */
export function clockMillis(time: number, language: Language): string {
  return clock(time) + decimal(`.${String(new Date(time).getMilliseconds()).padStart(3, '0')}`, language);
}

/** A time on another day, with its date. */
export function moment(time: number, language: Language): string {
  return `${date(time, language)} ${clock(time)}`;
}

/** A time today without a date, on any other day with its date. */
export function timeText(time: number, now: number, language: Language): string {
  return daysBetween(time, now) === 0 ? clock(time) : moment(time, language);
}

/** Like `timeText`, with milliseconds for a time today. */
export function timeMillis(time: number, now: number, language: Language): string {
  return daysBetween(time, now) === 0 ? clockMillis(time, language) : moment(time, language);
}

/** Like `timeText`, in less space: on any other day only the date. */
export function timeOrDate(time: number, now: number, language: Language): string {
  return daysBetween(time, now) === 0 ? clock(time) : date(time, language);
}

/** `trend-Bottling-Line-3-2026-11-24-09-47-21.csv`, in local time. */
export function fileName(what: string, project: string, ending: string, now = new Date()): string {
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${what}-${project.replace(/[^\p{L}\p{N}]+/gu, '-')}-${date}-${clock(now.getTime()).replaceAll(':', '-')}.${ending}`;
}

/** `310 kB`, `2.4 MB`. */
export function bytes(count: number, language: Language): string {
  if (count < 1000) return `${count} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let size = count / 1000;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${number(size, language, size < 10 && unit > 0 ? 1 : 0)} ${units[unit]}`;
}

/** `250 ms`, `1 s`, `1.25 s`. */
export function interval(ms: number, language: Language): string {
  if (ms < 1000) return `${number(ms, language, 0)} ms`;
  const whole = Math.round(ms);
  const digits = [1000, 100, 10].findIndex((step) => whole % step === 0);
  return `${number(whole / 1000, language, digits < 0 ? 3 : digits)} s`;
}

/** `21 November`; in another year than `now` `21 November 2025`. */
export function day(time: number, now: number | null, language: Language): string {
  const year = now !== null && new Date(time).getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat(locale(language), { day: 'numeric', month: 'long', year }).format(time);
}

/** Number of calendar days between two times, in local time. */
export function daysBetween(from: number, to: number): number {
  const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(to) - midnight(from)) / 86_400_000);
}

/** Formats a fragment as a headline. */
export function headline(text: string): string {
  return capital(text).replace(/\.$/, '');
}

/** Formats a fragment as a sentence. */
export function sentence(text: string): string {
  return text && capital(text) + (/[.!?…]$/.test(text) ? '' : '.');
}

/** Capitalizes a word; an address or a tag name stays unchanged. */
function capital(text: string): string {
  return /^\p{Ll}[\p{L}’'-]*(?=[\s,;.]|$)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** `20/11/26`. */
function date(time: number, language: Language): string {
  return new Intl.DateTimeFormat(locale(language), { day: '2-digit', month: '2-digit', year: '2-digit' }).format(time);
}

function grouped(digits: string): string {
  return digits.length < 4 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, NARROW);
}

function locale(language: Language): string {
  return language === 'de' ? 'de-DE' : 'en-GB';
}

function two(count: number): string {
  return String(count).padStart(2, '0');
}
