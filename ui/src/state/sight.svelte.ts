// How each session is looked at: what is searched and shown, how far the table is scrolled, what the trend draws. Kept
// while the page lives, so that leaving the place and coming back changes nothing.

import type { Quality, Sort } from '../bindings/desk';
import { Selection } from './selection.svelte';

export class Sight {
  readonly selection = new Selection();

  search = $state('');
  sort = $state<Sort>('name');
  descending = $state(false);
  quality = $state<Quality | null>(null);
  requested = $state(false);
  /** Rows of the table, and how far it is scrolled, in pixels. */
  rows = 0;
  top = 0;

  /** The trend's time, in milliseconds up to the newest. */
  span = $state(120_000);
  /** A part of the past instead. */
  zoom = $state.raw<{ from: number; to: number } | null>(null);

  /** Nothing is filtered. */
  all = $derived(this.quality === null && !this.requested);

  showAll(): void {
    this.search = '';
    this.only(null);
  }

  /** Only tags of this quality, or only those that are asked for. */
  only(wanted: Quality | 'requested' | null): void {
    this.quality = wanted === 'requested' ? null : wanted;
    this.requested = wanted === 'requested';
  }

  order(column: Sort): void {
    this.descending = this.sort === column && !this.descending;
    this.sort = column;
  }
}

const sights = new Map<string, Sight>();

/** By the session's name. */
export function sightOf(session: string): Sight {
  const sight = sights.get(session) ?? new Sight();
  sights.set(session, sight);
  return sight;
}
