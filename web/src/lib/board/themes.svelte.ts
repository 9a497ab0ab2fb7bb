// How the sets of the games look and sound. Scenes name their theme; it comes once, with the games.
// Boards other than a set's own come when somebody wants one.

import { api, games } from '../api';
import { settings } from '../settings.svelte';
import type { BoardStyle, Theme } from '../wire';

/** How long to wait before asking again, in milliseconds. */
const AGAIN = 2000;

/** A set on another board than its own. */
export function onBoard(set: Theme, style: BoardStyle | undefined): Theme {
  if (!style) return set;
  const gradients = set.gradients.map((own) => style.gradients.find((one) => one.name === own.name) ?? own);
  return { ...set, board: style.board, marks: style.marks, gradients };
}

class Themes {
  /** Those of all games, each on its own board; none until they are there. */
  sets = $state.raw<Theme[]>([]);
  /** The boards that every set can lie on besides its own; none until somebody wants one. */
  boards = $state.raw<BoardStyle[]>([]);
  /** The sets on the board that the visitor likes. */
  all = $derived.by(() => {
    const style = this.boards.find(({ name }) => name === settings.board);
    return this.sets.map((set) => onBoard(set, style));
  });

  /** The theme with that name, once it is there. */
  get(name: string): Theme | undefined {
    return this.all.find((theme) => theme.name === name);
  }

  /** Asks for them until they come. */
  async load(): Promise<void> {
    try {
      // Both before the first picture: a board does not change under the eyes of who looks at it.
      if (settings.board !== 'own') await this.loadBoards();
      this.sets = (await games()).map((info) => info.theme);
    } catch {
      setTimeout(() => void this.load(), AGAIN);
    }
  }

  /** Asks for the boards, once. */
  async loadBoards(): Promise<void> {
    if (this.boards.length === 0) this.boards = await api.boards();
  }
}

export const themes = new Themes();
