import { defineConfig } from 'vitest/config';

// The desktop program in its window, on a virtual display: `cargo xtask test --all` provides both.
export default defineConfig({
  test: { include: ['tests/window/*.test.ts'], fileParallelism: false, testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } },
});
