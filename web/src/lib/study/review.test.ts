// A finished game with the engine's eyes.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { study as words } from '../i18n/study';
import { notices } from '../notices.svelte';
import { settings } from '../settings.svelte';
import { connection, type Progress } from '../socket.svelte';
import {
  answering,
  computer,
  eventually,
  guest,
  infoOf,
  looking,
  me,
  newGame,
  phrase,
  serving,
  tableOf,
} from '../testing';
import type { Answer, MoveReviewView, Question, ReviewView, TableState, TableView } from '../wire';
import { reviewAddressOf } from './address';
import { Review } from './review.svelte';

const MOVES = ['a', 'b', 'c', 'd', 'e', 'f'];
/** Marks of the six moves, the players in turn. */
const MARKS = [null, '?', '?!', '!', '??', '?'];

const view: ReviewView = {
  scores: Array.from({ length: 7 }, (_, n) => ({ chances: n / 10, words: phrase(`score ${n}`), proven: false })),
  moves: MARKS.map((mark, n): MoveReviewView => ({
    by: n % 2 === 0 ? 'first' : 'second',
    loss: 0,
    cost: 0,
    costWords: null,
    mark,
    better: mark?.startsWith('?') ? ['x', 'y', 'z'] : null,
    betterGesture: [n, n + 1],
    turningPoint: false,
    reasons: [],
    why: null,
  })),
  sides: [
    { accuracy: 0.8, kept: 0.95, costWords: phrase('about 2 towers') },
    { accuracy: 0.5, kept: 0.9, costWords: null },
  ],
};

const ending = { winner: 'first', reason: 'over', words: phrase('It is over') } as const;
let game: string;
let asked: Question[];
let streamed: { question: Question; report: (message: Progress) => void; stop: () => void }[];
let finish: (answer: Answer) => void;

function table(state: Partial<TableState> = {}, moves = MOVES): TableView {
  return tableOf(game, moves, { seats: [me, guest()], turn: null, ending, ...state });
}

/** A review of that table; it is not made yet. */
async function begun(of = table()): Promise<Review> {
  serving({ '/api/tables/table': of, '/api/games': [infoOf(game)] });
  const review = new Review('table');
  await eventually(() => expect(review.table ?? review.failure).not.toBeNull());
  return review;
}

/** A review that is made. */
async function made(of = table(), found = view): Promise<Review> {
  const review = await begun(of);
  await eventually(() => expect(streamed).toHaveLength(1));
  finish({ type: 'review', review: found });
  await eventually(() => expect(review.view).not.toBeNull());
  return review;
}

const at = (review: Review) => review.look?.scene.markers[0]?.cell;

beforeEach(() => {
  settings.language = 'en';
  settings.flip = false;
  sessionStorage.clear();
  game = newGame();
  asked = answering({
    ...looking,
    judge: ({ line }) => ({
      type: 'judgement',
      judgement: {
        good: line.moves.at(-1) === 'x',
        best: false,
        score: { chances: 0.9, words: phrase('fine'), proven: false },
        why: line.moves.at(-1) === 'x' ? null : phrase('It loses a piece'),
      },
    }),
  });
  streamed = [];
  vi.spyOn(connection, 'stream').mockImplementation((question, report) => {
    const stop = vi.fn();
    streamed.push({ question, report, stop });
    return { answer: new Promise((done) => (finish = done)), stop };
  });
  vi.spyOn(notices, 'speak').mockReturnValue();
});

