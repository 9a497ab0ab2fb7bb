// Which puzzle is set next, by what the visitor wants to do.

import { api } from '../api';
import { remember, remembered } from '../store';
import type { PuzzleName, PuzzleView } from '../wire';
import { dateOf, dayOf } from './days';
import { progress } from './progress.svelte';
import { dueOn } from './repeat';

/** That of the day, endless ones near one's strength, those of a theme, those that come back, those from one's own
 * games, or a certain one. */
export type Mode =
  | { type: 'day' }
  | { type: 'next' }
  | { type: 'theme'; theme: string }
  | { type: 'again' }
  | { type: 'own' }
  | { type: 'one'; id: string };

/** A puzzle that is set. */
export interface Given {
  name: PuzzleName;
  view: PuzzleView;
  /** Whether all that fit have been solved, and they begin anew. */
  again: boolean;
}

/** The mode that an address asks for: what comes after `/puzzles/{game}/`. */
export function modeIn([word = '', more = '']: string[]): Mode | null {
  if (word === 'day' || word === 'next' || word === 'again' || word === 'own') return { type: word };
  if (word === 'theme') return more ? { type: 'theme', theme: more } : null;
  return /^[0-9a-f]{16}$/.test(word) ? { type: 'one', id: word } : null;
}

/** The address of a mode. */
export function addressOf(game: string, mode: Mode): string {
  const word = mode.type === 'one' ? mode.id : mode.type;
  const theme = mode.type === 'theme' ? `/${encodeURIComponent(mode.theme)}` : '';
  return `/puzzles/${encodeURIComponent(game)}/${word}${theme}`;
}

/** The next puzzle; `null` when there is none. `passed` were set since the page was opened. Throws [`Refused`]. */
export async function nextPuzzle(
  game: string,
  mode: Mode,
  passed: readonly string[],
  now: number,
): Promise<Given | null> {
  switch (mode.type) {
    case 'day':
      return ofTheSet(await api.puzzleOfDay(game, dateOf(now)));
    case 'one':
      return first(game, [mode.id]);
    case 'again':
      return first(
        game,
        dueOn(dayOf(now), progress.of(game))
          .map(({ id }) => id)
          .filter((id) => !passed.includes(id)),
      );
    case 'own':
      return first(
        game,
        ownInOrder(game, now).filter((id) => !passed.includes(id)),
      );
    default:
      return near(game, mode);
  }
}

/** One near the visitor's strength, of a theme if there is one. Until it is answered it stays the same, so that
 * coming back to the page finds it again. */
async function near(game: string, mode: Mode): Promise<Given | null> {
  const address = addressOf(game, mode);
  const waiting = remembered<{ address?: unknown; id?: unknown }>(WAITING, 'sessionStorage');
  if (waiting?.address === address && typeof waiting.id === 'string' && !progress.met(game, waiting.id)) {
    const found = await first(game, [waiting.id]);
    if (found) return found;
  }
  const strength = progress.rating(game) ?? (await api.puzzles(game)).newcomer;
  const { results } = progress.of(game);
  const { puzzles, again } = await api.puzzlesNear(game, {
    rating: strength.rating,
    ...(mode.type === 'theme' ? { theme: mode.theme } : {}),
    seen: [...new Set(results.map(({ id }) => id))],
    count: 1,
    draw: Math.floor(Math.random() * 2 ** 32),
  });
  const [view] = puzzles;
  if (!view) return null;
  remember(WAITING, { address, id: view.id }, 'sessionStorage');
  return ofTheSet(view, again);
}

const WAITING = 'galet.puzzle';

/** The first of some puzzles that there is: a new set may not have all of them. */
async function first(game: string, ids: readonly string[]): Promise<Given | null> {
  const own = new Map(progress.of(game).own.map(({ id, text }) => [id, text]));
  const names = ids.slice(0, 100).map((id): PuzzleName => {
    const text = own.get(id);
    return text === undefined ? { type: 'set', id } : { type: 'own', text };
  });
  if (names.length === 0) return null;
  const found = await api.findPuzzles(game, names);
  for (const [n, one] of found.entries()) {
    const name = names[n];
    if (one.type === 'here' && name) return { name, view: one.puzzle, again: false };
  }
  return null;
}

const ofTheSet = (view: PuzzleView, again = false): Given => ({ name: { type: 'set', id: view.id }, view, again });

/** The puzzles from one's own games: those that wait first, then the others, the latest first. */
function ownInOrder(game: string, now: number): string[] {
  const kept = progress.of(game);
  const waiting = dueOn(dayOf(now), kept).map(({ id }) => id);
  const own = kept.own.map(({ id }) => id).reverse();
  return [...own.filter((id) => waiting.includes(id)), ...own.filter((id) => !waiting.includes(id))];
}
