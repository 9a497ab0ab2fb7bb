// A browser's caches and locks and a host, for tests.

import { vi } from 'vitest';

/** What a browser has for a service worker, as maps; `host` is what the network answers, by
 * address, and on a full `disk` nothing more is kept. */
export function pretend() {
  const kept = new Map<string, Map<string, string>>();
  const host = new Map<string, string>();
  const locks = new Set<string>();
  const asked: string[] = [];
  const disk = { full: false };
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve([...kept.keys()]),
    has: (name: string) => Promise.resolve(kept.has(name)),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
    open: (name: string) => {
      if (!kept.has(name)) kept.set(name, new Map());
      const cache = kept.get(name) ?? new Map<string, string>();
      return Promise.resolve({
        match: (address: string) => {
          const text = cache.get(address);
          return Promise.resolve(text === undefined ? undefined : new Response(text));
        },
        put: async (address: string, response: Response) => {
          const text = await response.text();
          if (disk.full) throw new DOMException('no room', 'QuotaExceededError');
          cache.set(address, text);
        },
      });
    },
  });
  vi.stubGlobal('navigator', {
    locks: { query: () => Promise.resolve({ held: [...locks].map((name) => ({ name })) }) },
  });
  vi.stubGlobal('fetch', (address: string | { url: string }, { integrity = '' } = {}) => {
    const url = typeof address === 'string' ? address : address.url;
    asked.push(url);
    const text = host.get(url);
    if (text === undefined) return Promise.resolve(new Response('', { status: 404 }));
    if (integrity && integrity !== `hash of ${text}`) return Promise.reject(new TypeError('integrity'));
    return Promise.resolve(new Response(text));
  });
  return { kept, host, locks, asked, disk };
}
