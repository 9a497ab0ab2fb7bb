// The service worker: keeps the app, so that it works without a network, and never mixes two builds of it.
//
// A page is given everything by the build that it was loaded with. A new build is fetched whole beside the old
// one and waits; the app tells the visitor (`lib/offline`), and takes over when they say so, or when no page of
// the old one is open any more.

import { Keeper } from './keep';
import { routeOf } from './route';
import type { Seal } from './seal';

declare const self: ServiceWorkerGlobalScope & { galet: Seal };

const keeper = new Keeper(self.registration.scope, self.galet);

self.addEventListener('install', (event) => event.waitUntil(keeper.install()));

self.addEventListener('activate', (event) => event.waitUntil(keeper.tidy().then(() => self.clients.claim())));

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') void self.skipWaiting();
  if (event.data === 'at-rest') event.waitUntil(keeper.tidy().then(() => keeper.complete()));
});

self.addEventListener('fetch', (event) => {
  // Whether there is a server is asked of the kept page; that every path may be one of the app until then does
  // no harm, for what turns out not to be goes to the network.
  const route = routeOf(event.request, keeper.scope, keeper.seal, true);
  if (route.kind === 'file') event.respondWith(keeper.file(route.name, route.version, event.request));
  if (route.kind === 'page') event.respondWith(page(event.request));
});

async function page(request: Request): Promise<Response> {
  const { kind } = routeOf(request, keeper.scope, keeper.seal, await keeper.hasServer());
  return (kind === 'page' ? await keeper.page() : undefined) ?? fetch(request);
}
