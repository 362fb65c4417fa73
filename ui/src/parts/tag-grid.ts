// Draws the rows of the tag table. A pool of row elements is in a layer that sticks to the
// scroller's top: for any position of the scroll bar there are rows. Old rows stay until the new
// ones have arrived.

import type { Row, TagWindow } from '../state/window';
import { path } from '../state/window';
import type { Column } from '../state/columns';
import { measure } from '../state/narrow';
import type { Sparklines } from '../state/sparklines';
import { layOutNow } from '../state/draw-queue';
import { div, icon, span, SVG } from './elements';

/** The CSS classes of the cells. */
export const CLASSES: Record<Column, string> = {
  name: 'name', value: 'val num', raw: 'raw num', unit: 'unit', type: 'type', quality: 'qual', age: 'age num', time: 'time num', address: 'address mono', comment: 'note', minute: 'mini',
};

export interface RowFormat {
  age(row: Row): string;
  time(row: Row): string;
  /** The time at which an old value was read. */
  readAt(row: Row): string;
  raw(row: Row): string;
  /** Its comment, with its unit and its address if the table has no columns for them. */
  note(row: Row, hasAddress: boolean, hasUnit: boolean): string;
  value(row: Row): string;
  /** The same value in less space. */
  narrow(row: Row, value: string, fits: (text: string) => boolean): string;
  quality(row: Row): { text: string; read: string };
  letter(name: string): string | null;
  selected(name: string): boolean;
  fold(unfolded: boolean, name: string): string;
  pin: string;
  requested: string;
}

/** Padding of a value's cell on both sides together, in pixels. */
const VALUE_PADDING = 16;
/** Number of characters at the end of a long name that are always shown. */
const [TAIL, SHORT, INDEX] = [6, 14, 4];
/** Maximum part of the space for pinned rows: the others must be visible, too. */
const HEAD_PART = 0.5;

export class TagGrid {
  #heads: Slot[] = [];
  #slots: Slot[] = [];
  #height = 36;
  #first = 0;
  #columns: readonly Column[] = [];
  #values = { width: 0, font: '', fits: (_: string): boolean => true };

  constructor(
    readonly scroller: HTMLElement,
    readonly body: HTMLElement,
    readonly layer: HTMLElement,
    /** Contains the pinned rows, which do not scroll. */
    readonly head: HTMLElement,
    readonly inner: HTMLElement,
    readonly id: string,
  ) {}

