// What is kept of puzzles in this browser.

import type { SolverRating } from '../wire';

/** The first answer to a puzzle that was set. */
export interface Result {
  /** The puzzle's name. */
  id: string;
  /** When, in milliseconds since 1970. */
  at: number;
  right: boolean;
  /** The visitor's rating after it; nothing where it does not count. */
  rating: SolverRating | null;
}

/** A puzzle from one's own games: no set has it. */
export interface Own {
  id: string;
  /** When it was made. */
  at: number;
  /** All of it, the answer included. */
  text: string;
}
