// One lane of the strip chart: a curve on a grid, hatched gaps, and the cursor with its point. uPlot draws the grid and the
// scale and handles the mouse. The curve is drawn here, column by column: uPlot needs 5 ms for a path of thousands of steps.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Lane } from '../bindings/desk';
import { truth, type Language } from '../format';
import { columns, held, isSame, NOTHING, type Columns } from '../state/trend';
import { BITS, range, short, ticks } from './lane-scale';

export interface View {
  from: number;
  to: number;
  until: number;
  cursor: number | null;
  /** The two fixed cursors. */
  a: number | null;
  b: number | null;
  /** The ends of the scale, if the user has set them. */
  scale: [number, number] | null;
  /** Whether the last value is not current: then the curve is grey. */
  isOld: boolean;
  language: Language;
}

/** A tag's curve and the letter at its end; a curve that is alone in its plot has no letter. */
export interface Curve {
  lane: Lane | undefined;
  letter: string;
}

interface Hooks {
  point(time: number | null): void;
  zoom(from: number, to: number): void;
  /** The wheel was turned at this time: the factor for the visible time span. */
  wheel(factor: number, time: number): void;
  pan(by: number): void;
  /** A click sets the first cursor, with Shift the second one. */
  mark(time: number, isSecond: boolean): void;
}

/** Width for the numbers of the scale at the right, and height for the unit above them, in pixels. */
const [SCALE, UNIT] = [60, 20];
/** Distance between two numbers of the scale, in pixels, and their maximum count. */
const [STEP_PX, STEPS] = [24, 9];
/** Distance between the curves and the numbers, in pixels. */
const GAP = 6;
/** Line width of a curve in pixels. */
const PEN = 1.6;
/** Distance in pixels from which a pointer movement is a drag, not a click. */
const DRAG_PX = 4;
const WHEEL = 1.25;
/** Opacity of a curve where its value is uncertain. */
export const FAINT = 0.4;

export class LanePlot {
  readonly #plot: uPlot;
  #curves: readonly Curve[] = [];
  #view: View = { from: 0, to: 1, until: 0, cursor: null, a: null, b: null, scale: null, isOld: false, language: 'en' };
  #columns: readonly Columns[] = [];
  #isBits = false;

