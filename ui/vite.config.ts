import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  // Relative, so that the console may be served below any path of a tunnel.
  base: './',
  build: { target: ['safari16', 'chrome109'], assetsInlineLimit: 0, modulePreload: { polyfill: false }, rolldownOptions: { input: ['index.html', 'assistant.html'] } },
  test: { include: ['src/**/*.test.ts'] },
});
