// The clocks of tables that somebody watches: while one runs, storage hears every second that a page is
// here. When none was, they stood still. And the time that all of them go by.

import type { Message, Question, TableState } from '../wire';

const SECOND = 1_000;

/** A time in milliseconds since 1970 that never goes back. `Date.now()` does when somebody sets the clock;
 * `performance.now()` does not, but in some browsers it stands still while the machine sleeps. So it goes on with
 * the second, and where the first has got ahead, it follows. If the clock is set back later, it goes on from there:
 * to wait until the clock has caught up would hold all flags up. */
export function steadyTime(wall: () => number, steady: () => number, origin: number): () => number {
  return () => {
    const here = steady();
    origin = Math.max(origin, wall() - here);
    return origin + here;
  };
}

/** The one time of a worker: what the module plans by it is waited for by it, too. */
export const now = steadyTime(
  () => Date.now(),
  () => performance.now(),
  performance.timeOrigin,
);

export class Clocks {
  readonly #beat: (tables: string[]) => void;
  #watched = new Set<string>();
  #running = new Set<string>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(beat: (tables: string[]) => void) {
    this.#beat = beat;
  }

  asked(question: Question): void {
    if (question.type === 'watch') this.#watched.add(question.table);
    if (question.type === 'leave') this.#watched.delete(question.table);
    this.#set();
  }

  said(message: Message): void {
    if (message.type === 'happened') this.#stands(message.table, message.state);
    if (message.type === 'answer' && message.answer.type === 'table') {
      this.#stands(message.answer.view.id, message.answer.view.state);
    }
  }

  #stands(table: string, { clock }: TableState): void {
    if (clock.running === null) this.#running.delete(table);
    else this.#running.add(table);
    this.#set();
  }

  #set(): void {
    const tables = () => [...this.#running].filter((table) => this.#watched.has(table));
    if (tables().length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else if (this.#timer === undefined) {
      this.#beat(tables());
      this.#timer = setInterval(() => this.#beat(tables()), SECOND);
    }
  }
}
