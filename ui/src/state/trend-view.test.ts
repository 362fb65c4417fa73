import { describe, expect, test } from 'vitest';
import { between } from './trend';
import { SavedTrends, TrendView, type SavedTrend } from './trend-view.svelte';

const NOW = 1_000_000;
const lane = (type: string, points: [number, number | null][]) => ({ tag: 'A', type, unit: '', isNotDrawn: false, cutAt: null, times: points.map(([at]) => at), values: points.map(([, it]) => it), uncertain: [] });

describe('a view of a trend', () => {
  test('that follows the newest value still follows it when it is zoomed; a fixed one is zoomed around the pointer', () => {
    const view = new TrendView();
    view.scale(0.5, NOW - 10, NOW);
    expect([view.zoom, view.span]).toEqual([null, 60_000]);
    view.pause(NOW);
    view.scale(0.5, NOW - 15_000, NOW);
    expect(view.zoom).toEqual({ from: NOW - 37_500, to: NOW - 7500 });
    for (let i = 0; i < 50; i += 1) view.scale(0.5, NOW, NOW);
    expect(view.zoom!.to - view.zoom!.from).toBeGreaterThan(49);
    for (let i = 0; i < 99; i += 1) view.scale(2, NOW, NOW);
    expect(view.zoom!.to - view.zoom!.from).toBeLessThan(367 * 86_400_000);
  });

  test('can be moved any distance into the past, but not into the future', () => {
    const view = new TrendView();
    view.shift(-1, NOW);
    expect(view.zoom).toEqual({ from: NOW - 180_000, to: NOW - 60_000 });
    for (let i = 0; i < 9; i += 1) view.shift(1, NOW);
    expect(view.zoom).toEqual({ from: NOW - 60_000, to: NOW + 60_000 });
    view.follow();
    expect([view.zoom, view.span]).toEqual([null, 120_000]);
  });

  test('is saved for a project and restored', () => {
    let all: SavedTrend[] = [];
    const storage = { get all() { return all; }, keep: (next: SavedTrend[]) => void (all = next) };
    const saved = new SavedTrends(storage);
    const view = new TrendView();
    view.setScale('A', [0, 10]);
    view.setScale('B', [5, 5]);
    view.isOneAxis = true;
    saved.put(view.save('two', ['A', 'B']));
    saved.put(view.save('one', ['A']));
    saved.put(view.save('two', ['B']));
    const again = new SavedTrends(storage);
    expect(again.all.map((it) => [it.name, it.tags])).toEqual([['one', ['A']], ['two', ['B']]]);
    const other = new TrendView();
    other.restore(again.all[0]!);
    expect([other.isOneAxis, other.scales]).toEqual([true, { A: [0, 10] }]);
    again.remove('one');
    expect(new SavedTrends(storage).all.map((it) => it.name)).toEqual(['two']);
  });
});

describe('the figures between two cursors', () => {
  test('for a number: both values, their difference, and the mean over the time in which it was read', () => {
    const it = lane('REAL', [[0, 1], [10, 3], [20, null], [30, 5]]);
    expect(between(it, 5, 35)).toEqual({ a: 1, b: 5, difference: 4, mean: (1 * 5 + 3 * 10 + 5 * 5) / 20, edges: null, unread: 10 });
    expect(between(it, 35, 5)).toEqual({ a: 5, b: 1, difference: -4, mean: 3, edges: null, unread: 10 });
    expect(between(it, 25, 26)).toMatchObject({ a: null, b: null, difference: null, mean: null, unread: 1 });
  });

  test('for a bit: its edges and the fraction of the time in which it was on', () => {
    const it = lane('BOOL', [[0, 0], [10, 1], [20, 0], [30, 1]]);
    expect(between(it, 0, 40)).toMatchObject({ a: 0, b: 1, mean: 0.5, edges: 3 });
  });
});
