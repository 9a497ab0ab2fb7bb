// Puzzles of somebody's own mistakes.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { notices } from '../notices.svelte';
import { connection } from '../socket.svelte';
import { newGame, phrase } from '../testing';
import type { Answer, GameLine, PuzzleView, Question } from '../wire';
import { Maker } from './own.svelte';
import { progress } from './progress.svelte';

let line: GameLine;
let asked: Question[];
let answer: Promise<Answer>;
const stop = vi.fn();

const made = (...ids: string[]): Answer => ({
  type: 'puzzles',
  made: {
    puzzles: ids.map((id, n) => ({ ply: n, text: `all of ${id}`, puzzle: { id } as PuzzleView })),
    leftOut: [{ ply: 9, why: phrase('several moves are as good') }],
  },
});

beforeEach(() => {
  localStorage.clear();
  line = { game: newGame(), setup: { options: [] }, moves: ['a', 'b'] };
  asked = [];
  stop.mockReset();
  vi.spyOn(connection, 'stream').mockImplementation((question, report) => {
    asked.push(question);
    report({ type: 'review-progress', to: 1, done: 1, of: 2 });
    return { answer, stop };
  });
});

describe('mistakes', () => {
  test('become puzzles that come back, twelve at most, each once', async () => {
    const maker = new Maker();
    answer = Promise.resolve(made('x', 'y'));
    const plies = Array.from({ length: 20 }, (_, n) => n);
    const making = maker.make(line, plies, () => 5);
    expect(maker.working).toEqual({ done: 1, of: 2 });
    await making;
    expect(asked).toEqual([{ type: 'make-puzzles', line, plies: plies.slice(0, 12) }]);
    expect(maker).toMatchObject({ working: null, made: { fresh: 2, all: 2, leftOut: [{ ply: 9 }] } });
    expect(progress.of(line.game).own).toEqual([
      { id: 'x', at: 5, text: 'all of x' },
      { id: 'y', at: 6, text: 'all of y' },
    ]);
    answer = Promise.resolve(made('y', 'z'));
    await maker.make(line, [1]);
    expect(maker.made).toMatchObject({ fresh: 1, all: 2 });
    expect(stop).toHaveBeenCalledTimes(2);
  });

  test('that cannot be looked at are said so, unless the page was left', async () => {
    const told = vi.spyOn(notices, 'fail').mockReturnValue();
    const maker = new Maker();
    answer = Promise.reject(new Error('nobody'));
    await maker.make(line, [1]);
    expect(told).toHaveBeenCalledTimes(1);
    expect(maker).toMatchObject({ working: null, made: null });
    answer = Promise.reject(new Error('nobody'));
    const making = maker.make(line, [1]);
    maker.close();
    await making;
    expect(told).toHaveBeenCalledTimes(1);
  });
});
