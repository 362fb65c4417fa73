import { beforeAll, describe, expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
let columns: typeof import('./columns');
beforeAll(async () => void (columns = await import('./columns')));

describe('columns', () => {
  test('move past hidden columns, and not beyond the ends', () => {
    const { moved, visible, USUAL } = columns;
    expect(visible(USUAL)).toEqual(['name', 'value', 'type', 'quality', 'age', 'comment', 'minute']);
    expect(visible(moved(USUAL, 'type', -1))).toEqual(['name', 'type', 'value', 'quality', 'age', 'comment', 'minute']);
    expect(visible(moved(USUAL, 'age', 1))).toEqual(['name', 'value', 'type', 'quality', 'comment', 'age', 'minute']);
    expect(visible(moved(USUAL, 'comment', 1)).at(-1)).toBe('comment');
    expect(moved(USUAL, 'minute', 1)).toBe(USUAL);
    expect(moved(USUAL, 'name', -1)).toBe(USUAL);
    for (const it of columns.COLUMNS) expect([...moved(moved(USUAL, it, 1), it, -1).order].sort()).toEqual([...columns.COLUMNS].sort());
  });

  test('have a limited width, and fixed columns keep theirs', () => {
    const { sized, toggled, tracks, USUAL } = columns;
    expect(sized(USUAL, 'value', 3).widths).toEqual({ value: 48 });
    expect(sized(sized(USUAL, 'value', 200), 'value', null).widths).toEqual({});
    expect(toggled(USUAL, 'name')).toBe(USUAL);
    expect(tracks(sized(USUAL, 'value', 200))).toBe('var(--name) 200px var(--type) var(--quality) var(--age) minmax(96px, 1fr) var(--minute)');
    expect(tracks(USUAL)).toContain('var(--comment)');
  });

  test('valid parts of the stored text are used', () => {
    const { read, COLUMNS, USUAL } = columns;
    for (const text of [null, '', '{', '7', 'null']) expect(read(text)).toEqual(USUAL);
    const kept = read('{"order":["value","name","nonsense"],"hidden":["type","name"],"widths":{"value":99999,"other":1,"age":"x"}}');
    expect([...kept.order].sort()).toEqual([...COLUMNS].sort());
    expect(kept.order.indexOf('value')).toBeLessThan(kept.order.indexOf('name'));
    expect(kept).toMatchObject({ hidden: ['type'], widths: { value: 1200 } });
  });
});
