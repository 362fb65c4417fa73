import { expect, test } from 'vitest';
import { base64, bytesOf } from './base64';

test.each([[new Uint8Array()], [Uint8Array.of(0, 255, 128)], [Uint8Array.from({ length: 100_000 }, (_, i) => i % 251)]])('bytes are decoded unchanged', (bytes) =>
  expect(bytesOf(base64(bytes))).toEqual(bytes));
