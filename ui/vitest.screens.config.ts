import { defineConfig } from 'vitest/config';

// The screens in a real browser: one after the other, since they share a processor with Chromium.
export default defineConfig({
  test: { include: ['tests/*.test.ts', 'tests/real/*.test.ts'], fileParallelism: false, testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } },
});
