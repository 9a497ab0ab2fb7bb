// The app, kept: each build in a cache of its own, whole or not at all.

import { isHashed } from './route';
import type { Seal } from './seal';

/** Which caches there were when a build came: those it may throw away once nobody needs them. */
const OLDER = '.older';

/** The name under which every open page of a build holds a lock. The page writes it in the same way. */
export function lockOf(scope: string, version: string): string {
  return `galet ${scope} ${version}`;
}

/** What is kept of the app in a folder, for one build of it. */
export class Keeper {
  /** Whether the page of this build came from a server of ours. */
  #server: boolean | null = null;

  constructor(
    readonly scope: string,
    readonly seal: Seal,
  ) {}

  /** Fetches all that is needed to begin. If one file is missing or another one than it should be, nothing is
   * kept: the build that works goes on working. */
  async install(): Promise<void> {
    const own = this.#cacheOf(this.seal.version);
    const there = await this.#caches();
    const older = there.filter((name) => name !== own);
    const cache = await caches.open(own);
    try {
      await cache.put(this.scope + OLDER, new Response(JSON.stringify(older)));
      await this.#keepPage(cache);
      const now = Object.keys(this.seal.files).filter((name) => !this.seal.later.includes(name));
      // All of them come to their end before anything is thrown away.
      const done = await Promise.allSettled(now.map((name) => this.#keep(cache, name)));
      for (const one of done) if (one.status === 'rejected') throw one.reason;
    } catch (error) {
      // A host that went back to an older build and on again: pages of this one may be open.
      if (!there.includes(own)) await caches.delete(own);
      throw error;
    }
  }

  /** Fetches the rest. What cannot be had now is tried again another time. */
  async complete(): Promise<void> {
    const cache = await caches.open(this.#cacheOf(this.seal.version));
    for (const name of this.seal.later) await this.#keep(cache, name).catch(() => undefined);
  }

  /** Throws older builds away, but none of which a page is still open. */
  async tidy(): Promise<void> {
    const list = await (await caches.open(this.#cacheOf(this.seal.version))).match(this.scope + OLDER);
    const older = list ? ((await list.json()) as string[]) : [];
    const { held = [] } = await navigator.locks.query();
    const open = new Set(held.map(({ name }) => name));
    await Promise.all(older.filter((name) => !open.has(name)).map((name) => caches.delete(name)));
  }

  /** The page of this build; nothing when the browser has thrown it away. */
  async page(): Promise<Response | undefined> {
    return (await caches.open(this.#cacheOf(this.seal.version))).match(this.scope);
  }

  /** Whether the page of this build came from a server of ours. */
  async hasServer(): Promise<boolean> {
    this.#server ??= /<meta name="galet-server"/.test((await (await this.page())?.text()) ?? '');
    return this.#server;
  }

  /** A file of the build that the page names. The last word has the network. */
  async file(name: string, version: string, request: Request): Promise<Response> {
    // A page that found a file damaged wants it from where it came from.
    if (request.cache === 'reload') return fetch(request);
    const own = this.#cacheOf(this.seal.version);
    const wanted = version ? this.#cacheOf(version) : own;
    const there = wanted === own || (await caches.has(wanted));
    // Of a build that is not kept here: what this one has under the name is another file.
    if (!there && !isHashed(name)) return fetch(request);
    const cache = await caches.open(there ? wanted : own);
    const address = this.scope + name;
    const kept = (await cache.match(address)) ?? (isHashed(name) ? await this.#anywhere(address) : undefined);
    if (kept) return kept;
    if (!this.seal.later.includes(name)) return fetch(request);
    const file = await this.#fetched(name);
    // Where there is no room for it, the page gets it all the same.
    await cache.put(address, file.clone()).catch(() => undefined);
    return file;
  }

  async #keepPage(cache: Cache): Promise<void> {
    const page = await fetch(this.scope, { cache: 'no-cache', redirect: 'error' });
    const text = await page.clone().text();
    // While a host is being brought up to date, its page may be of another build than its files.
    if (!page.ok || !text.includes(`<meta name="galet-version" content="${this.seal.version}"`))
      throw new Error(`the page is not that of version ${this.seal.version}`);
    await cache.put(this.scope, page);
  }

  /** What an older build has under the same name is not fetched again. */
  async #keep(cache: Cache, name: string): Promise<void> {
    const address = this.scope + name;
    if (await cache.match(address)) return;
    const known = isHashed(name) ? await this.#anywhere(address) : undefined;
    await cache.put(address, known ?? (await this.#fetched(name)));
  }

  /** A file of this build from the network. The browser checks the hash. */
  async #fetched(name: string): Promise<Response> {
    const integrity = this.seal.files[name] ?? '';
    const cache = isHashed(name) ? 'default' : 'no-cache';
    const file = await fetch(this.scope + name, { integrity, cache, redirect: 'error' });
    if (!file.ok) throw new Error(`${name}: ${file.status}`);
    return file;
  }

  async #anywhere(address: string): Promise<Response | undefined> {
    for (const name of await this.#caches()) {
      const kept = await (await caches.open(name)).match(address);
      if (kept) return kept;
    }
    return undefined;
  }

  /** The caches of this app in this folder: other sites may lie beside it on the same host. */
  async #caches(): Promise<string[]> {
    const prefix = this.#cacheOf('');
    return (await caches.keys()).filter((name) => name.startsWith(prefix));
  }

  /** A cache has the name of the lock that says it is needed. */
  #cacheOf(version: string): string {
    return lockOf(this.scope, version);
  }
}
