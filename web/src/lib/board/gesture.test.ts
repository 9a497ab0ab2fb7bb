// Moves made tap by tap, with a server that may be slow, and with drags.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../testing';
import type { CellId, Continuations } from '../wire';
import { Gesture } from './gesture.svelte';
import { next } from './testing';

type Next = Continuations<string>;

/** A game of two moves from cell 0: to 1 it is `a`, by way of 2 and 3 it is `bc`; cell 5 can begin, too. */
const TREE: Record<string, Next> = {
  '': next([
    [0, 'select'],
    [5, 'select'],
    [10, 'select'],
  ]),
  '0': next([
    [1, 'finish'],
    [2, 'drop'],
  ]),
  '0 1': next([], 'a'),
  '0 2': next([[3, 'finish']], 'b'),
  '0 2 3': next([], 'bc'),
  '5': next([
    [6, 'extend'],
    [7, 'extend'],
  ]),
  '5 6': next([[8, 'finish']]),
  '5 7': next([[8, 'finish']]),
  '5 6 8': next([], 'short'),
  '5 7 8': next([], 'long'),
  // A group that is dragged by its middle, to where another move would go by taps.
  '10': next([[11, 'extend']]),
  '10 11': { ...next([[8, 'finish']]), grabs: [10] },
  '10 11 8': next([], 'tapped'),
  '10 11 10': next([[8, 'finish']]),
  '10 11 10 8': next([], 'dragged'),
};

const outside = {
  follow: vi.fn<(taps: CellId[]) => Promise<Next>>(),
  move: vi.fn<(text: string, taps: CellId[]) => void | Promise<void>>(),
  foreign: vi.fn<(taps: CellId[], begins: boolean) => boolean | void>(),
  confirm: vi.fn<() => boolean>(),
  failed: vi.fn<(error: unknown) => void>(),
};
let gesture: Gesture;

beforeEach(() => {
  for (const mock of Object.values(outside)) mock.mockReset();
  outside.follow.mockImplementation((taps) => {
    const answer = TREE[taps.join(' ')];
    return answer ? Promise.resolve(answer) : Promise.reject(new Error(`nothing follows ${taps.join(' ')}`));
  });
  outside.confirm.mockReturnValue(false);
  gesture = new Gesture(outside);
  gesture.reset(TREE[''] ?? null);
});

async function tap(...cells: (CellId | null)[]) {
  for (const cell of cells) await gesture.tap(cell);
}

describe('taps', () => {
  test('make a move, which is handed on once and at once', async () => {
    await tap(0, 1);
    expect(outside.move.mock.calls).toEqual([['a', [0, 1]]]);
    expect(gesture.sent).toBe(true);
    await tap(0, 1);
    expect(outside.move).toHaveBeenCalledTimes(1);
  });

  test('that are quicker than the server are made in their order', async () => {
    const last = [gesture.tap(0), gesture.tap(2), gesture.tap(3)].at(-1);
    await last;
    expect(outside.move.mock.calls).toEqual([['bc', [0, 2, 3]]]);
  });

  test('lift a piece before the server has answered', async () => {
    const answered = gesture.tap(0);
    expect(gesture.pressing).toBe(0);
    expect(gesture.lifted).toBe(true);
    expect(gesture.begun).toBe(false);
    await answered;
    expect(gesture.pressing).toBeNull();
    expect(gesture.taps).toEqual([0]);
  });

  test('do nothing while nobody may move', async () => {
    gesture.reset(null);
    await tap(0, 1);
    expect(gesture.taps).toEqual([]);
    expect(outside.follow).not.toHaveBeenCalled();
    expect(outside.foreign).not.toHaveBeenCalled();
  });

  test('on the same cell again take the last one back', async () => {
    await tap(0, 2, 2);
    expect(gesture.taps).toEqual([0]);
    await tap(0);
    expect(gesture.taps).toEqual([]);
  });

  test('beside the board give the move up', async () => {
    await tap(0, null);
    expect(gesture.taps).toEqual([]);
    expect(gesture.lifted).toBe(false);
  });

  test('on another piece begin another move, and say so', async () => {
    await tap(0, 5);
    expect(outside.foreign.mock.calls).toEqual([[[0, 5], true]]);
    expect(gesture.taps).toEqual([5]);
  });

  test('that a lesson takes give the move up', async () => {
    outside.foreign.mockReturnValue(true);
    for (const cell of [5, 9]) {
      await tap(0, cell);
      expect(gesture.taps).toEqual([]);
    }
    expect(outside.foreign).toHaveBeenCalledTimes(2);
  });

  test('that lead nowhere are told, and the half-made move stays', async () => {
    await tap(0, 9);
    expect(gesture.taps).toEqual([0]);
    await tap(2, 9);
    expect(gesture.taps).toEqual([0, 2]);
    expect(outside.foreign.mock.calls).toEqual([
      [[0, 9], false],
      [[0, 2, 9], false],
    ]);
    await tap(3);
    expect(outside.move.mock.calls).toEqual([['bc', [0, 2, 3]]]);
  });

  test('can choose a longer group instead of the one chosen', async () => {
    await tap(5, 6, 7);
    expect(gesture.taps).toEqual([5, 7]);
    expect(outside.foreign).not.toHaveBeenCalled();
    await tap(8);
    expect(outside.move.mock.calls).toEqual([['long', [5, 7, 8]]]);
  });
});

