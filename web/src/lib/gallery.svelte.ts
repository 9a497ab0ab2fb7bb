// The games to choose from, each with a picture.

import { games } from './api';
import { lookAt } from './looks';
import { asRefused, type Refused } from './refusal';
import type { GameInfo, GameLine, Scene } from './wire';

type Wish = (info: GameInfo) => GameLine | null | Promise<GameLine | null>;

const start: Wish = (info) => ({ game: info.name, setup: { options: [] }, moves: [] });

export class Gallery {
  /** The games; nothing before they are known. */
  games = $state.raw<GameInfo[] | null>(null);
  /** The pictures by the games' names. They come later, and a card works without one. */
  pictures = $state<Record<string, Scene>>({});
  failure = $state.raw<Refused | null>(null);
  readonly #wish: Wish;

  /** `wish` says what a game's picture shows: its start unless given. */
  constructor(wish = start) {
    this.#wish = wish;
  }

  /** Asks for the games; what went wrong stands in `failure`. */
  async load(): Promise<void> {
    this.failure = null;
    try {
      this.games = await games();
    } catch (error) {
      this.failure = asRefused(error);
    }
    for (const info of this.games ?? []) void this.#draw(info).catch(() => undefined);
  }

  async #draw(info: GameInfo): Promise<void> {
    const line = await this.#wish(info);
    if (line) this.pictures[info.name] = (await lookAt(line)).scene;
  }
}
