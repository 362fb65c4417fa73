// The last minute of the tags that are on the screen, one point a second, gathered from what is pushed anyway.

const SECONDS = 60;
/** Names that are kept beside those on the screen. */
const KEPT = 600;
const WIDTH = 60;
const HEIGHT = 22;

export class Sparks {
  #past = new Map<string, (number | null)[]>();

  /** Once a second: what each of these tags is now. */
  sample(rows: Iterable<{ name: string; text: string; quality: string }>): void {
    for (const { name, text, quality } of rows) {
      const values = this.#past.get(name) ?? [];
      values.push(quality === 'bad' ? null : numeric(text));
      if (values.length > SECONDS + 1) values.shift();
      // To the end of the map: those that were not seen for long stand first.
      this.#past.delete(name);
      this.#past.set(name, values);
    }
    for (const name of this.#past.keys()) {
      if (this.#past.size <= KEPT) break;
      this.#past.delete(name);
    }
  }

  /** An SVG path in a box of 60 by 22, the newest point at its right; empty where there is nothing to draw. */
  path(name: string): string {
    return drawn(this.#past.get(name) ?? []);
  }
}

/** A number, a bit as 0 or 1, or none. */
export function numeric(text: string): number | null {
  if (text === 'true') return 1;
  if (text === 'false') return 0;
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : null;
}

/** Steps: a value holds until the next. */
export function drawn(values: (number | null)[]): string {
  const known = values.filter((it) => it !== null);
  if (known.length < 2) return '';
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const y = (value: number): string => (span === 0 ? HEIGHT / 2 : HEIGHT - 3 - ((HEIGHT - 6) * (value - low)) / span).toFixed(1);
  const left = WIDTH - values.length + 1;
  let text = '';
  values.forEach((value, i) => {
    if (value === null) return;
    const before = values[i - 1];
    text += before === null || before === undefined ? `M${left + i} ${y(value)}` : `L${left + i} ${y(value)}`;
  });
  return text;
}
