// A puzzle while somebody solves it: the moves, what becomes of them, and what it counts for.

import { api } from '../api';
import type { Arrow, Highlight } from '../board/types';
import { say } from '../i18n/index.svelte';
import { lookAt, tapsAt } from '../looks';
import { notices } from '../notices.svelte';
import { atSpeed } from '../settings.svelte';
import { chime } from '../sound';
import type { Animation, CellId, Continuations, GameLine, Look, Phrase, PuzzleSolution, SolverRating } from '../wire';
import { dayOf } from './days';
import type { Given } from './modes';
import { progress } from './progress.svelte';
import { refutation } from './refute';
import { dueOn } from './repeat';

/** What goes on: a move is waited for or judged, the opponent replies, a wrong move is refuted or has been, the
 * solution is shown, or all is done. */
type Phase = 'ask' | 'judge' | 'reply' | 'refute' | 'refuted' | 'show' | 'over';

/** A move of a refutation that was played out. */
export interface PlayedOut {
  text: string;
  say: Phrase;
}

/** Waits for what takes so long at normal speed. Where nothing moves, moves still come one after the other. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, atSpeed(ms) || ms * STILL));
const STILL = 0.4;
/** How long before the opponent replies, and between moves that are played out. */
const THINKS = 600;
const STEP = 1_100;
/** Moves of a refutation that are played out: to the end if that is near, else the reply and what it leads to. */
const PLAYED_OUT = { proven: 5, searched: 3 };

export class Solve {
  readonly game: string;
  readonly given: Given;
  phase = $state<Phase>('ask');
  /** Whether a first answer was given: it is the one that counts. */
  answered = $state(false);
  /** Whether that was right; it stays so when the solution is looked at afterwards. */
  right = $state(false);
  /** Settles when the answer is in the browser's memory: whoever asks for another puzzle before that may get this one again. */
  kept: Promise<void> = Promise.resolve();
  /** Whether the solution was asked for. */
  shown = $state(false);
  /** Moves found. */
  found = $state(0);
  /** What there is to see; nothing before the first answer. */
  look = $state.raw<Look | null>(null);
  animation = $state.raw<Animation | null>(null);
  /** The moves of the picture. */
  line = $state.raw<GameLine>({ game: '', setup: { options: [] }, moves: [] });
  /** A wrong move, and what follows it. */
  wrong = $state.raw<PlayedOut | null>(null);
  playedOut = $state.raw<PlayedOut[]>([]);
  proven = $state.raw<Phrase | null>(null);
  solution = $state.raw<PuzzleSolution | null>(null);
  /** The rating after it where the answer counts, and before it where there was one. */
  rated = $state.raw<{ before: SolverRating | null; after: SolverRating } | null>(null);

  /** The game with everything that was right. */
  #reached: GameLine;
  /** The solver's moves of it. */
  #moves: string[] = [];
  /** Counts what is shown: what was begun earlier ends. */
  #turn = 0;
  #ended = false;
  readonly #now: () => number;

  constructor(game: string, given: Given, now: () => number = Date.now) {
    this.game = game;
    this.given = given;
    this.#reached = given.view.line;
    this.#now = now;
  }

  /** Whether a move is waited for. */
  get open(): boolean {
    return this.phase === 'ask';
  }

  /** Shows the position; throws [`Refused`]. */
  async begin(): Promise<void> {
    await this.#show(this.#reached, false);
  }

  /** The page is left: nothing more happens. */
  end(): void {
    this.#ended = true;
    this.#turn += 1;
  }

