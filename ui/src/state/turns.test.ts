import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** What is drawn in each of so many turns. */
const drawnIn = (count: number): string[] => Array.from({ length: count }, () => {
  const before = drawn.length;
  vi.advanceTimersToNextTimer();
  return drawn.slice(before).join(' ');
});
const page = { hidden: false, addEventListener: (_: string, changed: () => void) => (show = changed) };
let show: () => void;
let drawn: string[];
let turns: typeof import('./turns');
const draws = (name: string) => (): void => void drawn.push(name);

beforeEach(async () => {
  drawn = [];
  page.hidden = false;
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.resetModules();
  turns = await import('./turns');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('each draws alone, once, in the order asked, with time to paint between them', () => {
  const [trend, state] = [draws('trend'), draws('state')];
  for (const it of [trend, state, trend]) turns.takeTurn(it);
  vi.advanceTimersByTime(0);
  expect(drawn).toEqual(['trend']);
  vi.advanceTimersByTime(15);
  expect(drawn).toEqual(['trend']);
  vi.advanceTimersByTime(1);
  expect(drawn).toEqual(['trend', 'state']);
  expect(vi.getTimerCount()).toBe(0);
});

test('values go before what waits', () => {
  turns.takeTurn(draws('trend'));
  turns.takeTurn(draws('values'), true);
  expect(drawnIn(3)).toEqual(['values', 'trend', '']);
});

test('who asks while drawing comes after the others', () => {
  const again = (): void => {
    drawn.push('again');
    turns.takeTurn(again);
  };
  turns.takeTurn(again);
  turns.takeTurn(draws('state'));
  expect(drawnIn(3)).toEqual(['again', 'state', 'again']);
});

test('values that ask again and again leave every second turn to the others', () => {
  const again = (): void => {
    drawn.push('values');
    turns.takeTurn(again, true);
  };
  const [state, table] = [draws('state'), draws('table')];
  turns.takeTurn(state);
  turns.takeTurn(table);
  turns.takeTurn(again, true);
  expect(drawnIn(6)).toEqual(['values', 'state', 'values', 'table', 'values', 'values']);
  turns.takeTurn(state);
  expect(drawnIn(2)).toEqual(['state', 'values']);
});

test('who waits already may still go first', () => {
  const trend = draws('trend');
  turns.takeTurn(draws('state'));
  turns.takeTurn(trend);
  turns.takeTurn(trend, true);
  expect(drawnIn(3)).toEqual(['trend', 'state', '']);
});

test('who left does not draw', () => {
  const [trend, state] = [draws('trend'), draws('state')];
  turns.takeTurn(trend);
  turns.takeTurn(state);
  turns.leave(trend);
  turns.leave(trend);
  expect(drawnIn(2)).toEqual(['state', '']);
});

test('nothing is drawn on a page that nobody sees, and all once it is seen', () => {
  turns.takeTurn(draws('values'));
  page.hidden = true;
  turns.takeTurn(draws('state'));
  expect(drawnIn(2)).toEqual(['', '']);
  expect(vi.getTimerCount()).toBe(0);
  page.hidden = false;
  show();
  expect(drawnIn(3)).toEqual(['values', 'state', '']);
});
