// The last minute of the shown tags, one point per second: first the values that the desk knows, then the values that it
// pushes for the table.

const SECONDS = 60;
const WIDTH = 60;
const HEIGHT = 22;

export class Sparklines {
  #past = new Map<string, (number | null)[]>();

  /** Those tags whose past is unknown. */
  unknown(names: Iterable<string>): string[] {
    return [...names].filter((it) => !this.#past.has(it));
  }

  /** The values of each tag in the last minute, one per second, the newest last. */
  begin(names: readonly string[], values: readonly (readonly (number | null)[])[]): void {
    names.forEach((name, i) => this.#past.set(name, [...(values[i] ?? [])].slice(-SECONDS - 1)));
  }

  /** Adds the current values, once per second. Other tags are removed; when they are shown again, their past is requested. */
  sample(rows: Iterable<{ name: string; text: string; quality: string }>): void {
    const before = this.#past;
    this.#past = new Map();
    for (const { name, text, quality } of rows) {
      const values = before.get(name);
      if (!values) continue;
      values.push(quality === 'bad' || quality === 'unread' ? null : numeric(text));
      if (values.length > SECONDS + 1) values.shift();
      this.#past.set(name, values);
    }
  }

  /** Discards all points, because the last minute was not sampled. */
  forget(): void {
    this.#past.clear();
  }

  /** An SVG path in a box of 60 by 22, the newest point at its right; empty if there are no points. */
  path(name: string): string {
    return drawn(this.#past.get(name) ?? []);
  }
}

/** A number, a bit as 0 or 1, or null. */
export function numeric(text: string): number | null {
  if (text === 'true') return 1;
  if (text === 'false') return 0;
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : null;
}

/** Draws steps: a value is valid until the next. */
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
