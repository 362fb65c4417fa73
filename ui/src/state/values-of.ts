// Of which scan an answer's values are: it says so itself, in UTC; an answer about code alone names no time.

const SCAN = /\b(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC\b/g;

/** When the scan began; null: it is about no values, or that is not told. */
export function valuesOf(answer: string): number | null {
  // It stands behind what the answer quotes.
  const [, day, time] = [...answer.matchAll(SCAN)].at(-1) ?? [];
  return day ? Date.parse(`${day}T${time}Z`) : null;
}
