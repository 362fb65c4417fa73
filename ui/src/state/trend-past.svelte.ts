// The earlier points of a trend, loaded from the service page by page as far as the view needs them.

import { call, failure } from '../backend';
import type { Failure } from '../commands';
import type { TrendData } from './trend';

export class TrendPast {
  /** Why earlier points cannot be loaded. */
  failed = $state.raw<Failure | null>(null);
  /** Tags whose points are completely loaded. */
  private readonly whole = new Set<string>();
  private isFetching = false;
  /** The number of the trend. */
  private of = 0;

  /** Starts another trend. */
  begin(): void {
    this.of += 1;
    this.whole.clear();
    this.failed = null;
  }

  isWhole(tag: string): boolean {
    return this.whole.has(tag);
  }

  /** Loads points before the known ones. Returns whether a request was sent. */
  async fetch(session: string, data: TrendData, from: number): Promise<boolean> {
    if (this.isFetching || this.failed) return false;
    this.isFetching = true;
    const mine = this.of;
    try {
      for (const lane of data.lanes) {
        const before = lane.times[0] ?? data.until;
        if (this.whole.has(lane.tag) || before <= from) continue;
        const older = await call('older_trend', { session, tag: lane.tag, before });
        if (this.of !== mine) break;
        data.prepend(lane.tag, older);
        if (older.isWhole) this.whole.add(lane.tag);
      }
    } catch (error) {
      if (this.of === mine) this.failed = failure(error);
    }
    this.isFetching = false;
    return true;
  }
}
