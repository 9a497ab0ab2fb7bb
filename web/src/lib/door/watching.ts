// The tables that a page watches: what happens there is passed on in order, and what was missed is
// asked for anew. Both doors keep one.

import type { Refused } from '../refusal';
import type { Answer, Happening, TableState } from '../wire';
import type { Watcher } from './door';

interface Watched {
  watcher: Watcher;
  seq: number;
  ply: number;
  ready: boolean;
}

export class Watching {
  readonly #tables = new Map<string, Watched>();
  readonly #ask: (table: string) => Promise<Answer>;

  /** `ask` asks to watch a table. */
  constructor(ask: (table: string) => Promise<Answer>) {
    this.#ask = ask;
  }

  /** The names of the tables. */
  tables(): string[] {
    return [...this.#tables.keys()];
  }

  has(table: string): boolean {
    return this.#tables.has(table);
  }

  /** Takes the place of whoever watched it before. */
  add(table: string, watcher: Watcher): void {
    this.#tables.set(table, { watcher, seq: -1, ply: -1, ready: false });
  }

  /** Says whether this watcher still was the one. */
  remove(table: string, watcher: Watcher): boolean {
    return this.#tables.get(table)?.watcher === watcher && this.#tables.delete(table);
  }

  /** What was known of a table is not true any more: whatever comes is newer. */
  again(table: string): void {
    const watched = this.#tables.get(table);
    if (!watched) return;
    Object.assign(watched, { seq: -1, ply: -1, ready: false });
    this.fetch(table);
  }

  /** Asks for a table anew. */
  fetch(table: string): void {
    this.#ask(table)
      .then((answer) => {
        const watched = this.#tables.get(table);
        if (!watched || answer.type !== 'table') return;
        const { seq, ply } = answer.view.state;
        // A push that overtook this answer is newer.
        if (watched.ready && seq < watched.seq) return;
        Object.assign(watched, { seq, ply, ready: true });
        watched.watcher.view(answer.view);
      })
      .catch((error: Refused) => {
        if (error.code !== 'offline') this.#tables.get(table)?.watcher.refused(error);
      });
  }

  /** Another number of people look on. */
  watchers(table: string, watchers: number): void {
    const watched = this.#tables.get(table);
    if (watched?.ready) watched.watcher.watched(watchers);
  }

  happened(table: string, happening: Happening, state: TableState): void {
    const watched = this.#tables.get(table);
    if (!watched?.ready || state.seq < watched.seq) return;
    // Coming and going is no event of the table: it leaves the number as it is.
    if (state.seq === watched.seq && happening.type !== 'other') return;
    const expected =
      watched.ply + (happening.type === 'moved' ? 1 : happening.type === 'took-back' ? -happening.plies : 0);
    if (state.ply !== expected) {
      this.fetch(table);
      return;
    }
    Object.assign(watched, { seq: state.seq, ply: state.ply });
    watched.watcher.happened(happening, state);
  }
}
