// The games to choose from, each with a picture.

import { games } from './api';
import { lookAt } from './looks';
import { asRefused, type Refused } from './refusal';
import type { GameInfo, Line, Scene } from './wire';

const start = (info: GameInfo): Line => ({ game: info.name, setup: { options: [] }, moves: [] });

export class Gallery {
  /** The games; nothing before they are known. */
  games = $state.raw<GameInfo[] | null>(null);
  /** The pictures by the games' names. They come later, and a card works without one. */
  pictures = $state<Record<string, Scene>>({});
  failure = $state.raw<Refused | null>(null);
  readonly #line: (info: GameInfo) => Line | Promise<Line>;

  /** `line` says what a picture shows: the start unless given. */
  constructor(line: (info: GameInfo) => Line | Promise<Line> = start) {
    this.#line = line;
  }

  /** Asks for the games; what went wrong stands in `failure`. */
  async load(): Promise<void> {
    this.failure = null;
    try {
      this.games = await games();
    } catch (error) {
      this.failure = asRefused(error);
      return;
    }
    for (const info of this.games) void this.#draw(info).catch(() => undefined);
  }

  async #draw(info: GameInfo): Promise<void> {
    this.pictures[info.name] = (await lookAt(await this.#line(info))).scene;
  }
}
