// A finished game with the engine's eyes: walking through it and trying mistakes again.

import { json } from '../api';
import { asRefused, type Refused } from '../refusal';
import { connection } from '../socket.svelte';
import type { Animation, Line, Look, Owner, ReviewView, TableView, Verdict } from '../wire';
import { lookAt } from './looks';
import { secret } from './secret';

/** The marks of moves that are walked through; dubious ones only where there is nothing worse. */
const MISTAKES = ['?', '??'];
const DUBIOUS = ['?!'];

export interface Attempt {
  /** Which move is tried again, counted from 0. */
  move: number;
  /** What was played instead; empty while nothing was. */
  text: string;
  verdict: Verdict | null;
}

export class Review {
  readonly id: string;
  table = $state.raw<TableView | null>(null);
  /** Whether two people are still playing. */
  running = $state(false);
  view = $state.raw<ReviewView | null>(null);
  progress = $state.raw<{ done: number; of: number } | null>(null);
  failure = $state.raw<Refused | null>(null);
  /** How many moves are played in the picture. */
  ply = $state(0);
  look = $state.raw<Look | null>(null);
  animation = $state.raw<Animation | null>(null);
  attempt = $state.raw<Attempt | null>(null);
  /** Whether the better line of the move on the screen is shown. */
  better = $state(false);
  /** Whose mistakes are walked through. */
  whose = $state<Owner>('nobody');
  #stream: { stop: () => void } | null = null;

  constructor(id: string) {
    this.id = id;
    void this.load();
  }

  get line(): Line {
    const table = this.table;
    if (!table) return { game: '', setup: { options: [] }, moves: [] };
    return { game: table.game, setup: table.setup, moves: table.moves.map(({ text }) => text) };
  }

  async load(): Promise<void> {
    this.failure = null;
    try {
      const table = await json<TableView>('GET', `/api/tables/${encodeURIComponent(this.id)}`);
      this.running = secret(table.state);
      this.table = table;
      if (this.running) return;
      const mine = (['first', 'second'] as const).filter((_, n) => table.state.seats[n]?.you);
      this.whose = mine.length === 1 && mine[0] ? mine[0] : 'nobody';
      this.#show(this.line, null);
      if (table.moves.length === 0) return;
      const known = remembered(this.#key());
      if (known) this.#finish(known);
      else await this.ask();
    } catch (error) {
      this.failure = asRefused(error);
    }
  }

  /** Asks the engine to look at every position. */
  async ask(): Promise<void> {
    this.failure = null;
    this.view = null;
    this.progress = { done: 0, of: this.line.moves.length + 1 };
    const { answer, stop } = connection.stream({ type: 'review', line: this.line }, (message) => {
      if (message.type === 'review-progress') this.progress = { done: message.done, of: message.of };
    });
    this.#stream = { stop };
    try {
      const found = await answer;
      if (found.type !== 'review') throw new Error(`a review was answered by ${found.type}`);
      try {
        sessionStorage.setItem(this.#key(), JSON.stringify(found.review));
      } catch {
        // It can be asked for again.
      }
      this.#finish(found.review);
    } catch (error) {
      this.failure = asRefused(error);
    } finally {
      stop();
      this.progress = null;
    }
  }

  close(): void {
    this.#stream?.stop();
  }

  #key(): string {
    return `galet.review.${this.id}.${this.line.moves.length}`;
  }

  #finish(view: ReviewView): void {
    if (view.moves.length !== this.line.moves.length) return;
    this.view = view;
    const first = this.mistakes[0];
    this.go(first === undefined ? this.line.moves.length : first + 1);
  }

  /** The moves to be tried again, counted from 0. */
  get mistakes(): number[] {
    const marked = (marks: string[]) =>
      (this.view?.moves ?? []).flatMap((move, n) =>
        move.mark && marks.includes(move.mark) && (this.whose === 'nobody' || move.by === this.whose) ? [n] : [],
      );
    const mistakes = marked(MISTAKES);
    return mistakes.length > 0 ? mistakes : marked(DUBIOUS);
  }

  /** The mistake on the screen: its place among them. */
  get mistake(): number {
    return this.mistakes.indexOf(this.attempt?.move ?? this.ply - 1);
  }

  nextMistake(step: 1 | -1): void {
    const here = this.attempt?.move ?? this.ply - 1;
    const list = this.mistakes;
    const next = step === 1 ? list.find((move) => move > here) : list.findLast((move) => move < here);
    const wrapped = next ?? (step === 1 ? list[0] : list.at(-1));
    if (wrapped !== undefined) this.go(wrapped + 1);
  }

  /** Goes to the picture after so many moves. */
  go(ply: number): void {
    const to = Math.min(this.line.moves.length, Math.max(0, ply));
    const forward = to === this.ply + 1 && !this.attempt;
    this.attempt = null;
    this.better = false;
    this.ply = to;
    this.#show({ ...this.line, moves: this.line.moves.slice(0, to) }, forward);
  }

  /** Puts the position before the move on the screen up again. */
  again(): void {
    const move = this.attempt?.move ?? this.ply - 1;
    this.better = false;
    this.attempt = { move, text: '', verdict: null };
    this.#show(this.attemptLine(), null);
  }

  /** The game as it stands in the attempt. */
  attemptLine(): Line {
    const { move = 0, text = '' } = this.attempt ?? {};
    return { ...this.line, moves: [...this.line.moves.slice(0, move), ...(text ? [text] : [])] };
  }

  /** Tries a move. */
  async tryMove(text: string): Promise<void> {
    if (!this.attempt) return;
    const attempt: Attempt = { ...this.attempt, text, verdict: null };
    this.attempt = attempt;
    this.#show(this.attemptLine(), true);
    try {
      const answer = await connection.ask({ type: 'judge', line: this.attemptLine() });
      if (answer.type !== 'verdict') throw new Error(`an attempt was answered by ${answer.type}`);
      if (this.attempt === attempt) this.attempt = { ...attempt, verdict: answer.verdict };
    } catch (error) {
      if (this.attempt === attempt) this.again();
      throw error;
    }
  }

  /** Shows the better line from the position before the move. */
  showBetter(): void {
    const move = this.attempt?.move ?? this.ply - 1;
    this.attempt = null;
    this.better = true;
    this.ply = move + 1;
    this.#show({ ...this.line, moves: this.line.moves.slice(0, move) }, null);
  }

  #show(line: Line, forward: boolean | null): void {
    const [ply, attempt] = [this.ply, this.attempt];
    lookAt(line).then(
      (look) => {
        if (ply !== this.ply || attempt?.move !== this.attempt?.move || attempt?.text !== this.attempt?.text) return;
        this.animation = forward ? (look.last?.change.animation ?? null) : null;
        this.look = look;
      },
      (error: unknown) => {
        if (ply === this.ply && !this.look) this.failure = asRefused(error);
      },
    );
  }
}

function remembered(key: string): ReviewView | null {
  try {
    const view = JSON.parse(sessionStorage.getItem(key) ?? 'null') as ReviewView | null;
    return view && Array.isArray(view.scores) && Array.isArray(view.moves) ? view : null;
  } catch {
    return null;
  }
}
