// One that thinks: slice by slice, and between two slices it hears what it is told, so that a stop is
// obeyed in the midst of a search.

import type { Errand, ErrorInfo, Report } from '../wire';
import type { FromThinker, ToThinker } from './protocol';

/** What it needs of the module. */
export interface Mind {
  errand(errand: Errand): Report[];
  reports(): Report[];
  resource(game: string, kind: string, bytes: ArrayBuffer): ErrorInfo | null;
  slice(): boolean;
}

export class Thinker {
  readonly #say: (message: FromThinker) => void;
  /** Lets other messages come first, then calls back. */
  readonly #soon: (callback: () => void) => void;
  #mind: Promise<Mind> | null = null;
  #thinking = false;

  constructor(say: (message: FromThinker) => void, soon: (callback: () => void) => void) {
    this.#say = say;
    this.#soon = soon;
  }

  /** `start` makes the mind of a module. */
  async hear(message: ToThinker, start: (module: WebAssembly.Module) => Promise<Mind>): Promise<void> {
    try {
      if (message.type === 'start') {
        this.#mind = start(message.module);
        await this.#mind;
        return;
      }
      const mind = await this.#mind;
      if (!mind) return;
      if (message.type === 'resource') {
        const error = mind.resource(message.game, message.kind, message.bytes);
        if (error) this.#say({ type: 'refused', game: message.game, error });
        return;
      }
      this.#report(mind.errand(message.errand));
      if (!this.#thinking) this.#think(mind);
    } catch (error) {
      this.#say({ type: 'crashed', why: String(error) });
    }
  }

  #think(mind: Mind): void {
    try {
      this.#thinking = mind.slice();
      this.#report(mind.reports());
    } catch (error) {
      this.#thinking = false;
      this.#say({ type: 'crashed', why: String(error) });
      return;
    }
    if (this.#thinking) this.#soon(() => this.#think(mind));
  }

  #report(reports: Report[]): void {
    if (reports.length > 0) this.#say({ type: 'reports', reports });
  }
}
