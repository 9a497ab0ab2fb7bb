// A web host that knows nothing: it gives the files of a folder under a path, and 404 for all else.

import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** Where the folder lies on the host. */
const PATH = '/some/games/';

/** The folder that `cargo xtask site` made. */
export function site() {
  const folder = process.env.GALET_SITE;
  if (!folder) throw new Error('set GALET_SITE to a folder that `cargo xtask site --out` has made');
  return folder;
}

/** Serves a folder; `folder` can be changed while it runs. */
export async function host(folder) {
  const missed = [];
  const place = { folder, missed, url: '', stop };
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://host').pathname;
    const name = path.startsWith(PATH) ? path.slice(PATH.length) || 'index.html' : '';
    try {
      const bytes = readFileSync(join(place.folder, name || 'nothing'));
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' });
      response.end(bytes);
    } catch {
      missed.push(path);
      response.writeHead(404).end('Not found');
    }
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  place.url = `http://127.0.0.1:${server.address().port}${PATH}`;
  function stop() {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  }
  return place;
}

/** What a folder says of itself. */
export function sealOf(folder) {
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  return JSON.parse(/^self\.galet=(.*);\n/.exec(worker)[1]);
}

/** A copy of a folder as another build: one file of it is another, and all else follows from that. */
export function nextBuild(folder, version) {
  const copy = mkdtempSync(join(tmpdir(), 'galet-site-'));
  cpSync(folder, copy, { recursive: true });
  const seal = sealOf(folder);
  const icon = readFileSync(join(copy, 'favicon.svg'), 'utf8').replace('<svg ', `<svg data-build="${version}" `);
  writeFileSync(join(copy, 'favicon.svg'), icon);
  const hash = `sha256-${createHash('sha256').update(icon).digest('base64')}`;
  for (const name of ['index.html', 'sw.js']) {
    const text = readFileSync(join(copy, name), 'utf8');
    writeFileSync(
      join(copy, name),
      text.replaceAll(seal.version, version).replaceAll(seal.files['favicon.svg'], () => hash),
    );
  }
  return { folder: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}

/** Which builds of the app the browser keeps, and how many files of each. */
export const kept = (page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('galet '));
    const sizes = names.map(async (name) => [name.split(' ').at(-1), (await (await caches.open(name)).keys()).length]);
    return Object.fromEntries(await Promise.all(sizes));
  });

/** All files of a build, its page, and the list of older ones. */
export const whole = ({ files }) => Object.keys(files).length + 2;
