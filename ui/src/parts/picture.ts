// A trend as one picture for printing, on white paper: each curve with its scale, the time axis below, the legend above.

import { clock, clockMillis, day, daysBetween, moment } from '../format';
import { LanePlot, type Curve, type Ink, type View } from './lane-plot';

export interface Drawing {
  /** The legend: letter, name, value. */
  titles: string[];
  curves: Curve[];
  scale: [number, number] | null;
}

/** Width in pixels: an A4 page in landscape format at 200 dots per inch. */
const WIDE = 2339;
const HIGH = 380;
const LINE = 46;
const EDGE = 40;
export const INK = { black: '#11171b', grey: '#505c64', pen: '#0a5686' };

export async function picture(title: string, note: string, drawings: Drawing[], view: View): Promise<Blob> {
  const ratio = devicePixelRatio;
  const print: Ink = {
    pen: INK.pen, pens: PENS, grid: '#c9d0d5', hatch: '#9aa6ae', label: INK.grey, cursor: INK.black, ground: '#ffffff', font: '12px sans-serif', size: 2 / ratio,
  };
  print.font = `${12 * print.size}px sans-serif`;
  const height = drawings.length > 1 ? HIGH : HIGH * 2;
  const total = EDGE + LINE * 2 + drawings.reduce((sum, it) => sum + it.titles.length * LINE + height, 0) + LINE * 2;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDE, total];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, WIDE, total);
  const write = (text: string, x: number, y: number, style: { strong?: boolean; align?: CanvasTextAlign; small?: boolean } = {}): void => {
    context.fillStyle = style.small ? INK.grey : INK.black;
    context.font = `${style.strong ? '600 ' : ''}${style.small ? 24 : 28}px sans-serif`;
    context.textAlign = style.align ?? 'left';
    context.textBaseline = 'middle';
    context.fillText(text, x, y);
  };
  write(title, EDGE, EDGE + LINE / 2, { strong: true });
  write(shownTime(view), WIDE - EDGE, EDGE + LINE / 2, { align: 'right' });
  let top = EDGE + LINE;
  let sides = { left: EDGE, right: WIDE - EDGE };
  const host = document.createElement('div');
  host.style.cssText = `position:fixed;left:-99999px;top:0;width:${WIDE / ratio}px;height:${height / ratio}px`;
  document.body.append(host);
  try {
    for (const { titles, curves, scale } of drawings) {
      titles.forEach((it, i) => write(it, EDGE, top + LINE * (i + 0.5)));
      top += titles.length * LINE;
      const plot = new LanePlot(host, null, print);
      plot.draw(curves, { ...view, cursor: null, scale });
      // The curves are drawn when this task has ended.
      await new Promise(requestAnimationFrame);
      context.drawImage(plot.canvas, 0, top, WIDE, height);
      const by = WIDE / plot.canvas.width;
      sides = { left: plot.sides.left * by, right: plot.sides.right * by };
      plot.destroy();
      host.replaceChildren();
      top += height;
    }
  } finally {
    host.remove();
  }
  for (let i = 0; i <= 4; i += 1) {
    const x = sides.left + ((sides.right - sides.left) * i) / 4;
    write(tick(view, i / 4), x, top + LINE / 2, { align: i === 0 ? 'left' : i === 4 ? 'right' : 'center', small: true });
  }
  write(note, EDGE, top + LINE * 1.5, { small: true });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))), 'image/png');
  });
}

/** The start and the end of a time range; with both days, if they differ. */
export function shownTime({ from, to, language }: Pick<View, 'from' | 'to' | 'language'>): string {
  // The year is always included: a picture may be read years later.
  const dated = (time: number): string => `${day(time, null, language)}, ${clockMillis(time, language)}`;
  return `${dated(from)} – ${daysBetween(from, to) === 0 ? clockMillis(to, language) : dated(to)}`;
}

/** The label of the axis at a fraction of its length. */
export function tick({ from, to, language }: Pick<View, 'from' | 'to' | 'language'>, part: number): string {
  const time = from + (to - from) * part;
  return daysBetween(from, to) === 0 ? clock(time) : moment(time, language);
}

/** Colours that are distinguishable on white paper, also with red-green colour blindness; the letters at the ends distinguish the curves, too. */
export const PENS = ['#0a5686', '#b4450b', '#2f7d32', '#7b3f9d', '#8a6d00', '#c2185b', '#00707a', '#4e4e4e'];
