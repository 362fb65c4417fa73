// One lane of the strip chart: a pen on a grid, holes hatched, the cursor with its knob. uPlot draws the grid and the
// scale and knows the mouse; the pen is drawn here, column by column: a path of thousands of steps takes it 5 ms.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Lane } from '../bindings/desk';
import { columns, held, isSame, type Columns } from '../state/trend';

export interface View {
  from: number;
  to: number;
  until: number;
  cursor: number | null;
}

interface Hooks {
  point(time: number | null): void;
  zoom(from: number, to: number): void;
}

/** Room for the scale's two numbers, at the right. */
const SCALE = 60;
/** The pen's width. */
const PEN = 1.6;
const NOTHING: Columns = { low: [], high: [], holes: [] };

export class LanePlot {
  readonly #plot: uPlot;
  #lane: Lane | undefined;
  #view: View = { from: 0, to: 1, until: 0, cursor: null };
  #columns = NOTHING;

  constructor(readonly host: HTMLElement, hooks: Hooks) {
    const ink = colours(host);
    const hatch = pattern(ink.hatch);
    const options: uPlot.Options = {
      ...size(host),
      ms: 1,
      legend: { show: false },
      padding: [8, 8, 8, 16],
      scales: { x: { time: true, auto: false, range: () => [this.#view.from, this.#view.to] }, y: { range: (_, low, high) => range(low, high) } },
      axes: [
        { show: true, size: 0, ticks: { show: false }, grid: { stroke: ink.grid, width: 1 }, values: () => [], splits: () => [this.#view.from, (this.#view.from + this.#view.to) / 2, this.#view.to] },
        {
          side: 1, size: SCALE, gap: 6, stroke: ink.label, font: ink.font, ticks: { show: false }, grid: { stroke: ink.grid, width: 1 },
          splits: (_, __, low, high) => [low, (low + high) / 2, high],
          values: (_, splits) => splits.map((it, i) => (i === 1 ? '' : short(it, (splits[2] ?? 1) - (splits[0] ?? 0)))),
        },
      ],
      series: [{}, { points: { show: false }, paths: () => null }],
      cursor: { x: false, y: false, points: { show: false }, drag: { x: true, y: false, setScale: false }, focus: { prox: -1 } },
      hooks: {
        drawAxes: [(plot) => this.#drawHoles(plot, hatch)],
        draw: [(plot) => { this.#drawPen(plot, ink); this.#drawCursor(plot, ink); }],
        setCursor: [(plot) => { if (plot.cursor.event) hooks.point(plot.cursor.left !== undefined && plot.cursor.left >= 0 ? this.#time(plot.cursor.left) : null); }],
        setSelect: [(plot) => {
          const { left, width } = plot.select;
          if (width > 4) hooks.zoom(this.#time(left), this.#time(left + width));
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        }],
      },
    };
    this.#plot = new uPlot(options, [[], []], host);
  }

  /** Draws what a lane has to show, where it is not what was drawn last. The view begins with a whole column: so that
   *  the curve moves by columns and keeps its form. */
  draw(lane: Lane | undefined, view: View): void {
    const count = Math.max(1, Math.round(this.#plot.bbox.width));
    const column = (view.to - view.from) / count;
    const from = Math.ceil(view.from / column) * column;
    const shown = lane ? columns(lane, from, column, count, view.until) : NOTHING;
    const isDrawn = lane === this.#lane && view.cursor === null && this.#view.cursor === null && isSame(shown, this.#columns);
    this.#lane = lane;
    this.#view = { ...view, from, to: from + column * count };
    this.#columns = shown;
    if (isDrawn) return;
    const known = (it: number): boolean => !Number.isNaN(it);
    const [low, high] = [shown.low.filter(known), shown.high.filter(known)];
    const ends = low.length > 0 ? [Math.min(...low), Math.max(...high)] : [null, null];
    this.#plot.setData([[this.#view.from, this.#view.to], ends]);
  }

  resize(): void {
    this.#plot.setSize(size(this.host));
  }

  get canvas(): HTMLCanvasElement {
    return this.#plot.ctx.canvas;
  }

  destroy(): void {
    this.#plot.destroy();
  }

  /** What time stands so far from the left, in pixels of the page. */
  #time(left: number): number {
    const { from, to } = this.#view;
    return from + ((to - from) * left * devicePixelRatio) / this.#plot.bbox.width;
  }

  /** Of each column the bar from its lowest to its highest value, level ones in one piece. */
  #drawPen(plot: uPlot, ink: Colours): void {
    const { low, high } = this.#columns;
    const width = PEN * devicePixelRatio;
    const y = (value: number): number => Math.round(plot.valToPos(value, 'y', true));
    const pen = new Path2D();
    for (let i = 0, end = 1; i < low.length; i = end, end += 1) {
      const [bottom, top] = [low[i] ?? NaN, high[i] ?? NaN];
      if (Number.isNaN(bottom)) continue;
      while (bottom === top && low[end] === bottom && high[end] === top) end += 1;
      pen.rect(plot.bbox.left + i, y(top), end - i - 1 + width, y(bottom) - y(top) + width);
    }
    plot.ctx.fillStyle = ink.pen;
    plot.ctx.fill(pen);
  }

  #drawHoles(plot: uPlot, hatch: CanvasPattern | null): void {
    if (!hatch) return;
    plot.ctx.fillStyle = hatch;
    const { left, top, height } = plot.bbox;
    for (const [begin, end] of this.#columns.holes) plot.ctx.fillRect(left + begin, top, end - begin, height);
  }

  #drawCursor(plot: uPlot, ink: Colours): void {
    const { cursor, until } = this.#view;
    if (cursor === null) return;
    const { ctx, bbox } = plot;
    const ratio = devicePixelRatio;
    const x = Math.round(plot.valToPos(cursor, 'x', true)) + 0.5;
    ctx.save();
    ctx.strokeStyle = ink.cursor;
    ctx.lineWidth = ratio;
    ctx.setLineDash([3 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x, 0);
    ctx.lineTo(x, bbox.top * 2 + bbox.height);
    ctx.stroke();
    const value = this.#lane && cursor <= until ? held(this.#lane, cursor) : null;
    if (value !== null) {
      ctx.setLineDash([]);
      ctx.lineWidth = 2 * ratio;
      ctx.fillStyle = ink.ground;
      ctx.beginPath();
      ctx.arc(x, plot.valToPos(value, 'y', true), 4 * ratio, 0, 2 * Math.PI);
      ctx.fill();
      ctx.stroke();
    }
    ctx.restore();
  }
}

interface Colours {
  pen: string;
  grid: string;
  hatch: string;
  label: string;
  cursor: string;
  ground: string;
  font: string;
}

function colours(host: HTMLElement): Colours {
  const style = getComputedStyle(host);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    pen: token('accent'), grid: token('plot-grid'), hatch: token('plot-hatch'), label: token('ink-3'), cursor: token('ink-1'),
    ground: token('bg-2'), font: `${token('t-label')} ${token('font-ui')}`,
  };
}

function pattern(colour: string): CanvasPattern | null {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 8;
  const context = tile.getContext('2d');
  if (!context) return null;
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.beginPath();
  for (const shift of [-8, 0, 8]) {
    context.moveTo(shift - 1, 9);
    context.lineTo(shift + 9, -1);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat');
}

/** A scale's ends: some room around what there is, on round numbers. */
function range(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  if (low === high) return [low - (Math.abs(low) || 1) * 0.5, high + (Math.abs(high) || 1) * 0.5];
  const step = 10 ** Math.floor(Math.log10(high - low)) / 2;
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step];
}

/** As many digits as tell the scale's ends apart. */
export function short(value: number, span: number): string {
  if (Math.abs(value) >= 1e6 || (value !== 0 && Math.abs(value) < 1e-3)) return value.toExponential(1);
  const digits = Math.max(0, Math.min(4, 1 - Math.floor(Math.log10(Math.abs(span) || 1))));
  return value.toFixed(Number.isInteger(value) && span >= 2 ? 0 : digits);
}

function size(host: HTMLElement): { width: number; height: number } {
  return { width: Math.max(80, host.clientWidth), height: Math.max(40, host.clientHeight) };
}
