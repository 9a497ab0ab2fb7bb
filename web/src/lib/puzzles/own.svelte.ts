// Puzzles of somebody's own mistakes, made after a review.

import { notices } from '../notices.svelte';
import { connection } from '../socket.svelte';
import type { GameLine, LeftOut } from '../wire';
import { progress } from './progress.svelte';

/** More mistakes than this are not looked at. */
const MOST = 12;

export class Maker {
  /** How far it is; nothing while nothing is made. */
  working = $state.raw<{ done: number; of: number } | null>(null);
  /** What came of it; nothing before. */
  made = $state.raw<{ fresh: number; all: number; leftOut: LeftOut[] } | null>(null);
  #closed = false;
  #stop = () => {};

  /** Makes puzzles of moves of a line, by their places, and puts them among those that come back. */
  async make(line: GameLine, mistakes: readonly number[], now: () => number = Date.now): Promise<void> {
    if (this.working) return;
    const plies = mistakes.slice(0, MOST);
    this.made = null;
    this.working = { done: 0, of: plies.length };
    const { answer, stop } = connection.stream({ type: 'make-puzzles', line, plies }, (message) => {
      if (message.type === 'review-progress') this.working = { done: message.done, of: message.of };
    });
    this.#stop = stop;
    try {
      const found = await answer;
      if (found.type !== 'puzzles') throw new Error(`mistakes were answered by ${found.type}`);
      const { puzzles, leftOut } = found.made;
      const at = now();
      const own = puzzles.map(({ text, puzzle }, n) => ({ id: puzzle.id, at: at + n, text }));
      const fresh = progress.addOwn(line.game, own);
      this.made = { fresh, all: own.length, leftOut };
    } catch (error) {
      if (!this.#closed) notices.fail(error);
    } finally {
      this.working = null;
      stop();
    }
  }

  /** The page is left. */
  close(): void {
    this.#closed = true;
    this.#stop();
  }
}
