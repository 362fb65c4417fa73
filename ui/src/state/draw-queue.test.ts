import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The drawings of each turn. */
const drawnIn = (count: number): string[] => Array.from({ length: count }, () => {
  const before = drawn.length;
  vi.advanceTimersToNextTimer();
  return drawn.slice(before).join(' ');
});
const page = { hidden: false, addEventListener: (_: string, changed: () => void) => (show = changed) };
let show: () => void;
let drawn: string[];
let turns: typeof import('./draw-queue');
const draws = (name: string) => (): void => void drawn.push(name);

beforeEach(async () => {
  drawn = [];
  page.hidden = false;
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.resetModules();
  turns = await import('./draw-queue');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('each drawing runs alone, once, in the requested order, with time to paint between them', () => {
  const [trend, state] = [draws('trend'), draws('state')];
  for (const it of [trend, state, trend]) turns.scheduleDraw(it);
  vi.advanceTimersByTime(0);
  expect(drawn).toEqual(['trend']);
  vi.advanceTimersByTime(15);
  expect(drawn).toEqual(['trend']);
  vi.advanceTimersByTime(1);
  expect(drawn).toEqual(['trend', 'state']);
  expect(vi.getTimerCount()).toBe(0);
});

test('urgent drawings run before the waiting ones', () => {
  turns.scheduleDraw(draws('trend'));
  turns.scheduleDraw(draws('values'), true);
  expect(drawnIn(3)).toEqual(['values', 'trend', '']);
});

test('a drawing requested while another one runs is added at the end', () => {
  const again = (): void => {
    drawn.push('again');
    turns.scheduleDraw(again);
  };
  turns.scheduleDraw(again);
  turns.scheduleDraw(draws('state'));
  expect(drawnIn(3)).toEqual(['again', 'state', 'again']);
});

test('repeated urgent drawings leave every second turn to the others', () => {
  const again = (): void => {
    drawn.push('values');
    turns.scheduleDraw(again, true);
  };
  const [state, table] = [draws('state'), draws('table')];
  turns.scheduleDraw(state);
  turns.scheduleDraw(table);
  turns.scheduleDraw(again, true);
  expect(drawnIn(6)).toEqual(['values', 'state', 'values', 'table', 'values', 'values']);
  turns.scheduleDraw(state);
  expect(drawnIn(2)).toEqual(['state', 'values']);
});

test('a waiting drawing can become urgent', () => {
  const trend = draws('trend');
  turns.scheduleDraw(draws('state'));
  turns.scheduleDraw(trend);
  turns.scheduleDraw(trend, true);
  expect(drawnIn(3)).toEqual(['trend', 'state', '']);
});

test('a cancelled drawing does not run', () => {
  const [trend, state] = [draws('trend'), draws('state')];
  turns.scheduleDraw(trend);
  turns.scheduleDraw(state);
  turns.cancelDraw(trend);
  turns.cancelDraw(trend);
  expect(drawnIn(2)).toEqual(['state', '']);
});

test('a hidden page draws nothing, and draws everything when it is visible again', () => {
  turns.scheduleDraw(draws('values'));
  page.hidden = true;
  turns.scheduleDraw(draws('state'));
  expect(drawnIn(2)).toEqual(['', '']);
  expect(vi.getTimerCount()).toBe(0);
  page.hidden = false;
  show();
  expect(drawnIn(3)).toEqual(['values', 'state', '']);
});
