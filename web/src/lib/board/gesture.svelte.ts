// A move being made, tap by tap. What may follow comes from outside; there are no rules here.

import type { CellId, Choice, Continuations } from '../wire';

type Next = Continuations<string>;

interface Outside {
  follow: (taps: CellId[]) => Promise<Next>;
  move: (text: string, taps: CellId[]) => void | Promise<void>;
  /** Taps that begin no legal move: the last one changes nothing, or `begins` another move. `true`
   * takes them all: the move is given up. */
  foreign: (taps: CellId[], begins: boolean) => boolean | void;
  confirm: () => boolean;
  failed: (error: unknown) => void;
}

/** Beyond so many choices, what follows them is not fetched in advance. */
const FETCH_AHEAD = 6;

export class Gesture {
  /** The taps so far. */
  taps = $state.raw<CellId[]>([]);
  /** What they lead to and what may follow; `null` when nobody may move. */
  now = $state.raw<Next | null>(null);
  /** A whole move that waits for a yes, or that could also go on. */
  ready = $state.raw<string | null>(null);
  /** A cell that was tapped to begin a move, until it is known what follows. */
  pressing = $state<CellId | null>(null);
  /** A move that was handed on and is not in the picture yet. */
  sent = $state(false);

  readonly #outside: Outside;
  #first: Next | null = null;
  /** Which of the taps took hold of the selection, during a drag. */
  #held: number | null = null;
  #known = new Map<string, Promise<Next>>();
  #chain: Promise<void> = Promise.resolve();
  /** Counts resets: answers to older questions are dropped. */
  #epoch = 0;

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  /** Begins anew, with what can be tapped first. */
  reset(first: Next | null): void {
    this.#epoch += 1;
    this.#first = first;
    this.#known.clear();
    this.#chain = Promise.resolve();
    this.#show([], first);
    this.sent = false;
  }

  /** Whether a move has been begun. */
  get begun(): boolean {
    return this.taps.length > 0;
  }

  /** Whether there is anything to give up: a piece is lifted before it is known what follows. */
  get lifted(): boolean {
    return !this.sent && (this.begun || this.pressing !== null);
  }

  choice(cell: CellId): Choice | undefined {
    return this.sent ? undefined : this.now?.choices.find((choice) => choice.cell === cell);
  }

  /** Fetches in advance what would follow a tap. */
  prefetch(cell: CellId): void {
    if (!this.sent && this.choice(cell)) void this.#after([...this.taps, cell]).catch(() => undefined);
  }

  /** A tap on a cell, or beside the board (`null`). Taps wait for the answer to those before. */
  tap(cell: CellId | null): Promise<void> {
    const epoch = this.#epoch;
    // The piece lifts at once, however far away the server is.
    if (!this.begun && cell !== null && this.choice(cell)?.role === 'select') this.pressing = cell;
    this.#chain = this.#chain.then(() => (epoch === this.#epoch ? this.#tap(cell) : undefined));
    return this.#chain;
  }

