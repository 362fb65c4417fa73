import { expect, test } from 'vitest';
import { Latest } from './latest';

test('requests run one at a time, and of the waiting ones only the latest is sent', async () => {
  const asked: number[] = [];
  const answers: ((value: string) => void)[] = [];
  const latest = new Latest((given: number) => {
    asked.push(given);
    return new Promise<string>((resolve) => answers.push(resolve));
  });
  const all = [1, 2, 3].map((it) => latest.give(it));
  expect(asked).toEqual([1]);
  answers[0]?.('one');
  expect(await all[0]).toBe('one');
  expect(await all[1]).toBeNull();
  const fourth = latest.give(4);
  expect(asked).toEqual([1, 3]);
  answers[1]?.('three');
  expect(await all[2]).toBe('three');
  await Promise.resolve();
  answers[2]?.('four');
  expect(await fourth).toBe('four');
});

test('after a failure the next request is sent', async () => {
  const latest = new Latest((given: number) => (given === 1 ? Promise.reject(new Error('no')) : Promise.resolve(given)));
  const first = latest.give(1);
  const second = latest.give(2);
  await expect(first).rejects.toThrow('no');
  expect(await second).toBe(2);
});
