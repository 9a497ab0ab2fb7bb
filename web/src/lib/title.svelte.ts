// How "your turn" reaches people who look elsewhere: the title of the window, a dot on its icon, and, if they
// want it, a notification.

import { showBadge } from './badge';
import { common } from './i18n/common';
import { notices } from './notices.svelte';
import { currentAddress, router } from './router.svelte';
import { root } from './server';
import { settings } from './settings.svelte';
import { connection } from './socket.svelte';

class Title {
  /** What the page is about; empty on the start page. */
  page = $state('');
  /** Whether the game on the page waits for the visitor: it tells so itself, and better. */
  ownTurn = $state(false);
}

export const title = new Title();

/** Pushes about this page's game and about all games do not come at the same moment. */
const SETTLE = 1_000;

/** Tells by a notification of the browser, if the visitor wants that and looks elsewhere. */
export function notify(text: string, body: string, tag: string, address: string): void {
  if (!document.hidden || !settings.notify || !('Notification' in window)) return;
  if (Notification.permission !== 'granted') return;
  try {
    const note = new Notification(text, { body, tag, icon: `${root()}favicon.svg` });
    note.onclick = () => {
      window.focus();
      if (currentAddress() !== address) router.go(address);
      note.close();
    };
  } catch {
    // Some phones have the word and not the thing.
  }
}

/** Asks the browser, and so the visitor, whether notifications are welcome. Only on a press of theirs. */
export async function wantNotifications(wanted: boolean): Promise<void> {
  if (!wanted) {
    settings.notify = false;
    return;
  }
  const answer = 'Notification' in window ? await Notification.requestPermission() : 'denied';
  settings.notify = answer === 'granted';
  if (!settings.notify) notices.show(common().notifyDenied, 'error');
}

/** Whether notifications could be wanted and are not: the visitor may be offered them. */
export function mayWantNotifications(): boolean {
  return !settings.notify && 'Notification' in window && Notification.permission !== 'denied';
}

/** Keeps title, icon and notifications true; call it once, in an effect root. */
export function keepTitle(): void {
  let told = 0;
  $effect(() => {
    const turns = connection.turns ?? 0;
    document.title = `${turns > 0 ? `(${turns}) ` : ''}${title.page ? `${title.page} · ` : ''}Galet`;
  });
  $effect(() => showBadge(connection.turns ?? 0));
  $effect(() => {
    const others = Math.max(0, (connection.turns ?? 0) - Number(title.ownTurn));
    const timer = setTimeout(() => {
      if (others > told) notify(common().turns(others), '', 'galet-turns', '/mine');
      told = others;
    }, SETTLE);
    return () => clearTimeout(timer);
  });
}