describe('a whole move', () => {
  test('that could go on waits for a yes', async () => {
    await tap(0, 2);
    expect(gesture.ready).toBe('b');
    expect(outside.move).not.toHaveBeenCalled();
    await gesture.play();
    expect(outside.move.mock.calls).toEqual([['b', [0, 2]]]);
  });

  test('waits for a yes when the visitor wants to confirm', async () => {
    outside.confirm.mockReturnValue(true);
    await tap(0, 1);
    expect(gesture.ready).toBe('a');
    expect(outside.move).not.toHaveBeenCalled();
    await gesture.play();
    await gesture.play();
    expect(outside.move).toHaveBeenCalledTimes(1);
  });

  test('goes back when it is refused', async () => {
    const refusal = new Error('not your turn');
    outside.move.mockRejectedValue(refusal);
    await tap(0, 1);
    await eventually(() => expect(outside.failed.mock.calls).toEqual([[refusal]]));
    expect(gesture.sent).toBe(false);
    expect(gesture.taps).toEqual([]);
    expect(gesture.choice(0)?.role).toBe('select');
  });

  test('that is refused after another picture has come does not disturb it', async () => {
    let refuse: (error: Error) => void = () => undefined;
    outside.move.mockReturnValue(new Promise((_, failed) => (refuse = failed)));
    await tap(0, 1);
    gesture.reset(TREE[''] ?? null);
    await tap(5);
    refuse(new Error('too late'));
    await eventually(() => expect(outside.failed).toHaveBeenCalledTimes(1));
    expect(gesture.taps).toEqual([5]);
  });
});

describe('drags', () => {
  test('over cells take what is offered there, but never end the move', async () => {
    await tap(0);
    await gesture.pass(1);
    expect(gesture.taps).toEqual([0]);
    await gesture.pass(2);
    await gesture.pass(2);
    expect(gesture.taps).toEqual([0, 2]);
    await gesture.release(3);
    expect(outside.move.mock.calls).toEqual([['bc', [0, 2, 3]]]);
  });

  test('can go over to a longer group', async () => {
    await tap(5, 6);
    await gesture.pass(7);
    expect(gesture.taps).toEqual([5, 7]);
  });

  test('that end where nothing is offered are told, and change nothing', async () => {
    await tap(0);
    await gesture.release(9);
    expect(outside.foreign.mock.calls).toEqual([[[0, 9], false]]);
    expect(gesture.taps).toEqual([0]);
    // Back on the cell where it began: no mistake.
    await gesture.release(0);
    expect(outside.foreign).toHaveBeenCalledTimes(1);
  });
});

describe('a drag of a group', () => {
  test('goes where the piece goes that is held', async () => {
    await tap(10, 11);
    await gesture.grab(10);
    await gesture.release(8);
    expect(outside.move.mock.calls).toEqual([['dragged', [10, 11, 10, 8]]]);
  });

  test('that makes no move is told, and leaves the group selected', async () => {
    await tap(10, 11);
    await gesture.grab(10);
    await gesture.release(9);
    expect(outside.foreign.mock.calls).toEqual([[[10, 11, 10, 9], false]]);
    expect(gesture.taps).toEqual([10, 11]);
    await gesture.grab(11);
    await gesture.grab(10);
    await gesture.letGo();
    expect(gesture.taps).toEqual([10, 11]);
  });

  test('begins only where it can be held', async () => {
    await tap(0);
    await gesture.grab(0);
    await gesture.letGo();
    expect(gesture.taps).toEqual([0]);
  });
});

describe('a slow or broken server', () => {
  test('is asked once for what is known already', async () => {
    await tap(0, 2, 2, 2);
    const asked = outside.follow.mock.calls.map(([taps]) => taps.join(' '));
    expect(new Set(asked).size).toBe(asked.length);
  });

  test('is asked ahead for the few cells that can follow', async () => {
    await tap(0);
    const asked = outside.follow.mock.calls.map(([taps]) => taps.join(' '));
    expect(asked).toEqual(['0', '0 1', '0 2']);
  });

  test('that answers after the picture has changed is not heard', async () => {
    let answer: (next: Next) => void = () => undefined;
    outside.follow.mockReturnValue(new Promise((done) => (answer = done)));
    const tapped = gesture.tap(0);
    await Promise.resolve();
    gesture.reset(TREE[''] ?? null);
    answer(next([], 'a'));
    await tapped;
    expect(gesture.taps).toEqual([]);
    expect(outside.move).not.toHaveBeenCalled();
  });

  test('that fails gives the move up, and is asked anew', async () => {
    outside.follow.mockRejectedValueOnce(new Error('offline'));
    await tap(0);
    expect(outside.failed).toHaveBeenCalledTimes(1);
    expect(gesture.lifted).toBe(false);
    await tap(0);
    expect(gesture.taps).toEqual([0]);
  });

  test('a lifted piece can be put down before it has answered', async () => {
    const tapped = gesture.tap(0);
    gesture.cancel();
    expect(gesture.lifted).toBe(false);
    await tapped;
    expect(gesture.taps).toEqual([]);
  });
});