  /** A drag begins on a cell: it takes hold of the selection there, if that goes as a whole. */
  grab(cell: CellId): Promise<void> {
    const epoch = this.#epoch;
    this.#chain = this.#chain.then(async () => {
      if (epoch !== this.#epoch || this.sent || !this.now?.grabs.includes(cell)) return;
      this.#held = this.taps.length;
      await this.#advance([...this.taps, cell]);
    });
    return this.#chain;
  }

  /** A drag has ended without a move: what was selected stays so. */
  letGo(): Promise<void> {
    const epoch = this.#epoch;
    this.#chain = this.#chain.then(() => (epoch === this.#epoch ? this.#letGo() : undefined));
    return this.#chain;
  }

  /** When all taps so far are answered. */
  get answered(): Promise<void> {
    return this.#chain;
  }

  /** A drag came over a cell: like a tap, but never a step back and never the end of a move. */
  pass(cell: CellId): Promise<void> {
    const epoch = this.#epoch;
    this.#chain = this.#chain.then(async () => {
      if (epoch !== this.#epoch || this.sent || cell === this.taps.at(-1)) return;
      const role = this.choice(cell)?.role;
      if (role === 'drop' || role === 'extend') await this.#advance([...this.taps, cell]);
      else if (!role) await this.#instead(cell);
    });
    return this.#chain;
  }

  /** A drag ended over a cell: only what is offered happens. */
  release(cell: CellId): Promise<void> {
    const epoch = this.#epoch;
    this.#chain = this.#chain.then(async () => {
      if (epoch !== this.#epoch) return;
      if (this.choice(cell)) return this.#advance([...this.taps, cell]);
      const mistaken = !this.sent && this.begun && cell !== this.taps.at(-1);
      if (mistaken && this.#outside.foreign([...this.taps, cell], false) === true) this.cancel();
      else await this.#letGo();
    });
    return this.#chain;
  }

  /** Whether a move could begin on this cell, whatever has been tapped so far. */
  begins(cell: CellId): boolean {
    return !this.sent && !!this.#first?.choices.some((choice) => choice.cell === cell);
  }

  /** Takes the last tap back. */
  back(): void {
    if (this.sent) return;
    if (this.taps.length === 0) return this.cancel();
    void this.#advance(this.#without(this.#held, this.taps.slice(0, -1)));
  }

  cancel(): void {
    if (!this.lifted) return;
    this.#epoch += 1;
    this.#chain = Promise.resolve();
    this.#show([], this.#first);
  }

  /** Plays the move that is ready. */
  async play(): Promise<void> {
    const text = this.ready;
    if (text === null || this.sent) return;
    this.ready = null;
    this.sent = true;
    const epoch = this.#epoch;
    try {
      await this.#outside.move(text, this.taps);
    } catch (error) {
      if (epoch === this.#epoch) this.reset(this.#first);
      this.#outside.failed(error);
    }
  }

  async #tap(cell: CellId | null): Promise<void> {
    if (this.sent || !this.now) return;
    if (cell === null) return this.cancel();
    if (this.choice(cell)) return this.#advance([...this.taps, cell]);
    if (cell === this.taps.at(-1)) return this.back();
    if (await this.#instead(cell)) return;
    const taps = [...this.taps, cell];
    const begins = this.now.dropped.length === 0 && this.begins(cell);
    if (this.#outside.foreign(taps, begins) === true) this.cancel();
    else if (begins) await this.#advance([cell]);
  }

  async #letGo(): Promise<void> {
    if (this.#held !== null && !this.sent) await this.#advance(this.#without(this.#held, this.taps));
  }

  /** The taps without the one that took hold. */
  #without(held: number | null, taps: CellId[]): CellId[] {
    this.#held = null;
    return taps.filter((_, n) => n !== held);
  }

  /** The cell instead of the last tap: a longer group, say. */
  async #instead(cell: CellId): Promise<boolean> {
    if (this.taps.length < 2) return false;
    const before = this.taps.slice(0, -1);
    const known = await this.#after(before).catch(() => null);
    if (!known?.choices.some((choice) => choice.cell === cell && choice.role === 'extend')) return false;
    await this.#advance([...before, cell]);
    return true;
  }

  async #advance(taps: CellId[]): Promise<void> {
    const epoch = this.#epoch;
    try {
      const next = await this.#after(taps);
      if (epoch === this.#epoch) this.#show(taps, next);
    } catch (error) {
      if (epoch !== this.#epoch) return;
      this.cancel();
      this.#outside.failed(error);
    }
  }

  #show(taps: CellId[], next: Next | null): void {
    this.pressing = null;
    if (taps.length === 0) this.#held = null;
    this.taps = taps;
    this.now = next;
    this.ready = next?.complete ?? null;
    if (!next || taps.length === 0) return;
    if (next.complete !== null && next.choices.length === 0 && !this.#outside.confirm()) void this.play();
    else if (next.choices.length <= FETCH_AHEAD) for (const { cell } of next.choices) this.prefetch(cell);
  }

  #after(taps: CellId[]): Promise<Next> {
    if (taps.length === 0) return Promise.resolve(this.#first as Next);
    const key = taps.join(' ');
    let answer = this.#known.get(key);
    if (!answer) {
      answer = this.#outside.follow(taps);
      this.#known.set(key, answer);
      answer.catch(() => this.#known.delete(key));
    }
    return answer;
  }
}
