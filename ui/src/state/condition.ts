// Converts the condition of a trigger between its text and the fields of a form.

export interface Condition {
  /** `falls`, `rises`, `changes`, a comparison operator, or `bad`. */
  kind: string;
  value: number;
}

const SIGNS = ['<>', '<=', '>=', '=', '<', '>'];

export function conditionOf(text: string): Condition {
  const bad = /^bad for ([\d.]+)s$/.exec(text);
  if (bad) return { kind: 'bad', value: Number(bad[1]) };
  const sign = SIGNS.find((it) => text.startsWith(it));
  if (sign) return { kind: sign, value: Number(text.slice(sign.length)) };
  return { kind: text, value: 0 };
}

export function writtenCondition({ kind, value }: Condition): string {
  if (kind === 'bad') return `bad for ${value}s`;
  return SIGNS.includes(kind) ? `${kind} ${value}` : kind;
}
