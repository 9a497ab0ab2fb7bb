// How far a visitor has come with the puzzles, remembered on this device.

import { remember, remembered } from '../store';
import type { SolverRating } from '../wire';
import { type Kept, NOTHING, merged, readKept } from './results';
import type { Own, Result } from './types';

const PREFIX = 'galet.puzzles.';

class Progress {
  /** Counts changes: what is known is read anew after each. */
  #version = $state(0);
  readonly #known = new Map<string, Kept>();

  constructor() {
    addEventListener('storage', ({ key, newValue }) => this.#heard(key, newValue));
  }

  /** All that is kept of a game. */
  of(game: string): Kept {
    void this.#version;
    let kept = this.#known.get(game);
    if (!kept) {
      kept = stored(game);
      this.#known.set(game, kept);
    }
    return kept;
  }

  /** The results of all games: days count, whatever is solved on them. */
  everything(): Result[] {
    void this.#version;
    return gamesKept().flatMap((game) => this.of(game).results);
  }

  /** The visitor's rating in a game: that after the latest puzzle which counted. */
  rating(game: string): SolverRating | null {
    return this.of(game).results.findLast(({ rating }) => rating !== null)?.rating ?? null;
  }

  /** Whether a puzzle has been answered. */
  met(game: string, id: string): boolean {
    return this.of(game).results.some((result) => result.id === id);
  }

  /** Keeps a result. */
  add(game: string, result: Result): void {
    this.#keep(game, { results: [result], own: [] });
  }

  /** Keeps puzzles from one's own games; gives the number of those that are new. */
  addOwn(game: string, own: readonly Own[]): number {
    const before = this.of(game).own.map(({ id }) => id);
    this.#keep(game, { results: [], own });
    return own.filter(({ id }) => !before.includes(id)).length;
  }

  /** Forgets a game's. */
  forget(game: string): void {
    this.#known.set(game, NOTHING);
    remember(PREFIX + game, NOTHING);
    this.#version += 1;
  }

  /** What another window has kept meanwhile stays. */
  #keep(game: string, more: Kept): void {
    const all = merged(merged(stored(game), this.of(game)), more);
    this.#known.set(game, all);
    remember(PREFIX + game, all);
    this.#version += 1;
  }

  /** Another window has written. Both may have at the same moment, and one of them over the other: what is missing
   * is written again. */
  #heard(key: string | null, text: string | null): void {
    if (key === null) this.#known.clear();
    else if (!key.startsWith(PREFIX)) return;
    else {
      const game = key.slice(PREFIX.length);
      const [mine, theirs] = [this.#known.get(game), stored(game)];
      // Forgotten over there is forgotten here.
      const all = mine && text !== null && !isEmpty(theirs) ? merged(theirs, mine) : theirs;
      this.#known.set(game, all);
      if (count(all) > count(theirs)) remember(key, all);
    }
    this.#version += 1;
  }
}

const count = ({ results, own }: Kept) => results.length + own.length;
const isEmpty = (kept: Kept) => count(kept) === 0;

function stored(game: string): Kept {
  return readKept(remembered<unknown>(PREFIX + game));
}

/** The games of which something is kept. */
function gamesKept(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
  } catch {
    return [];
  }
}

export const progress = new Progress();
