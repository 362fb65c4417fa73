// The version that a click elsewhere selects for the comparison, until the comparison has read it.

let before: number | null = null;

export function compareWith(version: number): void {
  before = version;
}

/** Returns the selected version once. */
export function selectedVersion(): number | null {
  const selected = before;
  before = null;
  return selected;
}
