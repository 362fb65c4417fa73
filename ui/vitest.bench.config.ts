import { defineConfig } from 'vitest/config';

// Measures the window with thousands of values: `cargo xtask bench ui` provides programs, display and job.
export default defineConfig({
  test: { include: ['tests/bench/*.test.ts'], fileParallelism: false, testTimeout: 24 * 3_600_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } },
});
