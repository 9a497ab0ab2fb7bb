// The title of the window, with the number of games that wait.

import { connection } from './socket.svelte';

class Title {
  /** What the page is about; empty on the start page. */
  page = $state('');
}

export const title = new Title();

/** Keeps the title and the badge of the app true; call it once, in an effect root. */
export function keepTitle(): void {
  $effect(() => {
    const turns = connection.turns ?? 0;
    document.title = `${turns > 0 ? `(${turns}) ` : ''}${title.page ? `${title.page} · ` : ''}Galet`;
    if ('setAppBadge' in navigator) void navigator.setAppBadge(turns).catch(() => undefined);
  });
}
