// The files that a game is thought about with: fetched when they are first needed, and kept.

import { appAddress, type FileInfo } from './module';

const CACHE = 'galet-nets';

/** The bytes of a file; throws where there is no network. Its name changes with what is in it. */
export async function fetchFile({ file }: FileInfo): Promise<ArrayBuffer> {
  const address = appAddress(`door/${file}`);
  // Over plain `http` there is no such cache; the browser's own does.
  const cache = 'caches' in globalThis ? await caches.open(CACHE).catch(() => null) : null;
  const kept = await cache?.match(address).catch(() => undefined);
  if (kept) return kept.arrayBuffer();
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const copy = answer.clone();
  // A full disk keeps nobody from playing.
  await cache?.put(address, copy).catch(() => undefined);
  return answer.arrayBuffer();
}

/** Throws a damaged file away, so that it is fetched anew. */
export async function forgetFile({ file }: FileInfo): Promise<void> {
  if ('caches' in globalThis) await (await caches.open(CACHE)).delete(appAddress(`door/${file}`));
}

/** Throws away what no version of the app that is here needs. */
export async function tidyFiles(needed: FileInfo[]): Promise<void> {
  if (!('caches' in globalThis)) return;
  const cache = await caches.open(CACHE);
  const addresses = new Set(needed.map(({ file }) => appAddress(`door/${file}`).href));
  for (const { url } of await cache.keys()) if (!addresses.has(url)) await cache.delete(url);
}
