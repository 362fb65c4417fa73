import { expect, test } from 'vitest';
import { usable } from './locale-guard';

test.each([
  [['C'], 'en'], [['c'], 'en'], [[], 'en'], [['POSIX_x', 'de-AT'], 'de-AT'], [['en-GB', 'de'], 'en-GB'],
])('of %j', (languages, wanted) => expect(usable(languages)).toBe(wanted));