  /** What can follow taps. */
  follow(taps: CellId[]): Promise<Continuations<string>> {
    return tapsAt(this.#reached, taps);
  }

  /** A legal move: it is judged, and answered or refuted. Throws [`Refused`]. */
  async play(text: string): Promise<void> {
    if (this.phase !== 'ask') return;
    const turn = this.#begin('judge');
    const tried = after(this.#reached, text);
    this.wrong = null;
    try {
      const moves = [...this.#moves, text];
      const [answer] = await Promise.all([
        api.attemptPuzzle(this.game, { puzzle: this.given.name, moves }),
        this.#show(tried, true),
      ]);
      if (turn !== this.#turn) return;
      if (answer.verdict === 'wrong') return await this.#refute(tried, turn);
      this.#moves = moves;
      this.found = answer.found;
      this.#reached = answer.line;
      if (answer.verdict === 'solved') await this.#solved();
      else await this.#reply(turn);
    } catch (error) {
      if (turn === this.#turn) await this.again().catch(() => undefined);
      throw error;
    }
  }

  /** Puts up the position in which the move is to be found. */
  async again(): Promise<void> {
    this.#begin('ask');
    this.wrong = null;
    this.playedOut = [];
    this.proven = null;
    await this.#show(this.#reached, false);
  }

  /** Plays the rest of the solution, with what speaks for it. Throws [`Refused`]. */
  async show(): Promise<void> {
    if (this.phase === 'over' || this.phase === 'show') return;
    const turn = this.#begin('show');
    this.shown = true;
    this.wrong = null;
    this.playedOut = [];
    this.#count(false);
    const from = this.#reached.moves.length;
    await this.#show(this.#reached, false);
    const solution = await api.puzzleSolution(this.game, this.given.name);
    if (turn !== this.#turn) return;
    this.solution = solution;
    for (const step of solution.steps.slice(from)) {
      await pause(THINKS);
      if (turn !== this.#turn) return;
      this.#reached = after(this.#reached, step.text);
      await this.#show(this.#reached, true);
      notices.speak(say(step.say));
      await pause(STEP);
      if (turn !== this.#turn) return;
    }
    this.phase = 'over';
  }

  /** Shows the position after so many moves of the solution. */
  async at(count: number): Promise<void> {
    if (this.phase !== 'over' || !this.solution || count < 0) return;
    const moves = this.solution.steps.slice(0, count).map(({ text }) => text);
    const base = this.given.view.line;
    const forward = moves.length === this.line.moves.length + 1;
    await this.#show({ ...base, moves: [...base.moves, ...moves] }, forward);
    if (this.look?.last) notices.speak(say(this.look.last.say));
  }

  /** Plays the moves against a wrong one out again. */
  async replay(): Promise<void> {
    if (this.phase !== 'refuted' || !this.wrong) return;
    const turn = this.#begin('refute');
    const moves = this.playedOut;
    this.playedOut = [];
    const tried = after(this.#reached, this.wrong.text);
    await this.#show(this.#reached, false);
    await pause(THINKS);
    if (turn !== this.#turn) return;
    await this.#show(tried, true);
    await this.#playOut(
      tried,
      moves.map(({ text }) => text),
      turn,
    );
  }

  // ---- What becomes of a move ------------------------------------------------------------------

  async #reply(turn: number): Promise<void> {
    this.phase = 'reply';
    await pause(THINKS);
    if (turn !== this.#turn) return;
    await this.#show(this.#reached, true);
    if (this.look?.last) notices.speak(say(this.look.last.say));
    this.phase = 'ask';
  }

  async #solved(): Promise<void> {
    this.#count(true);
    this.phase = 'over';
    chime();
    // What it was about may come later: the move was right.
    this.solution = await api.puzzleSolution(this.game, this.given.name);
  }

  async #refute(tried: GameLine, turn: number): Promise<void> {
    this.#count(false);
    this.phase = 'refute';
    const text = tried.moves.at(-1) ?? '';
    this.wrong = { text, say: this.look?.last?.say ?? { en: text, fr: text } };
    this.playedOut = [];
    this.proven = null;
    const { moves, proven } = await refutation(tried);
    if (turn !== this.#turn) return;
    this.proven = proven;
    await this.#playOut(tried, moves.slice(0, proven ? PLAYED_OUT.proven : PLAYED_OUT.searched), turn);
  }

  async #playOut(from: GameLine, moves: readonly string[], turn: number): Promise<void> {
    let line = from;
    for (const text of moves) {
      await pause(this.playedOut.length === 0 ? THINKS : STEP);
      if (turn !== this.#turn) return;
      line = after(line, text);
      await this.#show(line, true);
      if (turn !== this.#turn) return;
      this.playedOut = [...this.playedOut, { text, say: this.look?.last?.say ?? { en: text, fr: text } }];
    }
    this.phase = 'refuted';
  }

  /** Counts the first answer. The rating is that of puzzles one has not met before. */
  #count(right: boolean): void {
    if (this.answered) return;
    this.answered = true;
    this.right = right;
    this.kept = this.#keep(right);
  }

  async #keep(right: boolean): Promise<void> {
    const { game, given } = this;
    const { id, rating: hard } = given.view;
    const at = this.#now();
    const met = progress.met(game, id);
    const due = dueOn(dayOf(at), progress.of(game)).some((card) => card.id === id);
    // Solving the same one over and over is no streak.
    if (right && met && !due) return;
    const counts = given.name.type === 'set' && !met;
    let after: SolverRating | null = null;
    if (counts) {
      const before = progress.rating(game);
      try {
        const solver = before ?? (await api.puzzles(game)).newcomer;
        after = await api.ratePuzzle({ solver, puzzle: hard, solved: right });
        this.rated = { before, after };
      } catch {
        // The answer is kept all the same.
      }
    }
    progress.add(game, { id, at, right, rating: after });
  }

  // ---- What is seen ----------------------------------------------------------------------------

  /** Whether the second player sits at the near edge. */
  get solverIsSecond(): boolean {
    return this.given.view.solver === 'second';
  }

  readonly continuations: Continuations<string> | null = $derived(
    this.phase === 'ask' ? (this.look?.continuations ?? null) : null,
  );

  /** A wrong move is marked where it went, until something follows it. */
  readonly highlights: Highlight[] = $derived.by(() => {
    const last = (this.look?.scene.markers ?? []).filter(({ kind }) => kind === 'last-to');
    if (this.wrong && this.playedOut.length === 0) return last.map(({ cell }) => ({ cell, kind: 'bad' as const }));
    if (this.phase === 'over' && !this.shown) return last.map(({ cell }) => ({ cell, kind: 'good' as const }));
    return [];
  });

  /** The next move of the solution, while one walks through it. */
  readonly arrows: Arrow[] = $derived.by(() => {
    if (this.phase !== 'over') return [];
    const step = this.solution?.steps[this.line.moves.length - this.given.view.line.moves.length];
    return step ? [{ cells: step.gesture }] : [];
  });

  #begin(phase: Phase): number {
    this.phase = phase;
    return ++this.#turn;
  }

  async #show(line: GameLine, moving: boolean): Promise<void> {
    const turn = this.#turn;
    const look = await lookAt(line);
    if (this.#ended || turn !== this.#turn) return;
    this.animation = moving ? (look.last?.change.animation ?? null) : null;
    this.look = look;
    this.line = line;
  }
}

const after = (line: GameLine, text: string): GameLine => ({ ...line, moves: [...line.moves, text] });
