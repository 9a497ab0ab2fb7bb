import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  // Svelte as a browser gets it: without this, runes are those of a server.
  resolve: { conditions: ['browser'] },
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/vitest.setup.ts'],
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://galet.test/' } },
    // A busy machine is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
