// The game that an address names, and what else its page shows.

import { untrack } from 'svelte';
import { game } from './api';
import { asRefused, type Refused } from './refusal';
import type { GameInfo } from './wire';

export class ChosenGame<T> {
  failure = $state.raw<Refused | null>(null);
  /** Whether there is no such game, or nothing to show of it. */
  unknown = $state(false);
  #found = $state.raw<{ info: GameInfo; more: T } | null>(null);
  readonly #name: () => string;
  readonly #ask: (name: string) => Promise<T | null>;

  /** `name` is what the address says, empty where no game is chosen. `ask` asks for all but the game itself: `null`
   * where there is nothing. Call it while a component is set up. */
  constructor(name: () => string, ask: (name: string) => Promise<T | null>) {
    this.#name = name;
    this.#ask = ask;
    $effect(() => {
      name();
      untrack(() => void this.load());
    });
  }

  /** Nothing before it is known, and nothing of the game that was chosen before. */
  get info(): GameInfo | null {
    return this.#here?.info ?? null;
  }

  get more(): T | null {
    return this.#here?.more ?? null;
  }

  get #here() {
    return this.#found?.info.name === this.#name() ? this.#found : null;
  }

  /** Asks for the game; once more after a failure. */
  async load(): Promise<void> {
    const wanted = this.#name();
    this.failure = null;
    this.unknown = false;
    if (this.#here) return;
    this.#found = null;
    if (!wanted) return;
    try {
      const info = await game(wanted);
      const more = info ? await this.#ask(wanted) : null;
      if (wanted !== this.#name()) return;
      if (info && more !== null) this.#found = { info, more };
      else this.unknown = true;
    } catch (error) {
      // Whoever has gone on to another game does not hear of this one.
      if (wanted === this.#name()) this.failure = asRefused(error);
    }
  }
}
