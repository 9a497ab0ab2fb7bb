// Those that think for the tables of this browser: made when there is something to think about, one for
// moves and hints, another for analysis and reviews, so that neither waits for the other.

import type { Errand, Found, Report, Task } from '../wire';
import { PUZZLES } from './files';
import { ahead, type Turn } from './turn';
import type { FileInfo } from './module';
import type { FromThinker, ToThinker } from './protocol';
import { type Inability, inability } from './words';

/** What they need of the world. */
export interface Workplace {
  /** A new worker; it says what it finds. */
  make(heard: (message: FromThinker) => void): { post(message: ToThinker): void; end(): void };
  module: WebAssembly.Module;
  /** The files that games are thought about with. */
  files: FileInfo[];
  fetch(file: FileInfo): Promise<ArrayBuffer>;
  forget(file: FileInfo): Promise<void>;
  /** Something was found. */
  found(report: Report): void;
  /** Files cannot be had now, or all is well again. */
  missing(missing: boolean): void;
  /** Waits until it is worth trying again to fetch something. */
  patience(attempt: number): Promise<void>;
}

type Desk = 'moves' | 'study';

interface Sent {
  what: Task;
  desk: Desk;
  /** How often it was begun: a thinker that falls takes its errands along once. */
  times: number;
  turn: Turn | null;
}

interface Thinking {
  worker: ReturnType<Workplace['make']>;
  /** The games whose files it has, or is being given. */
  games: Map<string, Promise<void>>;
}

export class Thinkers {
  readonly #place: Workplace;
  readonly #sent = new Map<number, Sent>();
  readonly #desks = new Map<Desk, Thinking>();
  /** The errands that wait for files. */
  readonly #waiting = new Set<number>();

  constructor(place: Workplace) {
    this.#place = place;
  }

  begin(errand: number, what: Task): void {
    const desk = what.type === 'analyse' || what.type === 'review' || what.type === 'make-puzzles' ? 'study' : 'moves';
    // Two pages at one game: one of them thinks, the other waits for what it finds.
    const turn = what.type === 'play' ? ahead(JSON.stringify([what.line, what.level])) : null;
    const sent = { what, desk, times: 0, turn } satisfies Sent;
    this.#sent.set(errand, sent);
    if (turn) void turn.come.then(() => this.#send(errand));
    else void this.#send(errand);
  }

  drop(errand: number): void {
    const sent = this.#end(errand);
    if (sent && sent.times > 0) this.#desks.get(sent.desk)?.worker.post(told({ type: 'drop', errand }));
  }

  async #send(errand: number): Promise<void> {
    const sent = this.#sent.get(errand);
    if (!sent) return;
    const { what, desk } = sent;
    const thinking = this.#desk(desk);
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#equip(thinking, what.line.game);
        break;
      } catch {
        if (!this.#sent.has(errand)) return;
        // A game waits for the computer's move, and an analysis for its lines; whoever asked is told at once.
        if (what.type !== 'play' && what.type !== 'analyse') {
          this.#fail(errand);
          return;
        }
        this.#wait(errand, true);
        await this.#place.patience(attempt);
      }
    }
    this.#wait(errand, false);
    // It may have been dropped meanwhile, or the thinker have fallen.
    if (this.#sent.get(errand) !== sent) return;
    if (this.#desks.get(desk) !== thinking) return this.#send(errand);
    sent.times += 1;
    thinking.worker.post(told({ type: 'begin', errand, what }));
  }

  #desk(desk: Desk): Thinking {
    let thinking = this.#desks.get(desk);
    if (!thinking) {
      const worker = this.#place.make((message) => {
        if (this.#desks.get(desk)?.worker === worker) this.#hear(desk, message);
      });
      worker.post({ type: 'start', module: this.#place.module });
      thinking = { worker, games: new Map() };
      this.#desks.set(desk, thinking);
    }
    return thinking;
  }

  /** Gives a thinker the files of a game, once. */
  #equip(thinking: Thinking, game: string): Promise<void> {
    let equipped = thinking.games.get(game);
    if (!equipped) {
      const files = this.#place.files.filter((file) => file.game === game && file.kind !== PUZZLES);
      equipped = Promise.all(
        files.map(async (file) => {
          const bytes = await this.#place.fetch(file);
          thinking.worker.post({ type: 'resource', game, kind: file.kind, bytes });
        }),
      ).then(() => undefined);
      thinking.games.set(game, equipped);
      equipped.catch(() => thinking.games.delete(game));
    }
    return equipped;
  }

  #hear(desk: Desk, message: FromThinker): void {
    switch (message.type) {
      case 'reports':
        for (const report of message.reports) {
          if (!this.#sent.has(report.errand)) continue;
          if (isLast(report.found)) this.#end(report.errand);
          this.#place.found(report);
        }
        return;
      case 'refused':
        // Not the file that was meant: fetched anew, by a new thinker.
        for (const file of this.#place.files) if (file.game === message.game) void this.#place.forget(file);
        this.#fallen(desk);
        return;
      case 'crashed':
        console.warn(`a thinker is started anew: ${message.why}`);
        this.#fallen(desk);
    }
  }

  /** Another takes over; what broke two thinkers is given up. */
  #fallen(desk: Desk): void {
    this.#desks.get(desk)?.worker.end();
    this.#desks.delete(desk);
    for (const [errand, sent] of [...this.#sent]) {
      if (sent.desk !== desk || sent.times === 0) continue;
      if (sent.times > 1) this.#fail(errand, 'broken');
      else void this.#send(errand);
    }
  }

  #fail(errand: number, why: Inability = 'noNet'): void {
    if (!this.#end(errand)) return;
    this.#place.found({ errand, found: { type: 'failed', error: inability(why) } });
  }

  #end(errand: number): Sent | undefined {
    const sent = this.#sent.get(errand);
    this.#sent.delete(errand);
    this.#wait(errand, false);
    sent?.turn?.over();
    return sent;
  }

  #wait(errand: number, waits: boolean): void {
    const before = this.#waiting.size > 0;
    if (waits) this.#waiting.add(errand);
    else this.#waiting.delete(errand);
    if (this.#waiting.size > 0 !== before) this.#place.missing(!before);
  }
}

const told = (errand: Errand): ToThinker => ({ type: 'errand', errand });

/** Whether nothing more comes of an errand. */
function isLast(found: Found): boolean {
  return found.type === 'analysis' ? found.view.done : found.type !== 'progress';
}
