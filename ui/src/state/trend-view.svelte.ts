// The view of a trend: its time range, one common axis or lanes, its cursors, and its scales.

import type { SavedTrend } from '../bindings/desk';
import { SavedByName } from './saved-by-name.svelte';

export type { SavedTrend };

export interface Range {
  from: number;
  to: number;
}

const SHORTEST_MS = 50;
const LONGEST_MS = 366 * 86_400_000;
/** The fraction of the shown time by which it is moved. */
const SHIFT = 0.5;

export class TrendView {
  /** The length of the shown time, in milliseconds. */
  span = $state(120_000);
  /** A fixed time range: the picture does not move, reading continues. Null: the view follows the newest value. */
  zoom = $state.raw<Range | null>(null);
  a = $state<number | null>(null);
  b = $state<number | null>(null);
  isOneAxis = $state(false);
  isFull = $state(false);
  /** The ends of a tag's scale, if the user has set them; the common axis has an empty name. */
  scales = $state.raw<Readonly<Record<string, [number, number]>>>({});

  range(until: number): Range {
    return this.zoom ?? { from: until - this.span, to: until };
  }

  /** Zooms out (factor above 1) or in around a time. A view that follows the newest value continues to follow it. */
  scale(factor: number, at: number, until: number): void {
    const { from, to } = this.range(until);
    const applied = Math.min(Math.max((to - from) * factor, SHORTEST_MS), LONGEST_MS) / (to - from);
    if (this.zoom === null) this.span = (to - from) * applied;
    else this.zoom = { from: at - (at - from) * applied, to: at + (to - at) * applied };
  }

  /** Moves forward by this number of milliseconds; at most until the newest value is in the middle. */
  pan(by: number, until: number): void {
    const { from, to } = this.range(until);
    const wanted = Math.min(by, until + (to - from) / 2 - to);
    this.zoom = { from: from + wanted, to: to + wanted };
  }

  shift(direction: -1 | 1, until: number): void {
    const { from, to } = this.range(until);
    this.pan(direction * (to - from) * SHIFT, until);
  }

  pause(until: number): void {
    this.zoom = this.range(until);
  }

  follow(): void {
    this.zoom = null;
  }

  choose(span: number): void {
    this.span = span;
    this.zoom = null;
  }

  clearCursors(): void {
    this.a = this.b = null;
  }

  setScale(tag: string, ends: [number, number] | null): void {
    const { [tag]: _, ...others } = this.scales;
    this.scales = ends && ends[0] < ends[1] ? { ...others, [tag]: ends } : others;
  }

  save(name: string, tags: readonly string[]): SavedTrend {
    return { name, tags: [...tags], span: this.span, zoom: this.zoom, isOneAxis: this.isOneAxis, scales: { ...this.scales } };
  }

  restore({ span, zoom, isOneAxis, scales }: SavedTrend): void {
    [this.span, this.zoom, this.isOneAxis, this.scales] = [span, zoom, isOneAxis, scales];
    this.clearCursors();
  }
}

/** The saved trends of a project. */
export class SavedTrends extends SavedByName<SavedTrend> {}