describe('a review', () => {
  test('tells how far it is, and begins at the first mistake of the visitor', async () => {
    const review = await begun();
    await eventually(() => expect(streamed).toHaveLength(1));
    expect(review.progress).toEqual({ done: 0, of: 7 });
    streamed[0]?.report({ type: 'review-progress', to: 1, done: 3, of: 7 });
    expect(review.progress).toEqual({ done: 3, of: 7 });
    finish({ type: 'review', review: view });
    await eventually(() => expect(review.view).not.toBeNull());
    // The first player’s own: `?!` is passed over while there is something worse.
    expect(review.mistakes).toEqual([4]);
    expect(review.ply).toBe(5);
    await eventually(() => expect(review.progress).toBeNull());
  });

  test('is made once for each game in this tab', async () => {
    await made();
    const again = await begun();
    await eventually(() => expect(again.view).toEqual(view));
    expect(streamed).toHaveLength(1);
  });

  test('of a line in an address needs no table', async () => {
    serving({ '/api/games': [infoOf(game)] });
    const line = { game, setup: { options: [['tie', 'fives']] as [string, string][] }, moves: MOVES };
    const review = new Review(new URL(reviewAddressOf(line, ['Ada', '']), 'http://here').search);
    await eventually(() => expect(streamed).toHaveLength(1));
    expect(streamed[0]?.question).toEqual({ type: 'review', line });
    finish({ type: 'review', review: view });
    await eventually(() => expect(review.view).toEqual(view));
    expect(review.given?.names).toEqual(['Ada', '']);
    // Nobody’s own: all mistakes are walked through.
    expect(review.mistakes).toEqual([1, 4, 5]);
  });

  test('that was kept broken is made anew', async () => {
    sessionStorage.setItem('galet.review.table.6', '{"scores":[]}');
    await made();
    expect(streamed).toHaveLength(1);
  });

  test('is not made of a game that two people are playing', async () => {
    const review = await begun(table({ ending: null, turn: 'first' }));
    expect(review.running).toBe(true);
    expect(streamed).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('may be made of a running game against the computer', async () => {
    const review = await begun(table({ ending: null, turn: 'first', seats: [me, computer] }));
    expect(review.running).toBe(false);
    await eventually(() => expect(streamed).toHaveLength(1));
  });

  test('is not made of nothing', async () => {
    const review = await begun(table({}, []));
    await eventually(() => expect(review.look).not.toBeNull());
    expect(streamed).toEqual([]);
  });

  test('that fails says why', async () => {
    const review = await begun();
    await eventually(() => expect(streamed).toHaveLength(1));
    vi.spyOn(console, 'error').mockReturnValue();
    finish({ type: 'done' });
    await eventually(() => expect(review.failure?.code).toBe('unclear'));
    serving({});
    await review.load();
    expect(review.failure?.code).toBe('unclear');
  });

  test('of a table that is closed is no longer heard', async () => {
    const review = await begun();
    await eventually(() => expect(streamed).toHaveLength(1));
    review.close();
    expect(streamed[0]?.stop).toHaveBeenCalled();
  });
});

describe('walking', () => {
  test('goes from mistake to mistake and round again, of whom one wants', async () => {
    const review = await made();
    review.whose = 'nobody';
    expect(review.mistakes).toEqual([1, 4, 5]);
    review.go(0);
    const seen = [1, 1, 1, 1].map((step) => {
      review.nextMistake(step as 1);
      return [review.ply, review.mistake];
    });
    expect(seen).toEqual([
      [2, 0],
      [5, 1],
      [6, 2],
      [2, 0],
    ]);
    review.nextMistake(-1);
    expect(review.ply).toBe(6);
  });

  test('shows dubious moves where there is nothing worse', async () => {
    const review = await made(table(), {
      ...view,
      moves: view.moves.map((move, n) => (n === 4 ? { ...move, mark: null } : move)),
    });
    expect(review.mistakes).toEqual([2]);
  });

  test('stays within the game', async () => {
    const review = await made();
    review.go(-3);
    expect(review.ply).toBe(0);
    expect(review.index).toBe(-1);
    expect(review.move).toBeUndefined();
    review.go(99);
    expect(review.ply).toBe(6);
    await eventually(() => expect(at(review)).toBe(6));
  });

  test('shows a step forward under way, and a leap at once', async () => {
    const review = await made();
    review.go(0);
    await eventually(() => expect(at(review)).toBe(0));
    review.go(1);
    await eventually(() => expect(at(review)).toBe(1));
    expect(review.animation).not.toBeNull();
    review.go(4);
    await eventually(() => expect(at(review)).toBe(4));
    expect(review.animation).toBeNull();
  });

  test('the score is that of the position on the screen', async () => {
    const review = await made();
    review.go(2);
    expect(review.score?.chances).toBe(0.2);
    // The position before the move, where the better line begins.
    review.showBetter();
    expect(review.score?.chances).toBe(0.1);
  });

  test('a bad move stands out in red, a good one in green, a dubious one not at all', async () => {
    const review = await made();
    const kinds = async (ply: number) => {
      review.go(ply);
      await eventually(() => expect(at(review)).toBe(ply));
      return review.highlights;
    };
    expect(await kinds(2)).toEqual([{ cell: 2, kind: 'bad' }]);
    expect(await kinds(4)).toEqual([{ cell: 4, kind: 'good' }]);
    expect(await kinds(3)).toEqual([]);
    expect(await kinds(1)).toEqual([]);
  });

  test('sits where the visitor sat', async () => {
    expect((await begun(table({ seats: [guest(), me] }))).flipped).toBe(true);
    expect((await begun(table({ seats: [me, guest()] }))).flipped).toBe(false);
    settings.flip = true;
    expect((await begun(table({ seats: [me, me] }))).flipped).toBe(true);
  });
});

describe('another try', () => {
  test('begins before the mistake, and shows nothing of the answer', async () => {
    const review = await made();
    review.again();
    expect(review.trying).toBe(true);
    expect(review.attemptLine().moves).toEqual(['a', 'b', 'c', 'd']);
    await eventually(() => expect(at(review)).toBe(4));
    expect([review.arrows, review.highlights, review.betterMoves, review.score]).toEqual([[], [], null, null]);
  });

  test('that is good opens the better line, and is spoken', async () => {
    const review = await made();
    review.again();
    await review.tryMove('x');
    expect(review.trying).toBe(false);
    expect(review.attempt?.verdict?.good).toBe(true);
    expect(review.betterMoves).toEqual(['x', 'y', 'z']);
    expect(review.score?.chances).toBe(0.9);
    await eventually(() => expect(review.highlights).toEqual([{ cell: 5, kind: 'good' }]));
    expect(notices.speak).toHaveBeenCalledWith(`${words().good} `);
  });

  test('that is not good says why, keeps the answer, and can be made anew', async () => {
    const review = await made();
    review.again();
    await review.tryMove('q');
    expect(review.betterMoves).toBeNull();
    expect(notices.speak).toHaveBeenCalledWith(`${words().notYet} It loses a piece`);
    review.again();
    expect(review.attempt).toEqual({ move: 4, text: '', verdict: null });
  });

  test('whose verdict comes after one has gone on is not heard', async () => {
    const review = await made();
    review.again();
    const judged = review.tryMove('x');
    review.go(1);
    await judged;
    expect(review.attempt).toBeNull();
    expect(notices.speak).not.toHaveBeenCalled();
  });

  test('that cannot be judged is put up again', async () => {
    const review = await made();
    review.again();
    answering(looking);
    await expect(review.tryMove('x')).rejects.toThrow();
    expect(review.trying).toBe(true);
  });

  test('a move without a mistake to try does nothing', async () => {
    const review = await made();
    await review.tryMove('x');
    expect(review.attempt).toBeNull();
  });
});

describe('the better line', () => {
  test('is drawn as an arrow from the position before the mistake', async () => {
    const review = await made();
    review.showBetter();
    expect(review.arrows).toEqual([{ cells: [4, 5] }]);
    expect(review.betterMoves).toEqual(['x', 'y', 'z']);
    await eventually(() => expect(at(review)).toBe(4));
  });

  test('shows the positions that are pointed at, and forgets them with the next step', async () => {
    const review = await made();
    review.showBetter();
    review.point(2);
    await eventually(() => expect(review.preview?.scene.markers[0]?.cell).toBe(6));
    expect(review.arrows).toEqual([]);
    review.point(null);
    expect(review.preview).toBeNull();
    review.point(3);
    review.go(1);
    await eventually(() => expect(at(review)).toBe(1));
    expect(review.preview).toBeNull();
  });
});
