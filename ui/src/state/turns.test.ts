import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Runs so many frames; what was drawn in each. */
let frames: (count: number) => string[];
let drawn: string[];
let turns: typeof import('./turns');
const draws = (name: string) => (): void => void drawn.push(name);

beforeEach(async () => {
  drawn = [];
  let asked: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => asked.push(callback));
  frames = (count) => Array.from({ length: count }, () => {
    const [now, before] = [asked, drawn.length];
    asked = [];
    for (const it of now) it(0);
    return drawn.slice(before).join(' ');
  });
  vi.resetModules();
  turns = await import('./turns');
});
afterEach(() => vi.unstubAllGlobals());

test('each draws in a frame of its own, once, in the order asked', () => {
  const [trend, state] = [draws('trend'), draws('state')];
  for (const it of [trend, state, trend]) turns.takeTurn(it);
  expect(frames(4)).toEqual(['trend', 'state', '', '']);
});

test('values go before what waits', () => {
  turns.takeTurn(draws('trend'));
  turns.takeTurn(draws('values'), true);
  expect(frames(3)).toEqual(['values', 'trend', '']);
});

test('who asks while drawing comes after the others', () => {
  const again = (): void => {
    drawn.push('again');
    turns.takeTurn(again);
  };
  turns.takeTurn(again);
  turns.takeTurn(draws('state'));
  expect(frames(3)).toEqual(['again', 'state', 'again']);
});

test('who left does not draw', () => {
  const [trend, state] = [draws('trend'), draws('state')];
  turns.takeTurn(trend);
  turns.takeTurn(state);
  turns.leave(trend);
  turns.leave(trend);
  expect(frames(2)).toEqual(['state', '']);
});
