// A finished game with the engine's eyes: walking through it and trying mistakes again.

import { api, titleOf } from '../api';
import type { Arrow, Highlight } from '../board/types';
import { say } from '../i18n/index.svelte';
import { study as words } from '../i18n/study';
import { notices } from '../notices.svelte';
import { asRefused, type Refused } from '../refusal';
import { settings } from '../settings.svelte';
import { connection } from '../socket.svelte';
import { remember, remembered } from '../store';
import { Viewer } from '../viewer.svelte';
import type {
  Animation,
  GameLine,
  Look,
  MoveReviewView,
  Owner,
  ReviewView,
  ScoreView,
  TableView,
  Judgement,
} from '../wire';
import { lineIn } from './address';
import { secret } from './secret';

/** The marks of moves that are walked through; dubious ones only where there is nothing worse. */
const MISTAKES = ['?', '??'];
const DUBIOUS = ['?!'];

export interface Attempt {
  /** Which move is tried again, counted from 0. */
  move: number;
  /** What was played instead; empty while nothing was. */
  text: string;
  verdict: Judgement | null;
}

export class Review {
  /** A table, or a line as the query of an address. */
  readonly id: string;
  table = $state.raw<TableView | null>(null);
  /** The line of a game that was not played at a table, and who played it. */
  readonly given: { line: GameLine; names: [string, string] } | null;
  /** What the game is called; empty before it is known. */
  title = $state('');
  /** Whether two people are still playing. */
  running = $state(false);
  view = $state.raw<ReviewView | null>(null);
  progress = $state.raw<{ done: number; of: number } | null>(null);
  failure = $state.raw<Refused | null>(null);
  /** How many moves are played in the picture. */
  ply = $state(0);
  attempt = $state.raw<Attempt | null>(null);
  /** Whether the better line of the move on the screen is shown. */
  better = $state(false);
  /** Whose mistakes are walked through. */
  whose = $state<Owner>('nobody');
  readonly #viewer = new Viewer();
  /** A position of the better line, while it is pointed at. */
  readonly #preview = new Viewer();
  #stream: { stop: () => void } | null = null;

  constructor(id: string) {
    this.id = id;
    this.given = id.startsWith('?') ? givenIn(new URLSearchParams(id)) : null;
    void this.load();
  }

  /** The whole game. */
  readonly line: GameLine = $derived.by(() => {
    const table = this.table;
    if (this.given) return this.given.line;
    if (!table) return { game: '', setup: { options: [] }, moves: [] };
    return { game: table.game, setup: table.setup, moves: table.moves.map(({ text }) => text) };
  });

