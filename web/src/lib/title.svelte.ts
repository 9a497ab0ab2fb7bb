// The title of the window and the badge of the app, with the number of games that wait.

import { common } from './i18n/common';
import { router } from './router.svelte';
import { settings } from './settings.svelte';
import { connection } from './socket.svelte';

class Title {
  /** What the page is about; empty on the start page. */
  page = $state('');
}

export const title = new Title();

/** Tells by a notification of the browser, if the visitor wants that and looks elsewhere. */
export function notify(text: string, body: string, tag: string): void {
  if (!document.hidden || !settings.notify || !('Notification' in window)) return;
  if (Notification.permission !== 'granted') return;
  const note = new Notification(text, { body, tag, icon: '/favicon.svg' });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

/** Keeps the title and the badge true; call it once, in an effect root. */
export function keepTitle(): void {
  let before = 0;
  $effect(() => {
    const turns = connection.turns ?? 0;
    document.title = `${turns > 0 ? `(${turns}) ` : ''}${title.page ? `${title.page} · ` : ''}Galet`;
    if ('setAppBadge' in navigator) void navigator.setAppBadge(turns).catch(() => undefined);
    // A table tells more about its own turn than this could.
    if (turns > before && router.place.name !== 't') notify(common().turns(turns), '', 'galet-turns');
    before = turns;
  });
}
