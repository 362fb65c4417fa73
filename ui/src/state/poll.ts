// Looks again and again, while somebody sees the page.

/**
 * Looks at once and, where a time is given, so long after each answer again; what is returned ends it. `request` handles its own
 * failures, and is told how to know that nobody waits for its answer any more.
 */
export function poll(everyMs: number | null, request: (isWanted: () => boolean) => Promise<void>): () => void {
  let isWanted = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function turn(isFirst: boolean): Promise<void> {
    if (isFirst || !document.hidden) await request(() => isWanted);
    if (isWanted && everyMs !== null) timer = setTimeout(() => void turn(false), everyMs);
  }
  void turn(true);
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}