  async load(): Promise<void> {
    this.failure = null;
    try {
      if (!this.given) await this.#loadTable();
      void titleOf(this.line.game).then((title) => (this.title = title));
      if (this.running) return;
      this.#show(this.line);
      if (this.line.moves.length === 0) return;
      const made = known(this.#key());
      if (made) this.#finish(made);
      else await this.ask();
    } catch (error) {
      this.failure = asRefused(error);
    }
  }

  async #loadTable(): Promise<void> {
    const table = await api.table(this.id);
    this.running = secret(table.state);
    this.table = table;
    const mine = (['first', 'second'] as const).filter((_, n) => table.state.seats[n]?.you);
    this.whose = mine.length === 1 && mine[0] ? mine[0] : 'nobody';
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
      remember(this.#key(), found.review, 'sessionStorage');
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
  readonly mistakes: number[] = $derived.by(() => {
    const marked = (marks: string[]) =>
      (this.view?.moves ?? []).flatMap((move, n) =>
        move.mark && marks.includes(move.mark) && (this.whose === 'nobody' || move.by === this.whose) ? [n] : [],
      );
    const mistakes = marked(MISTAKES);
    return mistakes.length > 0 ? mistakes : marked(DUBIOUS);
  });

  /** The mistake on the screen: its place among them. */
  get mistake(): number {
    return this.mistakes.indexOf(this.index);
  }

  nextMistake(step: 1 | -1): void {
    const here = this.index;
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
    const move = this.index;
    this.better = false;
    this.attempt = { move, text: '', verdict: null };
    this.#show(this.attemptLine());
  }

  /** The game as it stands in the attempt. */
  attemptLine(): GameLine {
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
      if (answer.type !== 'judgement') throw new Error(`an attempt was answered by ${answer.type}`);
      if (this.attempt !== attempt) return;
      const verdict = answer.judgement;
      this.attempt = { ...attempt, verdict };
      notices.speak(`${verdictWords(verdict)} ${verdict.why ? say(verdict.why) : ''}`);
    } catch (error) {
      if (this.attempt === attempt) this.again();
      throw error;
    }
  }

  /** Shows the better line from the position before the move. */
  showBetter(): void {
    const move = this.index;
    this.attempt = null;
    this.better = true;
    this.ply = move + 1;
    this.#show({ ...this.line, moves: this.line.moves.slice(0, move) });
  }

  #show(line: GameLine, moving = false): void {
    this.#preview.clear();
    this.#viewer.show(line, moving).catch((error: unknown) => {
      if (!this.look) this.failure = asRefused(error);
    });
  }

  // ---- What is seen --------------------------------------------------------------------------

  get look(): Look | null {
    return this.#viewer.look;
  }

  get animation(): Animation | null {
    return this.#viewer.animation;
  }

  /** The position that is pointed at, if there is one. */
  get preview(): Look | null {
    return this.#preview.look;
  }

  /** Whether a move is waited for. */
  get trying(): boolean {
    return this.attempt !== null && !this.attempt.text;
  }

  /** The move that the words are about, counted from 0; -1 at the start. */
  get index(): number {
    return this.attempt?.move ?? this.ply - 1;
  }

  /** What the engine says about that move. */
  get move(): MoveReviewView | undefined {
    return this.view?.moves[this.index];
  }

  /** How good the position on the screen is. */
  get score(): ScoreView | null {
    if (this.attempt) return this.attempt.verdict?.score ?? null;
    return this.view?.scores[this.better ? this.index : this.ply] ?? null;
  }

  /** The better line, once it may be seen. */
  get betterMoves(): string[] | null {
    const open = this.better || this.attempt?.verdict?.good;
    return open ? (this.move?.better ?? null) : null;
  }

  /** Shows the position after so many moves of the better line; `null` shows what is. */
  point(count: number | null): void {
    const moves = count === null ? null : this.betterMoves?.slice(0, count);
    if (!moves) this.#preview.clear();
    else this.#preview.glance({ ...this.line, moves: [...this.line.moves.slice(0, this.index), ...moves] });
  }

  readonly arrows: Arrow[] = $derived(
    this.better && this.move && !this.preview ? [{ cells: this.move.betterGesture }] : [],
  );

  /** Where the move on the screen went, if it was good or bad. */
  readonly highlights: Highlight[] = $derived.by(() => {
    if (!this.look || this.preview || this.better) return [];
    const verdict = this.attempt?.verdict;
    const attempted = verdict ? (verdict.good ? '!' : '?') : null;
    const mark = this.attempt ? attempted : this.move?.mark;
    if (!mark || mark === '?!') return [];
    return this.look.scene.markers
      .filter(({ kind }) => kind === 'last-to')
      .map(({ cell }) => ({ cell, kind: mark.startsWith('!') ? 'good' : 'bad' }));
  });

  /** Whether the second player sits at the near edge: one who played only that side does. */
  get flipped(): boolean {
    const seats = this.table?.state.seats;
    return (!!seats && !seats[0].you && seats[1].you) !== settings.flip;
  }
}

/** A verdict in short. */
export function verdictWords({ best, good }: Judgement): string {
  return best ? words().best : good ? words().good : words().notYet;
}

/** A review that was made before, in this tab. */
function known(key: string): ReviewView | null {
  const view = remembered<Partial<ReviewView>>(key, 'sessionStorage');
  const { scores, moves, sides } = view ?? {};
  return Array.isArray(scores) && Array.isArray(moves) && Array.isArray(sides) ? { scores, moves, sides } : null;
}

/** A line in an address, and who played it. */
function givenIn(query: URLSearchParams): Review['given'] {
  const names: [string, string] = [query.get('first') ?? '', query.get('second') ?? ''];
  return { line: lineIn(query.get('game') ?? '', query), names };
}
