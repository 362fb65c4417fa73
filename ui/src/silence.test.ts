import { expect, test } from 'vitest';
import { Silence } from './silence';

test('after three seconds of silence the desk is lost, and the next word ends that', () => {
  const silence = new Silence();
  silence.heard(0);
  expect([300, 1000, 2000, 2900, 3000, 4000].map((now) => silence.look(now))).toEqual([null, null, 'ask', 'ask', 'lost', 'ask']);
  expect(silence.heard(4100)).toBe(true);
  expect(silence.heard(4200)).toBe(false);
  expect(silence.look(4300)).toBe(null);
});

test('a page that was stopped itself finds out at its first look', () => {
  const silence = new Silence();
  silence.heard(1000);
  expect(silence.look(61_000)).toBe('lost');
});
