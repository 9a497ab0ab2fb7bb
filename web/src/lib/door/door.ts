// What a page can ask, wherever the answer comes from: a server far away (the remote door) or this
// browser itself (the local door). Pages know neither: they use `connection` and `api`.

import type { Refused } from '../refusal';
import type { Answer, Happening, Message, Phrase, Question, TableState, TableView } from '../wire';

/** Someone who watches a table. */
export interface Watcher {
  /** The whole table: at the beginning, after every reconnection and after a missed message. */
  view(view: TableView): void;
  /** Something happened; in order, nothing left out since the last view. */
  happened(happening: Happening, state: TableState): void;
  /** Another number of people look on. */
  watched(watchers: number): void;
  /** The table cannot be watched. */
  refused(refusal: Refused): void;
}

/** Messages that come under the number of a question, besides its answer. */
export type Progress = Extract<Message, { type: 'analysis' | 'review-progress' }>;

/** A question that reports on its way. */
export interface Stream {
  answer: Promise<Answer>;
  /** Ends listening. */
  stop: () => void;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Somewhere questions are answered. Everything that fails throws [`Refused`]. */
export interface Door {
  /** Opens it, if it is not. Everything below does it too. */
  start(): void;
  /** Asks. */
  ask(question: Question): Promise<Answer>;
  /** Asks for something that reports on its way (`analyse`, `review`). */
  stream(question: Question, report: (message: Progress) => void): Stream;
  /** Watches a table until the returned function is called. */
  watch(table: string, watcher: Watcher): () => void;
  /** Asks for a watched table anew. */
  resync(table: string): void;
  /** An answer as JSON. A body is sent as JSON, a string as plain text. */
  json<T>(method: Method, path: string, body?: unknown): Promise<T>;
  /** An answer as text. */
  text(method: Method, path: string, body?: unknown): Promise<string>;
}

/** How things stand between the page and who answers; pages draw from it. */
export interface Facts {
  /** Whether questions are answered now. */
  readonly open: boolean;
  /** Whether a server has been out of reach for long enough to say so. */
  readonly offline: boolean;
  /** Whether the server said goodbye: it is restarting. */
  readonly goodbye: boolean;
  /** Why games cannot be saved at the moment, in words; `null` while they can. */
  readonly storage: Phrase | null;
  /** How many games wait for a move of the visitor; `null` before it is known. */
  readonly turns: number | null;
}
