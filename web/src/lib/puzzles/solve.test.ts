// A puzzle while somebody solves it.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '../api';
import { connection } from '../socket.svelte';
import { answering, looking, newGame, phrase } from '../testing';
import type { PuzzleAnswer, PuzzleView, SolverRating } from '../wire';
import type { Given } from './modes';
import { progress } from './progress.svelte';
import { Solve } from './solve.svelte';

const NEWCOMER: SolverRating = { rating: 1200, deviation: 350, volatility: 0.06 };
let game: string;
let solve: Solve;
/** What the engine plays after a line. */
let refuting: string[];

const viewOf = (id: string, moves: number): PuzzleView => ({
  id,
  line: { game, setup: { options: [] }, moves: [] },
  solver: 'first',
  task: phrase('find it'),
  moves,
  class: 2,
  rating: 1300,
  proven: true,
  judged: phrase('proven'),
});

const attempt = vi.fn<typeof api.attemptPuzzle>();
const rate = vi.fn<typeof api.ratePuzzle>();

/** The line is `a b c`: `a` and `c` are to be found. */
function judged(moves: string[]): PuzzleAnswer {
  const right = ['a', 'c'];
  const found = moves.findIndex((move, n) => move !== right[n]);
  const count = found === -1 ? moves.length : found;
  const line = { game, setup: { options: [] }, moves: ['a', 'b', 'c'].slice(0, count === 2 ? 3 : 2 * count) };
  const verdict = found !== -1 ? 'wrong' : count === 2 ? 'solved' : 'goes-on';
  return { verdict, line, reply: verdict === 'goes-on' ? 'b' : null, found: count, of: 2 };
}

async function begun(id = '0123456789abcdef', name?: Given['name']): Promise<void> {
  solve = new Solve(game, { name: name ?? { type: 'set', id }, view: viewOf(id, 2), again: false }, () => 1_000);
  await solve.begin();
}

const at = () => solve.look?.scene.markers[0]?.cell;
const kept = () => progress.of(game).results;

/** Does something to its end, however long it waits in between. */
async function whole(doing: Promise<void>): Promise<void> {
  for (let n = 0; n < 40; n++) await vi.advanceTimersByTimeAsync(500);
  await doing;
}

