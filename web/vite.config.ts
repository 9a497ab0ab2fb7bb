import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// While developing, `galet serve` answers everything under these paths.
const server = process.env['GALET_SERVER'] ?? 'http://127.0.0.1:4280';

export default defineConfig({
  plugins: [svelte()],
  // Workers load their parts as pages do.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // A small file as a `data:` address would be refused by the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/device': { target: server },
      '/door': { target: server },
    },
  },
});
