// What the service knows of earlier than what is here, fetched page by page as far back as a picture goes.

import { call, failure } from '../backend';
import type { Failure } from '../commands';
import type { TrendData } from './trend';

export class TrendPast {
  /** Why what is earlier cannot be had. */
  failed = $state.raw<Failure | null>(null);
  /** Tags of which all is here that the service knows. */
  private readonly whole = new Set<string>();
  private isFetching = false;
  /** Which trend it is of. */
  private of = 0;

  /** Of another trend. */
  begin(): void {
    this.of += 1;
    this.whole.clear();
    this.failed = null;
  }

  isWhole(tag: string): boolean {
    return this.whole.has(tag);
  }

  /** Puts what is earlier before what is here; whether something was asked for. */
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
