// Looking back at the earlier moves of a table.

import { lookAt } from '../../lib/looks';
import { notices } from '../../lib/notices.svelte';
import { Viewer } from '../../lib/viewer.svelte';
import type { Animation, GameLine, Scene } from '../../lib/wire';

interface Outside {
  /** How many moves have been played. */
  length: () => number;
  /** The game after so many moves. */
  line: (ply: number) => GameLine;
  /** The present is on the screen again. */
  returned: () => void;
}

export class Past {
  /** The number of moves before the picture that is looked at; `null` is the present. */
  ply = $state<number | null>(null);
  readonly #viewer = new Viewer();
  readonly #outside: Outside;

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  /** Whether the present is on the screen. */
  get live(): boolean {
    return this.ply === null;
  }

  /** The number of moves before the picture on the screen. */
  get at(): number {
    return this.ply ?? this.#outside.length();
  }

  /** The earlier picture; `null` while it is on its way and in the present. */
  get scene(): Scene | null {
    return this.#viewer.look?.scene ?? null;
  }

  get animation(): Animation | null {
    return this.#viewer.animation;
  }

  /** Looks at the picture after so many moves; `null` goes back to the present. */
  go(ply: number | null): void {
    const to = ply === null || ply >= this.#outside.length() ? null : Math.max(0, ply);
    if (to === this.ply) return;
    const forward = to === this.at + 1;
    this.ply = to;
    if (to === null) {
      this.#viewer.clear();
      this.#outside.returned();
      return;
    }
    this.#viewer.show(this.#outside.line(to), forward).catch((error: unknown) => {
      notices.fail(error);
      this.go(null);
    });
    // The next step back shall not wait.
    if (to > 0) void lookAt(this.#outside.line(to - 1)).catch(() => undefined);
  }

  /** The picture before the move on the screen, and the way from there. */
  async lastStep(): Promise<{ before: Scene; animation: Animation } | null> {
    const at = this.at;
    if (at === 0) return null;
    const { line } = this.#outside;
    const [before, after] = await Promise.all([lookAt(line(at - 1)), lookAt(line(at))]);
    return after.last ? { before: before.scene, animation: after.last.change.animation } : null;
  }
}