  constructor(readonly host: HTMLElement, readonly hooks: Hooks | null, readonly ink: Ink = inkOf(host)) {
    const hatch = pattern(ink);
    const options: uPlot.Options = {
      ...size(host),
      ms: 1,
      legend: { show: false },
      padding: [UNIT * ink.size, 8 * ink.size, 8 * ink.size, 16 * ink.size],
      scales: {
        x: { time: true, auto: false, range: () => [this.#view.from, this.#view.to] },
        y: { range: (_, low, high) => this.#view.scale ?? (this.#isBits ? BITS : range(low, high)) },
      },
      axes: [
        { show: true, size: 0, ticks: { show: false }, grid: { stroke: ink.grid, width: ink.size }, values: () => [], splits: () => [this.#view.from, (this.#view.from + this.#view.to) / 2, this.#view.to] },
        {
          side: 1, size: SCALE * ink.size, gap: GAP * ink.size, stroke: ink.label, font: ink.font, ticks: { show: false }, grid: { stroke: ink.grid, width: ink.size },
          splits: (plot, __, low, high) => (this.#isBits && !this.#view.scale ? [0, 1] : ticks(low, high, Math.min(STEPS, 1 + Math.floor(plot.bbox.height / devicePixelRatio / ink.size / STEP_PX)))),
          values: (plot, splits) => (this.#isBits && !this.#view.scale ? splits.map((it) => truth(it === 1)) : splits.map((it) => short(it, this.#span(plot), this.#view.language))),
        },
      ],
      series: [{}, { points: { show: false }, paths: () => null }],
      cursor: { x: false, y: false, points: { show: false }, drag: { x: true, y: false, setScale: false, click: () => undefined }, focus: { prox: -1 } },
      hooks: {
        drawAxes: [(plot) => this.#drawHoles(plot, hatch)],
        draw: [(plot) => { this.#drawUnit(plot); this.#drawPens(plot); this.#drawMarks(plot); this.#drawCursor(plot); }],
        setCursor: [(plot) => { if (plot.cursor.event) hooks?.point(plot.cursor.left !== undefined && plot.cursor.left >= 0 ? this.#time(plot.cursor.left) : null); }],
        setSelect: [(plot) => {
          const { left, width } = plot.select;
          if (width > DRAG_PX) hooks?.zoom(this.#time(left), this.#time(left + width));
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        }],
      },
    };
    this.#plot = new uPlot(options, [[], []], host);
    if (hooks) this.#listen(hooks);
  }

  /** Draws the curves if they have changed. The view starts at a whole column, so that
   *  curves move by columns and keep their form. */
  draw(curves: readonly Curve[], view: View): void {
    const count = Math.max(1, Math.round(this.#plot.bbox.width));
    const column = (view.to - view.from) / count;
    const from = Math.ceil(view.from / column) * column;
    const shown = curves.map(({ lane }) => (lane ? columns(lane, from, column, count, view.until) : NOTHING));
    const isStill = (it: View): string => JSON.stringify([it.cursor, it.a, it.b, it.scale, it.isOld, it.language]);
    const isDrawn = view.cursor === null && view.a === null && view.b === null && isStill(view) === isStill(this.#view) &&
      curves.length === this.#curves.length && curves.every((it, i) => it.lane === this.#curves[i]?.lane && isSame(shown[i] ?? NOTHING, this.#columns[i] ?? NOTHING));
    this.#curves = curves;
    this.#isBits = curves.length > 0 && curves.every(({ lane }) => lane?.type.toUpperCase() === 'BOOL');
    this.#view = { ...view, from, to: from + column * count };
    this.#columns = shown;
    if (isDrawn) return;
    let [low, high] = [Infinity, -Infinity];
    for (const it of shown) {
      for (const value of it.low) if (value < low) low = value;
      for (const value of it.high) if (value > high) high = value;
    }
    this.#plot.setData([[this.#view.from, this.#view.to], low <= high ? [low, high] : [null, null]]);
  }

  resize(): void {
    this.#plot.setSize(size(this.host));
  }

  get canvas(): HTMLCanvasElement {
    return this.#plot.ctx.canvas;
  }

  /** The left and right end of the curves, in pixels of the canvas. */
  get sides(): { left: number; right: number } {
    const { left, width } = this.#plot.bbox;
    return { left, right: left + width };
  }

  destroy(): void {
    this.#plot.destroy();
  }

  /** The wheel zooms, Shift and dragging moves, a click sets a cursor. */
  #listen(hooks: Hooks): void {
    const { over } = this.#plot;
    let down: { x: number; isSecond: boolean; isFar: boolean } | null = null;
    over.addEventListener('wheel', (event) => {
      event.preventDefault();
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) hooks.pan(this.#time(sideways) - this.#time(0));
      else if (event.deltaY) hooks.wheel(event.deltaY > 0 ? WHEEL : 1 / WHEEL, this.#time(event.offsetX));
    }, { passive: false });
    this.host.addEventListener('mousedown', (event) => {
      if (event.button !== 0 || !over.contains(event.target as Node)) return;
      down = { x: event.clientX, isSecond: event.shiftKey, isFar: false };
      if (!event.shiftKey) return;
      // Otherwise uPlot would start a selection.
      event.stopPropagation();
      event.preventDefault();
      let last = event.clientX;
      const move = (moved: MouseEvent): void => {
        hooks.pan(this.#time(0) - this.#time(moved.clientX - last));
        last = moved.clientX;
        if (down && Math.abs(moved.clientX - down.x) > DRAG_PX) down.isFar = true;
      };
      window.addEventListener('mousemove', move);
      window.addEventListener('mouseup', () => window.removeEventListener('mousemove', move), { once: true });
    }, { capture: true });
    over.addEventListener('click', (event) => {
      if (!down || down.isFar || Math.abs(event.clientX - down.x) > DRAG_PX) return;
      hooks.mark(this.#time(event.offsetX), down.isSecond);
    });
  }

  /** The length of the scale. */
  #span({ scales: { y } }: uPlot): number {
    return (y?.max ?? 1) - (y?.min ?? 0);
  }

  /** Writes the unit above the numbers of the scale, if all curves have the same unit. */
  #drawUnit({ ctx, bbox }: uPlot): void {
    const units = new Set(this.#curves.map(({ lane }) => lane?.unit ?? ''));
    const unit = units.size === 1 ? [...units][0] : '';
    if (!unit) return;
    const ratio = devicePixelRatio * this.ink.size;
    ctx.save();
    ctx.fillStyle = this.ink.label;
    ctx.font = this.ink.font.replace(/^\S+/, `600 ${12 * ratio}px`);
    ctx.textBaseline = 'top';
    ctx.textAlign = 'left';
    ctx.fillText(unit, bbox.left + bbox.width + GAP * ratio, 0, SCALE * ratio);
    ctx.restore();
  }

  /** The time at this distance from the left, in CSS pixels. */
  #time(left: number): number {
    const { from, to } = this.#view;
    return from + ((to - from) * left * devicePixelRatio) / this.#plot.bbox.width;
  }

  /** Draws a bar from the lowest to the highest value of each column; adjacent equal values are one line. With several curves,
   *  draws the letter at the end. */
  #drawPens(plot: uPlot): void {
    const { ink } = this;
    const width = PEN * devicePixelRatio * ink.size;
    const y = (value: number): number => Math.round(plot.valToPos(value, 'y', true));
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, 0, bbox.width + width, ctx.canvas.height);
    ctx.clip();
    const ends: { x: number; y: number; letter: string; colour: string }[] = [];
    this.#columns.forEach(({ low, high, uncertain }, nth) => {
      const [pen, faint] = [new Path2D(), new Path2D()];
      let last: [number, number] | null = null;
      for (let i = 0, end = 1; i < low.length; i = end, end += 1) {
        const [bottom, top] = [low[i] ?? NaN, high[i] ?? NaN];
        if (Number.isNaN(bottom)) continue;
        while (bottom === top && low[end] === bottom && high[end] === top && uncertain[end] === uncertain[i]) end += 1;
        (uncertain[i] ? faint : pen).rect(bbox.left + i, y(top), end - i - 1 + width, y(bottom) - y(top) + width);
        last = [bbox.left + end, y(top)];
      }
      const colour = this.#view.isOld ? ink.label : this.#columns.length > 1 ? (ink.pens[nth % ink.pens.length] ?? ink.pen) : ink.pen;
      ctx.fillStyle = colour;
      ctx.fill(pen);
      ctx.globalAlpha = FAINT;
      ctx.fill(faint);
      ctx.globalAlpha = 1;
      const letter = this.#curves[nth]?.letter ?? '';
      if (last && this.#columns.length > 1) ends.push({ x: last[0], y: last[1], letter, colour });
    });
    ctx.font = ink.font.replace(/^\S+/, `${12 * devicePixelRatio * ink.size}px`);
    ctx.textAlign = 'right';
    ctx.textBaseline = 'bottom';
    for (const { x, y: at, letter, colour } of ends) {
      ctx.strokeStyle = ink.ground;
      ctx.lineWidth = 3 * devicePixelRatio;
      ctx.strokeText(letter, x - 4, at - 2);
      ctx.fillStyle = colour;
      ctx.fillText(letter, x - 4, at - 2);
    }
    ctx.restore();
  }

  #drawHoles(plot: uPlot, hatch: CanvasPattern | null): void {
    if (!hatch) return;
    plot.ctx.fillStyle = hatch;
    const { left, top, height } = plot.bbox;
    for (const { holes } of this.#columns) for (const [begin, end] of holes) plot.ctx.fillRect(left + begin, top, end - begin, height);
  }

  /** Draws the two cursors and the area between them. */
  #drawMarks(plot: uPlot): void {
    const { a, b, from, to } = this.#view;
    const { ctx, bbox } = plot;
    const ratio = devicePixelRatio * this.ink.size;
    const x = (time: number): number => Math.round(plot.valToPos(Math.min(Math.max(time, from), to), 'x', true)) + 0.5;
    ctx.save();
    if (a !== null && b !== null) {
      ctx.globalAlpha = 0.1;
      ctx.fillStyle = this.ink.pen;
      ctx.fillRect(Math.min(x(a), x(b)), bbox.top, Math.abs(x(b) - x(a)), bbox.height);
      ctx.globalAlpha = 1;
    }
    for (const [name, time] of [['1', a], ['2', b]] as const) {
      if (time === null || time < from || time > to) continue;
      ctx.strokeStyle = ctx.fillStyle = this.ink.cursor;
      ctx.lineWidth = ratio;
      ctx.setLineDash(name === '2' ? [4 * ratio, 3 * ratio] : []);
      ctx.beginPath();
      ctx.moveTo(x(time), 0);
      ctx.lineTo(x(time), bbox.top * 2 + bbox.height);
      ctx.stroke();
      ctx.fillRect(x(time) - 7 * ratio, 0, 14 * ratio, 14 * ratio);
      ctx.fillStyle = this.ink.ground;
      ctx.font = this.ink.font.replace(/^\S+/, `${11 * ratio}px`);
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      ctx.fillText(name, x(time), 7.5 * ratio);
    }
    ctx.restore();
  }

  #drawCursor(plot: uPlot): void {
    const { cursor, until } = this.#view;
    if (cursor === null) return;
    const { ctx, bbox } = plot;
    const { ink } = this;
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
    ctx.setLineDash([]);
    ctx.lineWidth = 2 * ratio;
    ctx.fillStyle = ink.ground;
    for (const { lane } of this.#curves) {
      const value = lane && cursor <= until ? held(lane, cursor) : null;
      if (value === null) continue;
      ctx.beginPath();
      ctx.arc(x, plot.valToPos(value, 'y', true), 4 * ratio, 0, 2 * Math.PI);
      ctx.fill();
      ctx.stroke();
    }
    ctx.restore();
  }
}

/** Colours, font and size of a drawing. */
export interface Ink {
  pen: string;
  /** The colours of several curves in one plot, in order. */
  pens: readonly string[];
  grid: string;
  hatch: string;
  label: string;
  cursor: string;
  ground: string;
  font: string;
  /** The scale factor relative to the screen. */
  size: number;
}

/** Reads the colours of the page. */
export function inkOf(host: HTMLElement): Ink {
  const style = getComputedStyle(host);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    pen: token('accent'), pens: Array.from({ length: 8 }, (_, i) => token(`pen-${i + 1}`)), grid: token('plot-grid'), hatch: token('plot-hatch'), label: token('ink-3'),
    cursor: token('ink-1'), ground: token('bg-2'), font: `${token('t-label')} ${token('font-ui')}`, size: 1,
  };
}

function pattern({ hatch, size: by }: Ink): CanvasPattern | null {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 8 * by;
  const context = tile.getContext('2d');
  if (!context) return null;
  context.scale(by, by);
  context.strokeStyle = hatch;
  context.lineWidth = 2;
  context.beginPath();
  for (const shift of [-8, 0, 8]) {
    context.moveTo(shift - 1, 9);
    context.lineTo(shift + 9, -1);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat');
}

function size(host: HTMLElement): { width: number; height: number } {
  return { width: Math.max(80, host.clientWidth), height: Math.max(40, host.clientHeight) };
}
