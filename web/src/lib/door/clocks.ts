// The clocks of tables that somebody watches: while one runs, storage hears every second that a page is
// here. When none was, they stood still.

import type { Message, Question, TableState } from '../wire';

const SECOND = 1_000;

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
