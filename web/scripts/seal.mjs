// Seals a built app: names its version, and gives the service worker the list of all its files with their hashes.
//
//   node scripts/seal.mjs [DIST]
//
// Vite does it at the end of a build. Whoever puts more files into the folder afterwards (the module, the
// networks) does it once more; sealing twice changes nothing.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGE = 'index.html';
const WORKER = 'sw.js';
/** What is kept when the app has come to rest, not before: it is heavy and not needed to begin. */
const LATER = /\.(net|cert)$/;

const VERSION_TAG = /\s*<meta name="galet-version" content="[^"]*"[^>]*>/;
const LIST_LINE = /^self\.galet=.*;\n/;

/** Writes version and list into the page and the service worker of a folder. Gives the version. */
export function seal(dist) {
  const page = readFileSync(join(dist, PAGE), 'utf8').replace(VERSION_TAG, '');
  const worker = readFileSync(join(dist, WORKER), 'utf8').replace(LIST_LINE, '');
  const files = {};
  for (const name of names(dist)) {
    if (name !== PAGE && name !== WORKER) files[name] = `sha256-${digest(readFileSync(join(dist, name)), 'base64')}`;
  }
  const version = digest(page + worker + JSON.stringify(files), 'hex').slice(0, 12);
  const later = Object.keys(files).filter((name) => LATER.test(name));
  writeFileSync(
    join(dist, PAGE),
    page.replace('</head>', `  <meta name="galet-version" content="${version}" />\n  </head>`),
  );
  writeFileSync(join(dist, WORKER), `self.galet=${JSON.stringify({ version, files, later })};\n${worker}`);
  return version;
}

/** The files of a folder, in an order of their own; hidden ones are not of the app. */
function names(dist) {
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

function digest(content, encoding) {
  return createHash('sha256').update(content).digest(encoding);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`version ${seal(resolve(process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url))))}`);
}
