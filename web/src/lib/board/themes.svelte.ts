// How the sets of the games look and sound. Scenes name their theme; it comes once, with the games.

import { games } from '../api';
import { settings } from '../settings.svelte';
import type { Theme } from '../wire';

/** How long to wait before asking again, in milliseconds. */
const AGAIN = 2000;

/** A set on the board with this name; on its own board where it knows no such name. */
export function onBoard(set: Theme, name: string): Theme {
  const style = set.boards.find((one) => one.name === name);
  if (!style) return set;
  const gradients = set.gradients.map((own) => style.gradients.find((one) => one.name === own.name) ?? own);
  return { ...set, board: style.board, marks: style.marks, gradients };
}

class Themes {
  /** Those of all games, each on its own board; none until they are there. */
  sets = $state.raw<Theme[]>([]);
  /** The same on the board that the visitor likes. */
  all = $derived(this.sets.map((set) => onBoard(set, settings.board)));

  /** The theme with that name, once it is there. */
  get(name: string): Theme | undefined {
    return this.all.find((theme) => theme.name === name);
  }

  /** Asks for them until they come. */
  async load(): Promise<void> {
    try {
      this.sets = (await games()).map((info) => info.theme);
    } catch {
      setTimeout(() => void this.load(), AGAIN);
    }
  }
}

export const themes = new Themes();
