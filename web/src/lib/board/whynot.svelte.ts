// Why a tap made no move: a sentence over the board, a small shake, and words for those who do not
// see it.

import { say } from '../i18n/index.svelte';
import { notices } from '../notices.svelte';
import { asRefused } from '../refusal';
import { still } from '../settings.svelte';
import type { CellId, Phrase } from '../wire';

interface Outside {
  /** Asks what can follow these taps: refused, it says why nothing can. */
  follow: (taps: CellId[]) => Promise<unknown>;
  shake: () => void;
}

interface Said {
  cell: CellId;
  words: Phrase | string;
  /** Whether something was done that is not allowed. */
  mistake: boolean;
}

/** How long a sentence stays, in milliseconds: time to read it twice. */
const STAYS = 8_000;

/** The refusals that are about the taps themselves. */
const ABOUT_TAPS = ['no-such-taps', 'illegal-taps'];

export class WhyNot {
  said = $state.raw<Said | null>(null);

  readonly #outside: Outside;
  #timer = 0;
  /** Counts what was asked and taken away: answers to older questions are dropped. */
  #epoch = 0;

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  /** The sentence in the language of the page. */
  get words(): string {
    const words = this.said?.words ?? '';
    return typeof words === 'string' ? words : say(words);
  }

  /** The cell that was tapped by mistake. */
  get mistake(): CellId | null {
    return this.said?.mistake ? this.said.cell : null;
  }

  /** Says why these taps make no move; `begun`: they have begun another one instead. */
  async answer(taps: CellId[], begun = false): Promise<void> {
    this.clear();
    const epoch = this.#epoch;
    const cell = taps.at(-1);
    if (cell === undefined) return;
    if (!begun) this.#outside.shake();
    try {
      await this.#outside.follow(taps);
    } catch (error) {
      if (epoch !== this.#epoch) return;
      const { code, words } = asRefused(error);
      if (!ABOUT_TAPS.includes(code)) notices.fail(error);
      // What was begun has just been told, and is not to be drowned.
      else this.tell(cell, words, { mistake: !begun, after: begun ? notices.spoken : '' });
    }
  }

  /** Shows a sentence for a while and lets screen readers say it. */
  tell(cell: CellId, words: Phrase | string, { mistake = false, after = '' } = {}): void {
    this.clear();
    this.said = { cell, words, mistake };
    notices.speak(`${this.words} ${after}`.trim());
    this.#timer = setTimeout(() => this.clear(), STAYS);
  }

  clear(): void {
    this.#epoch += 1;
    clearTimeout(this.#timer);
    this.said = null;
  }
}

/** A small shake of the head, unless things shall stand still. */
export function shake(what: Element | undefined): void {
  if (still()) return;
  const at = (x: number) => ({ transform: `translateX(${x}px)` });
  what?.animate([at(0), at(-5), at(4), at(-3), at(0)], { duration: 260, easing: 'ease-out' });
}
