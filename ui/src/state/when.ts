// Formats a time in the past: `Today 09:12`, `Yesterday 17:40`, `18 November 06:31`.

import type { ServiceConnection } from '../bindings/desk';
import { clock, day, daysBetween, type Language } from '../format';
import type { Texts } from '../texts/en';

export function dayAndTime(time: number, now: number, t: Texts, language: Language): string {
  return `${dayName(time, now, t, language)} ${clock(time).slice(0, 5)}`;
}

/** `Today`, `Yesterday`, `18 November`. */
export function dayName(time: number, now: number, t: Texts, language: Language): string {
  const days = daysBetween(time, now);
  if (days === 0) return t.today;
  if (days === 1) return t.yesterday;
  return day(time, now, language);
}

/** Maximum age of an answer that counts as current, in milliseconds. */
const ANSWERED_MS = 10_000;

/** Whether the service is known to respond now. */
export function answersNow(service: ServiceConnection, now: number): boolean {
  return service.state.state === 'answers' && service.answeredAt !== null && now - service.answeredAt < ANSWERED_MS;
}
