// The mirror between this browser's games and its server.

import { untrack } from 'svelte';
import { kept } from '../i18n/kept';
import { notices } from '../notices.svelte';
import { router } from '../router.svelte';
import type { Mirrored, MirroredEvents } from '../wire';
import { fileOf } from './events';
import type { Local } from './local.svelte';
import { Mirror } from './mirror.svelte';
import { remote } from './remote.svelte';

const address = (table: string) => `/api/me/tables/${table}/events`;

/** Makes it, and lets it work as long as the page is there. */
export async function mirrorOf(local: Local): Promise<Mirror> {
  const mirror = new Mirror(
    {
      storage: await local.storage(),
      take: (table, events) => local.text('POST', '/api/me/games.json', fileOf(table, events)).then(() => undefined),
      watched: () => local.watched(),
      parted: () => notices.show(kept().parted),
      renamed: (table, name) => {
        if (router.place.name === 't' && router.place.path[0] === table) router.go(`/t/${name}`, 'replace');
      },
    },
    {
      send: async (table, from, events) => {
        const sent: MirroredEvents = { from, events };
        return (await remote.json<Mirrored>('POST', address(table), sent)).seq;
      },
      events: async (table, from) =>
        (await remote.json<MirroredEvents>('GET', `${address(table)}?from=${from}`)).events,
    },
  );
  local.search = (table) => mirror.fetch(table);
  // Before it is played on: whoever moves in an old state makes two games of one.
  local.opened = (table) => void mirror.refresh([table]);
  void remote.opened().then(() => mirror.start());
  $effect.root(() => {
    $effect(() => {
      if (remote.open) untrack(() => void mirror.again());
    });
  });
  const back = () => {
    if (document.visibilityState === 'visible') void mirror.refresh();
  };
  document.addEventListener('visibilitychange', back);
  // A window that lay beside another one was visible all the time.
  addEventListener('focus', back);
  // Tables may have been opened before it was there.
  back();
  return mirror;
}
