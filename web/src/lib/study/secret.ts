// Nobody gets an evaluation of a game that two people are still playing.

import type { TableState } from '../wire';

/** Whether two people are still playing there. */
export function secret(state: TableState): boolean {
  if (state.ending) return false;
  const alone = state.seats.every((seat) => seat.you || seat.sitter.type === 'computer');
  return !alone;
}
