// A study on the screen: the engine's view of it, and what is pointed at.

import type { Arrow } from '../board/types';
import { Viewer } from '../viewer.svelte';
import type { GameLine, Look, ScoreView } from '../wire';
import { Analyser } from './analysis.svelte';
import { reviewAddressOf } from './address';
import { playersOf, type Study } from './tree.svelte';

/** The arrows of the best lines, the best first. */
const WEIGHTS = ['strong', 'medium', 'light'] as const;

export class Bench {
  readonly study: Study;
  readonly analyser = new Analyser();
  /** Whether a position is being put together by hand. */
  editing = $state(false);
  /** The line of the engine that is pointed at. */
  pointed = $state<number | null>(null);
  readonly #preview = new Viewer();

  constructor(study: Study) {
    this.study = study;
  }

  /** The line that is looked at. It is the same object until it changes. */
  readonly line: GameLine = $derived.by(() => this.study.line(this.study.current));

  /** Where the game is reviewed that one is in: the line on the screen, to its end. */
  reviewAddress(): string {
    return reviewAddressOf(this.study.whole(), playersOf(this.study));
  }

  /** The position that is pointed at, if there is one. */
  get preview(): Look | null {
    return this.#preview.look;
  }

  /** Points at a line of the engine, and shows the position after some of its moves. */
  point(line: number, moves: string[] | null): void {
    this.pointed = line;
    if (moves) this.#preview.glance({ ...this.line, moves: [...this.line.moves, ...moves] });
    else this.#preview.clear();
  }

  /** Points at nothing. */
  leave(): void {
    this.pointed = null;
    this.#preview.clear();
  }

  /** Shows the position that is, whatever is pointed at. */
  settle(): void {
    this.#preview.clear();
  }

  /** How good the position is: for sure once the game is over. */
  readonly score: ScoreView | null = $derived.by(() => {
    const ending = this.study.look?.scene.ending;
    if (!ending) return this.analyser.view?.lines[0]?.score ?? null;
    const chances = ending.winner === 'first' ? 1 : ending.winner === 'second' ? 0 : 0.5;
    return { chances, words: ending.words, proven: true };
  });

  /** The first moves of the engine's lines; that of the one which is pointed at, alone. */
  readonly arrows: Arrow[] = $derived.by(() => {
    if (this.preview || !this.analyser.wishes.on) return [];
    const lines = this.analyser.view?.lines ?? [];
    if (this.pointed !== null) {
      const line = lines[this.pointed];
      return line ? [{ cells: line.gesture }] : [];
    }
    // The best is painted last, over the others.
    return WEIGHTS.flatMap((weight, n) => {
      const line = lines[n];
      return line ? [{ cells: line.gesture, weight }] : [];
    }).reverse();
  });

  /** Begins anew from the layout, whatever the position was. */
  startOver(): void {
    const { game, setup } = this.study;
    this.study.begin(game, { options: setup.options, ...(setup.layout ? { layout: setup.layout } : {}) });
  }

  close(): void {
    this.analyser.close();
  }
}
