// Looks at positions, each asked for once.

import { connection } from './socket.svelte';
import type { CellId, Continuations, GameLine, Look } from './wire';

/** More looks than this are forgotten, the oldest first. */
const MOST = 400;

const known = new Map<string, Promise<Look>>();

/** A line as a key. */
export function lineKey(line: GameLine): string {
  return JSON.stringify([
    line.game,
    line.setup.layout ?? '',
    line.setup.options,
    line.setup.position ?? '',
    line.moves,
  ]);
}

/** Everything there is to see at the end of a line; throws [`Refused`]. */
export function lookAt(line: GameLine): Promise<Look> {
  const key = lineKey(line);
  let look = known.get(key);
  if (!look) {
    look = connection.ask({ type: 'look', line }).then((answer) => {
      if (answer.type !== 'look') throw new Error(`a look was answered by ${answer.type}`);
      return answer.look;
    });
    known.set(key, look);
    look.catch(() => known.delete(key));
    for (const oldest of known.keys()) {
      if (known.size <= MOST) break;
      known.delete(oldest);
    }
  }
  return look;
}

/** What can follow taps at the end of a line. */
export async function tapsAt(line: GameLine, taps: CellId[]): Promise<Continuations<string>> {
  const answer = await connection.ask({ type: 'look-taps', line, taps });
  if (answer.type !== 'continuations') throw new Error(`taps were answered by ${answer.type}`);
  return answer.continuations;
}
