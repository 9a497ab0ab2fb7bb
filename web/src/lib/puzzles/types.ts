// What the page itself knows of puzzles.

import type { Setup } from '../wire';

/** How strong somebody is, as Glicko-2 has it. */
export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

/** The first answer to a puzzle that was set. */
export interface Result {
  /** The puzzle's name. */
  id: string;
  /** When, in milliseconds since 1970. */
  at: number;
  right: boolean;
  /** The visitor's rating after it; nothing where it does not count. */
  rating: Rating | null;
}

/** A puzzle from one's own games. */
export interface OwnPuzzle {
  id: string;
  /** When it was made. */
  at: number;
  puzzle: { setup: Setup; line: string[] };
}
