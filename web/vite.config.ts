import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// While developing, `galet serve` answers everything under these paths.
const server = process.env['GALET_SERVER'] ?? 'http://127.0.0.1:4280';

// What the server's header says, for hosts that send none; `frame-ancestors` works in headers alone.
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; " +
  "form-action 'self'; base-uri 'none'";

/** What the page says about itself: how strict it is once built, and that there is a server while developing. */
const page = {
  name: 'galet-page',
  transformIndexHtml: (_, { server }) => [
    server
      ? { tag: 'meta', attrs: { name: 'galet-server', content: '1' } }
      : { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
  ],
};

export default defineConfig({
  // The same build works at the root of a server and in any folder of a web host.
  base: './',
  plugins: [svelte(), page],
  // Workers load their parts as pages do.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // A small file as a `data:` address would be refused by the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'src/sw/sw.ts'],
      output: {
        // A service worker rules over the folder that it lies in, and is found again under the same name.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/device': { target: server },
      '/door': { target: server },
    },
  },
});
