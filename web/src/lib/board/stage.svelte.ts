// Pictures that follow each other: the one that is drawn lags behind while pieces travel.

import { atSpeed, still } from '../settings.svelte';
import type { Animation, PileShape, Scene } from '../wire';
import { Animator } from './animator.svelte';
import type { Layout } from './layout';

interface Outside {
  layout: () => Layout;
  /** How pieces lie on each other, once it is known. */
  pile: () => PileShape | undefined;
  /** Pieces were put down. */
  landed: (strength: number) => void;
}

export class Stage {
  /** The picture that is drawn. */
  shown = $state.raw() as Scene;
  readonly animator = new Animator();

  readonly #outside: Outside;
  #queue: { scene: Scene; animation: Animation | null }[] = [];
  #busy = false;

  constructor(first: Scene, outside: Outside) {
    this.shown = first;
    this.#outside = outside;
  }

  /** The picture that will be drawn in the end. */
  get latest(): Scene {
    return this.#queue.at(-1)?.scene ?? this.shown;
  }

  /** Shows another picture, at once or by the way from the one before. */
  arrive(scene: Scene, animation: Animation | null): void {
    this.#queue.push({ scene, animation });
    void this.#drain();
  }

  /** Shows an earlier picture and the way from it to the present one. */
  async replay(before: Scene, animation: Animation): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    const present = this.shown;
    this.shown = before;
    if (still()) await new Promise((resolve) => setTimeout(resolve, 700));
    await this.#travel(before, animation);
    if (this.shown === before) this.shown = present;
    this.#busy = false;
    void this.#drain();
  }

  /** Skips what is still travelling. */
  hurry(): void {
    if (!this.animator.running) return;
    this.#queue = this.#queue.map((item) => ({ ...item, animation: null }));
    this.animator.end();
  }

  async #drain(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (let item = this.#queue.shift(); item; item = this.#queue.shift()) {
      // Whoever has fallen behind catches up in leaps.
      if (item.animation && this.#queue.length < 2) await this.#travel(this.shown, item.animation);
      this.shown = item.scene;
    }
    this.#busy = false;
  }

  async #travel(from: Scene, animation: Animation): Promise<void> {
    const pile = this.#outside.pile();
    if (!pile || still() || animation.steps.length === 0) {
      this.#outside.landed(1);
      return;
    }
    const { layout, landed } = this.#outside;
    const ground = {
      pile,
      motion: from.motion,
      cell: (id: number) => layout().point(id),
      tray: (...place: Parameters<Layout['tray']>) => layout().tray(...place),
    };
    const stacks = from.cells.map((cell) => cell.stack);
    await this.animator.play(ground, stacks, animation, atSpeed, (step) => {
      const down = step.travels.some((travel) => 'cell' in travel.to || 'lost' in travel.to);
      if (down) landed(step.travels.length > 1 ? 1 : 0.8);
    });
  }
}
