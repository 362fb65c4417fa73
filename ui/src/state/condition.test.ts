import { expect, test } from 'vitest';
import { conditionOf, writtenCondition } from './condition';

test('a parsed condition is written unchanged', () => {
  for (const text of ['falls', 'rises', 'changes', '= 3', '<> 0', '<= 1', '>= 80.5', '> -2', '< 9', 'bad for 2.5s']) expect(writtenCondition(conditionOf(text))).toBe(text);
  expect(conditionOf('>= 80.5')).toEqual({ kind: '>=', value: 80.5 });
});
