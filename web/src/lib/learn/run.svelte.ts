// A lesson while somebody does it: the moves, the stage, and what was said last.

import { api } from '../api';
import { lookAt, tapsAt } from '../looks';
import { atSpeed } from '../settings.svelte';
import type { Animation, CellId, Continuations, Judged, LessonAnswer, LessonView, Look, Phrase } from '../wire';
import { lineOf } from './course';

export interface Said {
  how: Judged;
  words: Phrase;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** How long a wrong move stays on the board. */
const SEEN = 900;
/** How long before the other side answers. */
const THINKS = 700;

export class Run {
  readonly game: string;
  readonly lesson: LessonView;
  /** The stage that is to be done. */
  stage = $state(0);
  done = $state(false);
  /** What there is to see; nothing before the first answer of the server. */
  look = $state.raw<Look | null>(null);
  animation = $state.raw<Animation | null>(null);
  /** What can be tapped first; nothing while a move is looked at. */
  continuations = $state.raw<Continuations<string> | null>(null);
  said = $state.raw<Said | null>(null);
  /** While a move is looked at, nothing can be tapped. */
  busy = $state(false);
  /** Attempts that missed. */
  misses = $state(0);

  #moves: string[] = [];
  #ended = false;

  constructor(game: string, lesson: LessonView) {
    this.game = game;
    this.lesson = lesson;
  }

  get step() {
    return this.lesson.stages[Math.min(this.stage, this.lesson.stages.length - 1)];
  }

  /** Shows the position; throws [`Refused`]. */
  async begin(): Promise<void> {
    await this.#show([], false);
  }

  /** The page is left: nothing more happens. */
  end(): void {
    this.#ended = true;
  }

  /** Begins the lesson anew. */
  async again(): Promise<void> {
    this.stage = 0;
    this.done = false;
    this.said = null;
    this.busy = false;
    await this.#show([], false);
  }

  /** What can follow taps. */
  follow(taps: CellId[]): Promise<Continuations<string>> {
    return tapsAt(lineOf(this.game, this.lesson, this.#moves), taps);
  }

  /** A legal move: it is shown, judged, and answered or taken back. */
  async play(text: string): Promise<void> {
    if (this.busy || this.done) return;
    this.busy = true;
    const before = this.#moves;
    const moves = [...before, text];
    try {
      const [answer] = await Promise.all([
        api.attempt(this.game, this.lesson.id, { stage: this.stage, moves, taps: [] }),
        this.#show(moves, true, false),
      ]);
      if (this.#ended) return;
      this.#hear(answer);
      if (answer.judged === 'again' || answer.judged === 'refused') {
        await pause(SEEN);
        if (!this.#ended) await this.#show(before, false);
      } else {
        for (const reply of answer.replies) {
          await pause(atSpeed(THINKS));
          if (this.#ended) return;
          await this.#show([...this.#moves, reply], true, false);
        }
        this.#go(answer);
      }
    } catch (error) {
      if (!this.#ended) await this.#show(before, false).catch(() => undefined);
      throw error;
    } finally {
      this.busy = false;
    }
  }

  /** Taps that the rules refuse: perhaps what the lesson asks for. */
  async refused(taps: CellId[]): Promise<void> {
    if (this.busy || this.done) return;
    const stage = this.stage;
    const answer = await api.attempt(this.game, this.lesson.id, { stage, moves: this.#moves, taps });
    if (this.#ended || stage !== this.stage) return;
    this.#hear(answer);
    this.#go(answer);
  }

  /** Does the stage for the learner. */
  async show(): Promise<void> {
    const { moves, taps } = this.step ?? {};
    const text = moves?.[0];
    if (text) await this.play(text);
    else if (taps) await this.refused(taps);
  }

  #hear(answer: LessonAnswer): void {
    this.said = { how: answer.judged, words: answer.words };
    if (answer.judged === 'again' || answer.judged === 'refused') this.misses += 1;
  }

  #go(answer: LessonAnswer): void {
    if (answer.judged === 'done') this.done = true;
    else this.stage = answer.stage;
    this.continuations = this.done ? null : (this.look?.continuations ?? null);
  }

  async #show(moves: string[], moving: boolean, open = true): Promise<void> {
    const look = await lookAt(lineOf(this.game, this.lesson, moves));
    if (this.#ended) return;
    this.#moves = moves;
    this.animation = moving ? (look.last?.change.animation ?? null) : null;
    this.continuations = open ? look.continuations : null;
    this.look = look;
  }
}
