// What the first page weighs, compressed: the document and everything that it loads at once, and
// the start page. More than the limit is an error. `npm run build` first.

import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT = 80_000;

const dist = new URL('../dist/', import.meta.url);
const html = readFileSync(new URL('index.html', dist), 'utf8');
const files = new Set(['index.html', 'favicon.svg', ...[...html.matchAll(/"\.\/(assets\/[^"]+)"/g)].map((m) => m[1])]);
// The start page is loaded by the router; follow what it imports statically.
const start = readdirSync(new URL('assets/', dist)).filter((name) => /^Start-.*\.(js|css)$/.test(name));
const queue = start.map((name) => `assets/${name}`);
const styles = readdirSync(new URL('assets/', dist)).filter((name) => name.endsWith('.css'));
for (let file = queue.pop(); file; file = queue.pop()) {
  if (files.has(file)) continue;
  files.add(file);
  if (!file.endsWith('.js')) continue;
  // A script brings the style sheet of its own name along.
  const name = file.slice('assets/'.length, file.lastIndexOf('-'));
  queue.push(
    ...styles.filter((style) => style.slice(0, style.lastIndexOf('-')) === name).map((style) => `assets/${style}`),
  );
  const text = readFileSync(new URL(file, dist), 'utf8');
  for (const m of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) queue.push(`assets/${m[1]}`);
}
let total = 0;
for (const file of files) {
  const size = gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length;
  total += size;
  console.log(`${String(size).padStart(8)}  ${file}`);
}
console.log(`${String(total).padStart(8)}  first page, bytes compressed with gzip; the limit is ${LIMIT}`);
if (total > LIMIT) {
  console.error('the first page is too heavy');
  process.exitCode = 1;
}
