import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  // Relative paths, because a tunnel may serve the console below any path.
  base: './',
  resolve: { alias: [{ find: /^fflate$/, replacement: fileURLToPath(new URL('src/parts/zip.ts', import.meta.url)) }] },
  build: { target: ['safari16', 'chrome109'], assetsInlineLimit: 0, modulePreload: { polyfill: false }, rolldownOptions: { input: ['index.html', 'assistant.html'] } },
  test: { include: ['src/**/*.test.ts'] },
});
