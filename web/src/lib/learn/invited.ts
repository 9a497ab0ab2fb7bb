// An invitation that waits while its guest learns the rules: the way back to the table.

import { remember, remembered } from '../store';

const KEY = 'galet.invited';

interface Invited {
  game: string;
  table: string;
}

/** Remembers, in this tab, that somebody learns a game before they sit down. */
export function learnFirst(game: string, table: string): void {
  remember(KEY, { game, table }, 'sessionStorage');
}

/** The table that waits for somebody who learns this game. */
export function invitationTo(game: string): string | null {
  const known = remembered<Invited>(KEY, 'sessionStorage');
  return known?.game === game ? known.table : null;
}

/** The guest has sat down. */
export function satDown(): void {
  remember(KEY, null, 'sessionStorage');
}