  /** Shows these columns, in this order. */
  arrange(columns: readonly Column[]): void {
    this.#columns = columns;
    for (const it of this.#all()) it.arrange(columns);
  }

  /** Number of rows that fit below the pinned ones, including a partly visible one. */
  visible(): { from: number; to: number } {
    const above = Math.max(0, Math.floor(this.scroller.scrollTop / this.#height));
    return { from: above + this.#heads.length, to: above + Math.ceil(this.#room() / this.#height) + 1 };
  }

  /** Measures the scroller again, after a change of its size or of the density. */
  measure(): void {
    this.#height = parseFloat(getComputedStyle(this.scroller).getPropertyValue('--row')) || 36;
    this.layer.style.height = `${this.#room()}px`;
    this.#fill();
    this.#measureValues();
  }

  /** The width available for a value, in pixels. */
  #measureValues(): void {
    const cell = this.scroller.querySelector<HTMLElement>('.head [data-column="value"]');
    // The shorthand property is empty if `font-variant-numeric` is set.
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(this.#all()[0]?.value ?? this.scroller);
    const font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const width = (cell?.clientWidth ?? 0) - VALUE_PADDING;
    if (width === this.#values.width && font === this.#values.font) return;
    const of = measure(font);
    // Most values are so short that they fit with any characters: they are not measured.
    const widest = of('W');
    this.#values = { width, font, fits: (text) => width <= 0 || text.length * widest <= width || of(text) <= width };
  }

  /** Scrolls a row into view. */
  reveal(index: number): void {
    if (index < this.#heads.length) return;
    const top = index * this.#height;
    const { scrollTop } = this.scroller;
    const above = this.#heads.length * this.#height;
    if (top - above < scrollTop) this.scroller.scrollTop = top - above;
    else if (top + this.#height > scrollTop + this.#room()) this.scroller.scrollTop = top + this.#height - this.#room();
  }

  /** Number of complete rows that fit below the pinned ones. */
  page(): number {
    return Math.max(1, Math.floor(this.#room() / this.#height) - this.#heads.length - 1);
  }

  /** Reserves space for this number of rows, before they arrive. */
  reserve(rows: number): void {
    const height = `${rows * this.#height}px`;
    if (this.body.style.height !== height) this.body.style.height = height;
  }

  /** Draws changed rows. Existing rows keep their age and graph. */
  draw(table: TagWindow, active: number, format: RowFormat, sparklines: Sparklines): void {
    const total = table.counts?.matching ?? 0;
    const pinned = table.counts?.pinned ?? 0;
    if (table.counts) this.reserve(total);
    const fit = Math.min(pinned, Math.floor((this.#room() * HEAD_PART) / this.#height));
    if (fit !== this.#heads.length) this.#fill(fit);
    const heads = this.#heads.length;
    const { from, to } = this.visible();
    const until = (first: number): number => Math.min(first + this.#slots.length, total);
    let shift = 0;
    if (table.covers(from, Math.min(to, total))) {
      this.#first = from;
      shift = (from - heads) * this.#height - this.scroller.scrollTop;
    } else if (this.#first < heads || !table.covers(this.#first, until(this.#first))) {
      this.#first = Math.max(heads, table.offset);
    }
    const top = `translateY(${heads * this.#height + shift}px)`;
    if (this.inner.style.transform !== top) this.inner.style.transform = top;
    const show = (slot: Slot, index: number): void =>
      slot.draw(index, index < total ? table.row(index) : undefined, index === active, index === pinned - 1, format, sparklines, this.#values);
    this.#heads.forEach(show);
    this.#slots.forEach((slot, i) => show(slot, this.#first + i));
    this.#announceActive(active < heads ? this.#heads[active] : this.#slots[active - this.#first]);
  }

  /** Draws ages and graphs. */
  drawSlow(format: RowFormat, sparklines: Sparklines): void {
    for (const it of this.#all()) {
      it.drawSlow(format, sparklines);
      layOutNow(this.layer);
    }
  }

  /** The tags of the drawn rows. */
  names(): string[] {
    return this.#all().flatMap((it) => it.row?.name ?? []);
  }

  #all(): Slot[] {
    return [...this.#heads, ...this.#slots];
  }

  /** Sets the active row for assistive technology; no row if the active one is not drawn. */
  #announceActive(slot: Slot | undefined): void {
    const now = slot?.root.id ?? '';
    if (now === (this.scroller.getAttribute('aria-activedescendant') ?? '')) return;
    if (now) this.scroller.setAttribute('aria-activedescendant', now);
    else this.scroller.removeAttribute('aria-activedescendant');
  }

  /** Creates as many row elements as fit. */
  #fill(heads = this.#heads.length): void {
    const fit = (slots: Slot[], count: number, parent: HTMLElement): void => {
      while (slots.length < count) slots.push(new Slot(parent, this.id, this.#columns));
      while (slots.length > count) slots.pop()?.root.remove();
    };
    fit(this.#heads, heads, this.head);
    fit(this.#slots, Math.max(1, Math.ceil(this.#room() / this.#height) + 1 - heads), this.inner);
  }

  #room(): number {
    const head = this.scroller.firstElementChild;
    return Math.max(0, this.scroller.clientHeight - (head instanceof HTMLElement ? head.offsetHeight : 0));
  }
}

/** The elements of one row, and their current contents: only changes are written to the document. */
class Slot {
  /** The row that is shown. */
  row: Row | undefined;
  /** The cell of the value. */
  get value(): HTMLElement {
    return this.#value;
  }
  readonly root = div('row', 'row');
  readonly #pin = document.createElement('button');
  readonly #fold = document.createElement('button');
  readonly #scope = span('scope middle');
  readonly #scopeBegin = span('middle-begin');
  readonly #scopeEnd = span('middle-end');
  readonly #near = span('near');
  readonly #leaf = span('leaf middle');
  readonly #leafBegin = span('middle-begin');
  readonly #leafEnd = span('middle-end');
  readonly #request = icon('i-request', 'icon icon-small');
  readonly #tag = div('tag');
  readonly #value = cell('value');
  readonly #raw = cell('raw');
  readonly #unit = cell('unit');
  readonly #type = cell('type');
  readonly #quality = span('quality');
  readonly #mark = icon('q-good', 'q');
  readonly #word = span('cut');
  readonly #age = cell('age');
  readonly #time = cell('time');
  readonly #address = cell('address');
  readonly #note = cell('comment');
  readonly #first = div('pin', 'gridcell');
  readonly #cells: Record<Column, HTMLElement>;
  readonly #curve = document.createElementNS(SVG, 'path');
  readonly #letter = span('letter');
  readonly #shown = new Map<string, string>();

  constructor(parent: HTMLElement, readonly id: string, columns: readonly Column[]) {
    this.root.draggable = true;
    this.#pin.className = 'pin-button';
    this.#pin.tabIndex = -1;
    this.#pin.dataset.pin = '';
    this.#pin.append(icon('i-pin', 'icon'));
    this.#first.append(this.#pin);
    this.#fold.className = 'fold';
    this.#fold.tabIndex = -1;
    this.#fold.dataset.fold = '';
    this.#fold.append(icon('i-right', 'icon icon-small'));
    this.#leaf.append(this.#leafBegin, this.#leafEnd);
    this.#scope.append(this.#scopeBegin, this.#scopeEnd);
    const name = span('path');
    name.append(this.#scope, this.#near, this.#leaf);
    this.#request.setAttribute('role', 'img');
    this.#request.removeAttribute('aria-hidden');
    this.#tag.append(this.#fold, name, this.#request);
    const tag = cell('name');
    tag.append(this.#tag);
    this.#quality.append(this.#mark, this.#word);
    const quality = cell('quality');
    quality.append(this.#quality);
    const spark = document.createElementNS(SVG, 'svg');
    spark.setAttribute('class', 'spark');
    spark.setAttribute('viewBox', '0 0 60 22');
    spark.setAttribute('preserveAspectRatio', 'none');
    spark.setAttribute('aria-hidden', 'true');
    spark.append(this.#curve);
    const mini = cell('minute');
    mini.append(spark, this.#letter);
    this.#cells = {
      name: tag, value: this.#value, raw: this.#raw, unit: this.#unit, type: this.#type, quality, age: this.#age, time: this.#time, address: this.#address, comment: this.#note, minute: mini,
    };
    this.arrange(columns);
    // Hidden until a row is drawn: its button has no name yet.
    this.root.hidden = true;
    parent.append(this.root);
  }

  arrange(columns: readonly Column[]): void {
    this.root.replaceChildren(this.#first, ...columns.map((it) => this.#cells[it]));
  }

  draw(index: number, row: Row | undefined, active: boolean, lastPinned: boolean, format: RowFormat, sparklines: Sparklines, room: { width: number; fits: (text: string) => boolean }): void {
    this.row = row;
    if (this.#changed('there', row ? '1' : '')) this.root.hidden = !row;
    if (!row) {
      this.#shown.delete('index');
      this.root.removeAttribute('id');
      return;
    }
    if (this.#changed('index', String(index))) {
      this.root.id = `${this.id}-${index}`;
      this.root.dataset.index = String(index);
      this.root.setAttribute('aria-rowindex', String(index + 2));
    }
    const another = this.#changed('name', `${row.level} ${row.name}`);
    if (another) this.#drawName(row, format);
    if (this.#changed('fold', `${row.kind}${row.level}${row.unfolded}${row.name}`)) this.#drawFold(row, format);
    if (this.#changed('requested', row.requested ? format.requested : '')) {
      this.#request.style.display = row.requested ? '' : 'none';
      this.#request.setAttribute('aria-label', format.requested);
    }
    if (this.#changed('pinned', String(row.pinned))) this.#pin.setAttribute('aria-pressed', String(row.pinned));
    const value = format.value(row);
    const isOther = this.#changed('value', `${room.width} ${value}`);
    if (isOther) {
      const shown = format.narrow(row, value, room.fits);
      this.#value.textContent = shown;
      this.#value.title = shown !== value || value.length > 7 ? value : '';
    }
    if (this.#raw.isConnected) this.#setText('raw', this.#raw, format.raw(row));
    this.#setText('unit', this.#unit, row.unit);
    this.#setText('address', this.#address, row.address);
    this.#setText('type', this.#type, row.type);
    this.#setText('note', this.#note, format.note(row, this.#address.isConnected, this.#unit.isConnected));
    const isNew = this.#changed('time of it', `${value} ${row.quality} ${row.reason} ${row.time}`);
    this.#drawQuality(row, format);
    const none = row.quality === 'bad' || row.quality === 'unread';
    const selected = format.selected(row.name);
    const classes = `row${row.pinned ? ' pinned' : ''}${lastPinned ? ' last' : ''}${active ? ' active' : ''}${none ? ' none' : ''}`;
    if (this.#changed('class', classes)) this.root.className = classes;
    if (this.#changed('selected', String(selected))) this.root.setAttribute('aria-selected', String(selected));
    const letter = format.letter(row.name) ?? '';
    if (this.#changed('letter', letter)) {
      this.#letter.textContent = letter;
      this.#letter.style.visibility = letter ? '' : 'hidden';
    }
    // Value, quality and age must belong to the same moment.
    if (isNew && !another) this.#drawAge(row, format);
    if (another) this.drawSlow(format, sparklines);
  }

  drawSlow(format: RowFormat, sparklines: Sparklines): void {
    if (!this.row) return;
    this.#drawAge(this.row, format);
    const curve = sparklines.path(this.row.name);
    if (this.#changed('curve', curve)) this.#curve.setAttribute('d', curve);
  }

  #drawAge(row: Row, format: RowFormat): void {
    const age = format.age(row);
    if (this.#changed('age', age)) this.#age.textContent = age;
    const read = row.quality === 'unread' ? format.readAt(row) : '';
    if (this.#changed('read', read)) this.#age.title = read;
    if (this.#time.isConnected) this.#setText('time', this.#time, format.time(row));
  }

  #drawFold({ kind, level, name, unfolded }: Row, format: RowFormat): void {
    const folds = kind === 'structure' || kind === 'array' || kind === 'bits';
    this.#fold.style.visibility = folds ? '' : 'hidden';
    this.#fold.classList.toggle('open', unfolded);
    this.#fold.classList.toggle('faint', kind === 'bits');
    this.#fold.setAttribute('aria-label', folds ? format.fold(unfolded, name) : name);
    this.#tag.style.setProperty('--level', String(level));
    this.root.setAttribute('aria-level', String(level + 1));
    if (folds) this.root.setAttribute('aria-expanded', String(unfolded));
    else this.root.removeAttribute('aria-expanded');
    this.#pin.style.visibility = level > 0 ? 'hidden' : '';
  }

  #drawName({ name, level, label }: Row, format: RowFormat): void {
    const { scope, near, leaf } = level > 0 ? { scope: '', near: '', leaf: /^\d+$/.test(label) ? `.${label}` : label } : path(name);
    const last = scope.length > 2 * INDEX ? scope.length - INDEX : scope.length;
    this.#scopeBegin.textContent = scope.slice(0, last);
    this.#scopeEnd.textContent = scope.slice(last);
    this.#scope.style.display = scope ? '' : 'none';
    this.#near.textContent = near;
    const end = leaf.length > SHORT ? leaf.length - TAIL : leaf.length;
    this.#leafBegin.textContent = leaf.slice(0, end);
    this.#leafEnd.textContent = leaf.slice(end);
    this.#tag.title = name;
    this.#pin.setAttribute('aria-label', `${format.pin} ${name}`);
  }

  #drawQuality(row: Row, format: RowFormat): void {
    const { text, read } = format.quality(row);
    if (this.#changed('quality', row.quality)) {
      this.#quality.className = `quality ${row.quality}`;
      this.#mark.setAttribute('class', `q q-${row.quality}`);
      this.#mark.firstElementChild?.setAttribute('href', `#q-${row.quality}`);
    }
    if (!this.#changed('reason', read + text)) return;
    const unseen = span('unseen');
    unseen.textContent = read;
    this.#word.replaceChildren(...(read ? [unseen] : []), text);
    this.#quality.title = text;
  }

  /** Sets the text of a cell and its title. */
  #setText(key: string, of: HTMLElement, text: string): void {
    if (!of.isConnected || !this.#changed(key, text)) return;
    of.textContent = text;
    of.title = text;
  }

  #changed(key: string, value: string): boolean {
    if (this.#shown.get(key) === value) return false;
    this.#shown.set(key, value);
    return true;
  }
}

function cell(column: Column): HTMLDivElement {
  return div(CLASSES[column], 'gridcell');
}
