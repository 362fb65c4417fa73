import { expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
const { Pane, read } = await import('./pane.svelte');

test('the size switches between large and default, and back from a size that the user has set', () => {
  const pane = new Pane();
  for (const [side, what] of [['right', 'width'], ['below', 'height']] as const) {
    const usual = pane[what];
    expect(pane.isLarge(side)).toBe(false);
    pane.switchSize(side);
    expect([pane.isLarge(side), pane[what] > usual]).toEqual([true, true]);
    pane.size(side, pane[what] + 50);
    pane.switchSize(side);
    expect([pane.isLarge(side), pane[what]]).toEqual([false, usual]);
  }
});

test('valid parts of the stored state are used', () => {
  expect(read(null)).toEqual({ tab: 'trend', isOpen: true, side: null, width: 360, height: 280 });
  expect(read('{"tab":"ask","isOpen":false,"side":"below","width":500,"height":200}')).toEqual({ tab: 'ask', isOpen: false, side: 'below', width: 500, height: 200 });
  expect(read('{"tab":"cellar","isOpen":7,"side":"left","width":5,"height":"tall"}')).toEqual(read(null));
  expect(read('[')).toEqual(read(null));
});
