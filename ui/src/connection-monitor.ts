// Detects a desk that no longer responds: a stopped program or an unplugged cable does not close the connection.

/** Interval of the check in milliseconds. If no message arrived in this time, a request is sent to the desk. */
export const CHECK_MS = 1000;
/** Time without messages after which the connection counts as lost, in milliseconds. */
export const LOST_MS = 3000;

export class ConnectionMonitor {
  #receivedAt = 0;
  #isLost = false;

  /** Records that a message was received. Returns whether the connection counted as lost before. */
  received(now: number): boolean {
    const wasLost = this.#isLost;
    [this.#receivedAt, this.#isLost] = [now, false];
    return wasLost;
  }

  /**
   * Returns the action that is due. `ask`: send a request, because the desk pushes nothing while nothing changes. `lost`:
   * report the loss, once. A suspended page detects the time without messages at its first check.
   */
  check(now: number): 'ask' | 'lost' | null {
    const silent = now - this.#receivedAt;
    if (silent <= CHECK_MS) return null;
    if (silent < LOST_MS || this.#isLost) return 'ask';
    this.#isLost = true;
    return 'lost';
  }
}