beforeEach(async () => {
  vi.useFakeTimers();
  localStorage.clear();
  game = newGame();
  refuting = ['x', 'y'];
  answering({
    ...looking,
    'stop-analysis': () => ({ type: 'done' }),
  });
  vi.spyOn(connection, 'stream').mockImplementation((_, report) => {
    const lines = [{ score: { chances: 0, words: phrase('-'), proven: true }, moves: refuting, gesture: [] }];
    const view = { depth: 3, nodes: 9, elapsed: 1, lines, solved: phrase('a win'), done: true };
    queueMicrotask(() => report({ type: 'analysis', to: 1, view }));
    return { answer: new Promise(() => undefined), stop: () => undefined };
  });
  attempt.mockReset();
  attempt.mockImplementation((_, { moves }) => Promise.resolve(judged(moves)));
  vi.spyOn(api, 'attemptPuzzle').mockImplementation(attempt);
  rate.mockReset();
  rate.mockImplementation(({ solver, solved }) =>
    Promise.resolve({ ...solver, rating: solver.rating + (solved ? 50 : -50) }),
  );
  vi.spyOn(api, 'ratePuzzle').mockImplementation(rate);
  vi.spyOn(api, 'puzzles').mockResolvedValue({ puzzles: 1, ratings: [1, 2], themes: [], newcomer: NEWCOMER });
  vi.spyOn(api, 'puzzleSolution').mockImplementation(() =>
    Promise.resolve({
      puzzle: viewOf('0123456789abcdef', 2),
      steps: ['a', 'b', 'c'].map((text, n) => ({
        by: n === 1 ? ('second' as const) : ('first' as const),
        text,
        say: phrase(text),
        gesture: [n, n + 1],
        reasons: [],
      })),
      claim: phrase('only this'),
      themes: [],
      solvers: [],
    }),
  );
  await begun();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a puzzle', () => {
  test('is over before its rating is known, and kept when it is', async () => {
    let rated: (after: SolverRating) => void = () => expect.fail('nobody asked');
    rate.mockImplementation(() => new Promise((done) => (rated = done)));
    await whole(solve.play('a'));
    await whole(solve.play('c'));
    expect(solve.phase).toBe('over');
    expect(kept()).toEqual([]);
    rated(NEWCOMER);
    await solve.kept;
    expect(kept()).toMatchObject([{ id: '0123456789abcdef', right: true }]);
  });

  test('goes on after a right move, when the opponent has replied, and counts once it is solved', async () => {
    await whole(solve.play('a'));
    expect(at()).toBe(2);
    expect(solve).toMatchObject({ phase: 'ask', found: 1, answered: false });
    expect(kept()).toEqual([]);
    await whole(solve.play('c'));
    expect(attempt).toHaveBeenLastCalledWith(game, { puzzle: solve.given.name, moves: ['a', 'c'] });
    expect(solve).toMatchObject({ phase: 'over', right: true, shown: false, continuations: null });
    expect(kept()).toEqual([
      { id: '0123456789abcdef', at: 1_000, right: true, rating: { ...NEWCOMER, rating: 1_250 } },
    ]);
    expect(rate).toHaveBeenCalledWith({ solver: NEWCOMER, puzzle: 1300, solved: true });
    expect(solve.solution?.steps).toHaveLength(3);
  });

  test('plays out why a wrong move fails, and lets one try again; the first answer counts', async () => {
    await whole(solve.play('z'));
    expect(solve.phase).toBe('refuted');
    expect(solve.playedOut.map(({ text }) => text)).toEqual(['x', 'y']);
    expect(solve.line.moves).toEqual(['z', 'x', 'y']);
    expect(solve).toMatchObject({ proven: phrase('a win'), continuations: null });
    expect(solve.solution).toBeNull();
    await whole(solve.again());
    expect(solve).toMatchObject({ phase: 'ask', wrong: null, playedOut: [] });
    expect(solve.line.moves).toEqual([]);
    expect(solve.continuations).not.toBeNull();
    await whole(solve.play('a'));
    await whole(solve.play('c'));
    expect(solve).toMatchObject({ phase: 'over', right: false });
    expect(kept().map(({ right }) => right)).toEqual([false]);
    expect(rate).toHaveBeenCalledTimes(1);
  });

  test('can be tried again before the refutation has ended, which then ends', async () => {
    const playing = solve.play('z');
    await vi.advanceTimersByTimeAsync(700);
    expect(solve.phase).toBe('refute');
    await solve.again();
    await whole(playing);
    expect(solve).toMatchObject({ phase: 'ask', playedOut: [] });
    expect(solve.line.moves).toEqual([]);
  });

  test('whose wrong move ends the game says so without moves', async () => {
    refuting = [];
    await whole(solve.play('z'));
    expect(solve).toMatchObject({ phase: 'refuted', playedOut: [] });
  });

  test('plays a refutation again', async () => {
    await whole(solve.play('z'));
    await whole(solve.replay());
    expect(solve.phase).toBe('refuted');
    expect(solve.line.moves).toEqual(['z', 'x', 'y']);
    expect(solve.playedOut).toHaveLength(2);
  });

  test('shows the rest of its solution, which counts as missed', async () => {
    await whole(solve.play('a'));
    await whole(solve.show());
    expect(solve).toMatchObject({ phase: 'over', shown: true, right: false });
    expect(solve.line.moves).toEqual(['a', 'b', 'c']);
    expect(kept().map(({ right }) => right)).toEqual([false]);
    await solve.at(1);
    expect(solve.line.moves).toEqual(['a']);
    expect(solve.arrows).toEqual([{ cells: [1, 2] }]);
  });

  test('that was met before, or is one’s own, does not change the rating', async () => {
    progress.add(game, { id: '0123456789abcdef', at: -3 * 86_400_000, right: false, rating: null });
    await whole(solve.play('a'));
    await whole(solve.play('c'));
    expect(kept().map(({ rating }) => rating)).toEqual([null, null]);
    await begun('fedcba9876543210', { type: 'own', text: 'all of it' });
    await whole(solve.show());
    expect(rate).not.toHaveBeenCalled();
    expect(kept()).toHaveLength(3);
  });

  test('that is solved once more before its day is not counted', async () => {
    progress.add(game, { id: '0123456789abcdef', at: 1, right: true, rating: null });
    await whole(solve.play('a'));
    await whole(solve.play('c'));
    expect(solve).toMatchObject({ phase: 'over', right: true });
    expect(kept()).toHaveLength(1);
  });

  test('is kept though nobody can tell the rating', async () => {
    rate.mockRejectedValue(new Error('nobody'));
    await whole(solve.show());
    expect(kept()).toEqual([{ id: '0123456789abcdef', at: 1_000, right: false, rating: null }]);
    expect(solve.rated).toBeNull();
  });

  test('whose move nobody can judge is put back', async () => {
    attempt.mockRejectedValue(new Error('nobody'));
    await expect(solve.play('a')).rejects.toThrow('nobody');
    expect(solve).toMatchObject({ phase: 'ask', answered: false });
    expect(solve.line.moves).toEqual([]);
  });
});
