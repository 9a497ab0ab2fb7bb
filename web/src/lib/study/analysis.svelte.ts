// The engine's view of a line, followed as the line changes.

import { asRefused, type Refused } from '../refusal';
import { remember, remembered } from '../store';
import { connection } from '../socket.svelte';
import type { AnalysisView, GameLine } from '../wire';
import { lineKey } from '../looks';

interface Wishes {
  on: boolean;
  lines: number;
  threads: number;
}

const KEY = 'galet.engine';
/** Positions that are passed on the way to another need no analysis. */
const PAUSE = 150;

export class Analyser {
  wishes = $state<Wishes>({ on: true, lines: 3, threads: 1, ...remembered<Partial<Wishes>>(KEY) });
  view = $state.raw<AnalysisView | null>(null);
  failure = $state.raw<Refused | null>(null);
  /** The line that the view is about. */
  #key = '';
  #line: GameLine | null = null;
  #timer = 0;
  #stream: { stop: () => void } | null = null;
  #asked = false;

  /** Looks at a line from now on; `null` looks at nothing. While it rests, what was found stays. Call
   * it again whenever something it depends on changes. */
  follow(line: GameLine | null, rests = false): void {
    const { on, lines, threads } = this.wishes;
    remember(KEY, { on, lines, threads });
    const wanted = on && !rests && connection.open ? line : null;
    const key = wanted ? `${lineKey(wanted)} ${lines} ${threads}` : '';
    if (key === this.#key) return;
    // What is shown of another position would be wrong here.
    if (!line || !this.#line || lineKey(line) !== lineKey(this.#line)) this.view = null;
    this.#line = line;
    this.#key = key;
    this.failure = null;
    this.#quiet();
    if (!wanted) {
      if (this.#asked && connection.open) void connection.ask({ type: 'stop-analysis' }).catch(() => undefined);
      this.#asked = false;
      if (!on) this.view = null;
      return;
    }
    this.#timer = setTimeout(() => this.#ask(wanted, key), PAUSE);
  }

  #ask(line: GameLine, key: string): void {
    const { lines, threads } = this.wishes;
    this.#asked = true;
    const { answer, stop } = connection.stream({ type: 'analyse', request: { line, lines, threads } }, (message) => {
      if (message.type === 'analysis' && key === this.#key) this.view = message.view;
    });
    this.#stream = { stop };
    answer.catch((error: unknown) => {
      if (key === this.#key) this.failure = asRefused(error);
    });
  }

  #quiet(): void {
    clearTimeout(this.#timer);
    this.#stream?.stop();
    this.#stream = null;
  }

  /** Ends it for good. */
  close(): void {
    this.#quiet();
    this.#key = '';
    if (this.#asked && connection.open) void connection.ask({ type: 'stop-analysis' }).catch(() => undefined);
    this.#asked = false;
  }
}
