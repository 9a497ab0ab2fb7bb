// What needs somebody far away, and what is in the way just now.

import { isLocal } from '../door/routes';
import { offline } from '../i18n/offline';
import type { Refused } from '../refusal';
import { hasServer } from '../server';
import { connection } from '../socket.svelte';

/** What is missing to play a friend: a server behind this page, or the way to it. */
export function missingForFriends(): 'server' | 'network' | null {
  if (!hasServer()) return 'server';
  return connection.offline ? 'network' : null;
}

/** Whether it matters to a page that the server is out of reach: it shows tables there, or nobody else answers. */
export function needsServer(page: { name: string; path: string[]; query: URLSearchParams }): boolean {
  if (!connection.open || page.name === 'mine') return true;
  const inPath = page.name === 't' || page.name === 'review';
  const table = inPath ? page.path[0] : page.query.get('table');
  return !!table && !isLocal(table);
}

/** Why a table cannot be shown, where more can be said than that it is not there. */
export function troubleAt(table: string, failure: Refused | null): { title: string; text: string } | null {
  if (isLocal(table)) {
    if (failure?.code === 'offline') return { title: offline().noConnection, text: offline().ownNeedsNetwork };
    return failure?.code === 'no-such-table' ? { title: offline().notHere, text: offline().notHereText } : null;
  }
  const missing = missingForFriends();
  if (missing === 'server') return { title: offline().elsewhere, text: offline().tableNeedsServer };
  if (missing === 'network') return { title: offline().noConnection, text: offline().tableNeedsNetwork };
  return null;
}
