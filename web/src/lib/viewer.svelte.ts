// The ends of lines, shown one after the other.

import { lookAt } from './looks';
import type { Animation, GameLine, Look } from './wire';

export class Viewer {
  /** What is seen; the look before it while another is on its way. */
  look = $state.raw<Look | null>(null);
  /** How the picture came about; `null` where it shall stand there at once. */
  animation = $state.raw<Animation | null>(null);
  /** Counts wishes: answers to older ones are dropped. */
  #wish = 0;

  /** Shows the end of a line, `moving` with its last move under way. Throws [`Refused`], unless
   * something else has been wished meanwhile. */
  async show(line: GameLine, moving = false): Promise<void> {
    const wish = ++this.#wish;
    try {
      const look = await lookAt(line);
      if (wish !== this.#wish) return;
      this.animation = moving ? (look.last?.change.animation ?? null) : null;
      this.look = look;
    } catch (error) {
      if (wish === this.#wish) throw error;
    }
  }

  /** Shows the end of a line in passing: nothing where it cannot be shown. */
  glance(line: GameLine): void {
    this.show(line).catch(() => this.clear());
  }

  /** Shows nothing. */
  clear(): void {
    this.#wish += 1;
    this.look = null;
    this.animation = null;
  }
}
