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

/** What can follow taps at the end of the line that was last asked about. */
let tapped = { key: '', known: new Map<string, Promise<Continuations<string>>>() };

/** What can follow taps at the end of a line. */
export function tapsAt(line: GameLine, taps: CellId[]): Promise<Continuations<string>> {
  const key = lineKey(line);
  if (tapped.key !== key) tapped = { key, known: new Map() };
  const { known } = tapped;
  const way = taps.join(' ');
  let next = known.get(way);
  if (!next) {
    next = connection.ask({ type: 'look-taps', line, taps }).then((answer) => {
      if (answer.type !== 'continuations') throw new Error(`taps were answered by ${answer.type}`);
      const { complete } = answer.continuations;
      // Whoever makes this move shall see it at once.
      if (complete !== null && connection.atHand) {
        lookAt({ ...line, moves: [...line.moves, complete] }).catch(() => undefined);
      }
      return answer.continuations;
    });
    known.set(way, next);
    next.catch(() => known.delete(way));
  }
  return next;
}

/** Asks in advance what can follow the first taps, where the answers are at hand: a tap is then answered in the
 * frame it is made in. One after the other, so that nobody else waits for long. */
export async function prepareTaps(line: GameLine, { choices }: Continuations<string>): Promise<void> {
  const key = lineKey(line);
  for (const { cell } of choices) {
    if (!connection.atHand) return;
    await tapsAt(line, [cell]).catch(() => undefined);
    // The game has gone on.
    if (tapped.key !== key) return;
  }
}
