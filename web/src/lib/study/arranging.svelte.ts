// A position being put together by hand. The server says what it makes.

import { api } from '../api';
import { boardWords } from '../i18n/board';
import { say } from '../i18n/index.svelte';
import { study as words } from '../i18n/study';
import { lookAt } from '../looks';
import { notices } from '../notices.svelte';
import { asRefused, type Refused } from '../refusal';
import type { Arranged, CellId, GameInfo, Owner, Piece, Scene, Setup, Tint } from '../wire';
import { capital } from '../words';

/** How long the fingers rest before it is asked what the position makes, in milliseconds. */
const REST = 250;

export class Arranging {
  stacks = $state.raw<Piece[][]>([]);
  turn = $state<Owner>('first');
  /** What a tap puts down, or `off`, which takes away. */
  tool = $state<Tint | 'off'>('off');
  /** Where pieces can be put up from, and what the position is checked against. */
  layout = $state('');
  /** What it makes; `null` while that is not known. */
  arranged = $state.raw<Arranged | null>(null);
  failure = $state.raw<Refused | null>(null);
  #neutral = $state(false);

  readonly #info: GameInfo;
  readonly #setup: Setup;
  readonly #begun: Scene;
  readonly #single: boolean;

  /** Begins with the pieces of a picture; `single`: no two pieces share a cell. */
  constructor(info: GameInfo, setup: Setup, begun: Scene, single: boolean) {
    this.#info = info;
    this.#setup = setup;
    this.#begun = begun;
    this.#single = single;
    this.stacks = begun.cells.map((cell) => cell.stack);
    this.turn = begun.turn ?? 'first';
    this.tool = begun.players[0].tint;
    this.layout = setup.layout ?? info.layouts[0] ?? '';
    this.#neutral = hasNeutral(begun);
    // A game whose start has neutral pieces keeps them in the palette on an empty board, too.
    void lookAt({ game: info.name, setup: { options: [] }, moves: [] }).then(
      (look) => (this.#neutral ||= hasNeutral(look.scene)),
      () => undefined,
    );
  }

  /** The colours to choose from. */
  get tints(): Tint[] {
    const [first, second] = this.#begun.players;
    return [first.tint, second.tint, ...(this.#neutral ? (['neutral'] as const) : [])];
  }

  /** What pieces of a colour are called. */
  nameOf(tint: Tint): string {
    const player = this.#begun.players.find((one) => one.tint === tint);
    return player ? say(player.name) : capital(boardWords().neutral);
  }

  get #options(): Setup {
    return { options: this.#setup.options, ...(this.layout ? { layout: this.layout } : {}) };
  }

  /** The setup that begins with this position; `null` while it is not known to be one. */
  get setup(): Setup | null {
    return this.arranged && { ...this.#options, position: this.arranged.position };
  }

  readonly picture: Scene = $derived.by(() => ({
    ...this.#begun,
    cells: this.#begun.cells.map((cell, n) => ({ ...cell, stack: this.stacks[n] ?? [] })),
    markers: [],
    trail: null,
    counters: [],
    turn: this.turn,
    ending: null,
  }));

  tap(cell: CellId): void {
    const { tool } = this;
    const stack = this.stacks[cell] ?? [];
    let next: Piece[];
    if (tool === 'off') next = stack.slice(0, -1);
    else if (this.#single) next = stack[0]?.tint === tool ? [] : [this.#piece(tool)];
    else next = [...stack, this.#piece(tool)];
    this.stacks = this.stacks.map((old, n) => (n === cell ? next : old));
    notices.speak(words().placed(this.#begun.cells[cell]?.name ?? '', next.length));
  }

  #piece(tint: Tint): Piece {
    const index = this.#begun.players.findIndex((player) => player.tint === tint);
    return { tint, owner: index === 0 ? 'first' : index === 1 ? 'second' : 'nobody' };
  }

  clear(): void {
    this.stacks = this.stacks.map(() => []);
  }

  /** Puts the pieces of the layout up. */
  async putUp(): Promise<void> {
    try {
      const { scene } = await lookAt({ game: this.#info.name, setup: this.#options, moves: [] });
      this.stacks = scene.cells.map((cell) => cell.stack);
      this.turn = scene.turn ?? 'first';
    } catch (error) {
      notices.fail(error);
    }
  }

  /** Asks what the position makes, when the fingers rest. Call it in an effect. */
  check(): () => void {
    const wish = { game: this.#info.name, setup: this.#options, stacks: this.stacks, turn: this.turn };
    this.arranged = null;
    let current = true;
    const timer = setTimeout(() => {
      api.arrange(wish).then(
        (found) => {
          if (!current) return;
          this.arranged = found;
          this.failure = null;
        },
        (error: unknown) => {
          if (current) this.failure = asRefused(error);
        },
      );
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }
}

function hasNeutral(scene: Scene): boolean {
  return scene.cells.some((cell) => cell.stack.some((piece) => piece.tint === 'neutral'));
}
