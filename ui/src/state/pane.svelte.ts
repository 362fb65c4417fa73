// The pane next to the table: its tab, its position and its size. They are stored in this browser.

import type { KeyValueStore } from './saved-by-name.svelte';

export const TABS = ['details', 'trend', 'why', 'ask', 'findings'] as const;
export type Tab = (typeof TABS)[number];
export type Side = 'right' | 'below';

interface Kept {
  tab: Tab;
  isOpen: boolean;
  /** The position that the user has set; null: where the window has space. */
  side: Side | null;
  width: number;
  height: number;
}

const KEY = 'tagbridge.pane';
/** A large window has space for a wider pane. */
const width = Math.round(Math.min(Math.max(360, (globalThis.innerWidth ?? 0) * 0.287), 540));
const USUAL: Kept = { tab: 'trend', isOpen: true, side: null, width, height: 280 };
/** The size after the button “Larger”, in pixels. */
const LARGE = { width: 640, height: 480 };
/** Size limits in pixels. */
export const LIMITS = { width: { min: 280, max: 900 }, height: { min: 160, max: 800 } } as const;

export class Pane {
  tab = $state<Tab>('trend');
  isOpen = $state(true);
  side = $state<Side | null>(null);
  width = $state(USUAL.width);
  height = $state(USUAL.height);
  /** The element that had the focus before the user entered the pane. */
  #from: Element | null = null;

  constructor(readonly storage: KeyValueStore = localStorage) {
    Object.assign(this, read(storage.getItem(KEY)));
  }

  /** Opens the pane with a tab. */
  show(tab: Tab): void {
    const now = document.activeElement;
    if (!now?.closest('.side')) this.#from = now;
    [this.tab, this.isOpen] = [tab, true];
    this.#keep();
  }

  /** Returns the focus to its previous element, and whether that element still exists. */
  close(): boolean {
    this.isOpen = false;
    this.#keep();
    const before = this.#from;
    this.#from = null;
    if (!(before instanceof HTMLElement) || before === document.body || !before.isConnected) return false;
    requestAnimationFrame(() => before.focus());
    return true;
  }

  put(side: Side): void {
    this.side = side;
    this.#keep();
  }

  /** Sets the width or the height, depending on the position. */
  size(side: Side, pixels: number): void {
    const what = side === 'right' ? 'width' : 'height';
    const { min, max } = LIMITS[what];
    this[what] = Math.round(Math.min(Math.max(pixels, min), max));
    this.#keep();
  }

  /** Whether the pane has at least its large size. */
  isLarge(side: Side): boolean {
    const what = side === 'right' ? 'width' : 'height';
    return this[what] >= LARGE[what];
  }

  /** Switches between the large and the default size. */
  switchSize(side: Side): void {
    const what = side === 'right' ? 'width' : 'height';
    this.size(side, (this.isLarge(side) ? USUAL : LARGE)[what]);
  }

  #keep(): void {
    const { tab, isOpen, side, width, height } = this;
    this.storage.setItem(KEY, JSON.stringify({ tab, isOpen, side, width, height }));
  }
}

/** Parses the stored state; invalid parts are ignored. */
export function read(text: string | null): Kept {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<Kept> | null;
    const within = (value: unknown, { min, max }: { min: number; max: number }, usual: number): number => (typeof value === 'number' && value >= min && value <= max ? value : usual);
    return {
      tab: TABS.find((it) => it === kept?.tab) ?? USUAL.tab,
      isOpen: kept?.isOpen !== false,
      side: kept?.side === 'right' || kept?.side === 'below' ? kept.side : null,
      width: within(kept?.width, LIMITS.width, USUAL.width),
      height: within(kept?.height, LIMITS.height, USUAL.height),
    };
  } catch {
    return USUAL;
  }
}

export const pane = new Pane();
