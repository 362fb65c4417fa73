// Of which scan an answer's values are: it says so itself, in UTC; an answer about code alone names no time.

const SCAN = /\b(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC\b/g;

/** When the scan began; null: the answer contains no values, or no time. */
export function valuesOf(answer: string): number | null {
  // It follows the answer's citations.
  const [, day, time] = [...answer.matchAll(SCAN)].at(-1) ?? [];
  return day ? Date.parse(`${day}T${time}Z`) : null;
}
