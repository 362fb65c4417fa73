// A trend as an SVG drawing for reports: the same contents as its picture, as lines and text.

import { truth } from '../format';
import { columns, NOTHING, type Columns } from '../state/trend';
import { FAINT, type View } from './lane-plot';
import { BITS, range, short } from './lane-scale';
import { INK, PENS, shownTime, tick, type Drawing } from './picture';

/** Width in pixels: an A4 page in landscape format at 96 dots per inch. */
const WIDE = 1123;
const HIGH = 180;
const LINE = 22;
const EDGE = 20;
/** Width for the numbers of the scale. */
const SCALE = 60;
/** Number of columns of a curve: two per pixel. */
const COUNT = (WIDE - 2 * EDGE - SCALE) * 2;

export function drawing(title: string, note: string, drawings: readonly Drawing[], view: View): string {
  const [left, right] = [EDGE, WIDE - EDGE - SCALE];
  const high = drawings.length > 1 ? HIGH : HIGH * 2;
  const parts: string[] = [];
  const write = (text: string, x: number, y: number, style = ''): void => void parts.push(`<text x="${at(x)}" y="${at(y)}" ${style}>${escaped(text)}</text>`);
  write(title, EDGE, EDGE + 14, 'font-weight="600"');
  write(shownTime(view), WIDE - EDGE, EDGE + 14, 'text-anchor="end"');
  const x = (time: number): number => left + ((right - left) * (time - view.from)) / (view.to - view.from);
  let top = EDGE + LINE + 8;
  for (const { titles, curves, scale } of drawings) {
    titles.forEach((it, i) => write(it, EDGE, top + LINE * (i + 0.7)));
    top += titles.length * LINE;
    const column = (view.to - view.from) / COUNT;
    const shown = curves.map(({ lane }) => (lane ? columns(lane, view.from, column, COUNT, view.until) : NOTHING));
    const isBits = curves.length > 0 && curves.every(({ lane }) => lane?.type.toUpperCase() === 'BOOL') && !scale;
    const known = shown.flatMap((it) => [...it.low, ...it.high]).filter((it) => !Number.isNaN(it));
    const [least, most] = [known.reduce((a, b) => Math.min(a, b), Infinity), known.reduce((a, b) => Math.max(a, b), -Infinity)];
    const [low, up] = scale ?? (isBits ? BITS : range(known.length ? least : null, known.length ? most : null));
    const y = (value: number): number => top + high - (high * (value - low)) / (up - low);
    const lines = isBits ? [0, 1] : [low, (low + up) / 2, up];
    parts.push(`<g stroke="#c9d0d5">${lines.map((it) => `<path d="M${left} ${at(y(it))}H${right}"/>`).join('')}${[0, 0.25, 0.5, 0.75, 1].map((it) => `<path d="M${at(left + (right - left) * it)} ${at(top)}v${high}"/>`).join('')}</g>`);
    for (const it of shown) for (const [begin, end] of it.holes) parts.push(`<rect x="${at(left + begin / 2)}" y="${at(top)}" width="${at((end - begin) / 2)}" height="${high}" fill="url(#hatch)"/>`);
    lines.forEach((it, i) => (isBits || i !== 1) && write(isBits ? truth(it === 1) : short(it, up - low, view.language), right + 8, Math.min(Math.max(y(it) + 4, top + 10), top + high), `font-size="12" fill="${INK.grey}"`));
    parts.push(`<clipPath id="c${parts.length}"><rect x="${left}" y="${at(top - 1)}" width="${right - left}" height="${high + 2}"/></clipPath><g clip-path="url(#c${parts.length})" fill="none" stroke-width="1.6" stroke-linejoin="round">`);
    shown.forEach((it, i) => {
      const pen = `<path stroke="${shown.length > 1 ? (PENS[i % PENS.length] ?? INK.black) : INK.pen}"`;
      parts.push(`${pen} d="${curve(it, left, y, false)}"/>`);
      if (it.uncertain.includes(true)) parts.push(`${pen} stroke-opacity="${FAINT}" d="${curve(it, left, y, true)}"/>`);
    });
    parts.push('</g>');
    shown.forEach((it, i) => {
      const last = it.high.findLastIndex((value) => !Number.isNaN(value));
      if (shown.length > 1 && last >= 0) write(curves[i]?.letter ?? '', left + last / 2 - 4, y(it.high[last] ?? 0) - 4, `text-anchor="end" font-size="12" fill="${PENS[i % PENS.length] ?? INK.black}"`);
    });
    for (const [name, time] of [['1', view.a], ['2', view.b]] as const) {
      if (time === null || time < view.from || time > view.to) continue;
      parts.push(`<path stroke="${INK.black}" ${name === '2' ? 'stroke-dasharray="4 3"' : ''} d="M${at(x(time))} ${at(top)}v${high}"/>`);
      write(name, x(time) + 3, top + 11, 'font-size="12" font-weight="600"');
    }
    top += high + 12;
  }
  for (let i = 0; i <= 4; i += 1) write(tick(view, i / 4), left + ((right - left) * i) / 4, top + 8, `font-size="12" fill="${INK.grey}" text-anchor="${i === 0 ? 'start' : i === 4 ? 'end' : 'middle'}"`);
  write(note, EDGE, top + 8 + LINE, `font-size="12" fill="${INK.grey}"`);
  const total = top + LINE * 2;
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${at(total)}" viewBox="0 0 ${WIDE} ${at(total)}" font-family="sans-serif" font-size="14" fill="${INK.black}">
<title>${escaped(title)}</title>
<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="1.5" height="6" fill="#9aa6ae"/></pattern></defs>
<rect width="100%" height="100%" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`;
}

/** The certain or the uncertain part of a curve as one path: a value is valid until the next, and no line crosses
 *  a gap. */
function curve({ low, high, uncertain }: Columns, left: number, y: (value: number) => number, isFaint: boolean): string {
  let path = '';
  let last: number | null = null;
  for (let i = 0; i < low.length; i += 1) {
    const [bottom, top] = [low[i] ?? NaN, high[i] ?? NaN];
    if (Number.isNaN(bottom) || uncertain[i] !== isFaint) {
      if (last !== null) path += `H${at(left + i / 2)}`;
      last = null;
      continue;
    }
    if (last === null) path += `M${at(left + i / 2)} ${at(y(bottom))}`;
    else if (bottom === last && top === last) continue;
    else path += `H${at(left + i / 2)}V${at(y(bottom))}`;
    if (top !== bottom) path += `V${at(y(top))}`;
    last = top;
  }
  return last === null ? path : `${path}H${at(left + low.length / 2)}`;
}

const at = (value: number): string => String(Math.round(value * 10) / 10);
const escaped = (text: string): string => text.replace(/[&<>"]/g, (it) => `&#${it.charCodeAt(0)};`);
