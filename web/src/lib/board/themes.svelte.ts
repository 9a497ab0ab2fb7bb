// How the sets of the games look and sound. Scenes name their theme; it comes once, with the games.

import { games } from '../api';
import type { Theme } from '../wire';

/** How long to wait before asking again, in milliseconds. */
const AGAIN = 2000;

class Themes {
  /** Those of all games; none until they are there. */
  all = $state.raw<Theme[]>([]);

  /** The theme with that name, once it is there. */
  get(name: string): Theme | undefined {
    return this.all.find((theme) => theme.name === name);
  }

  /** Asks for them until they come. */
  async load(): Promise<void> {
    try {
      this.all = (await games()).map((info) => info.theme);
    } catch {
      setTimeout(() => void this.load(), AGAIN);
    }
  }
}

export const themes = new Themes();
