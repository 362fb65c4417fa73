import { expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
const { read } = await import('./pane.svelte');

test('valid parts of the stored state are used', () => {
  expect(read(null)).toEqual({ tab: 'trend', isOpen: true, side: null, width: 360, height: 280 });
  expect(read('{"tab":"ask","isOpen":false,"side":"below","width":500,"height":200}')).toEqual({ tab: 'ask', isOpen: false, side: 'below', width: 500, height: 200 });
  expect(read('{"tab":"cellar","isOpen":7,"side":"left","width":5,"height":"tall"}')).toEqual(read(null));
  expect(read('[')).toEqual(read(null));
});
