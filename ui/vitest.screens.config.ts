import { defineConfig } from 'vitest/config';

// The screens in a real browser. Several files run at the same time, because they wait more than they compute.
export default defineConfig({
  test: { include: ['tests/*.test.ts', 'tests/real/*.test.ts'], maxWorkers: 3, testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } },
});
