// Repeats a request while the page is visible.

/**
 * Sends a request at once and again `everyMs` milliseconds after each answer (null: only once). The returned function ends
 * the repetition. `request` handles its own failures; `isWanted` returns whether its answer is still needed.
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
