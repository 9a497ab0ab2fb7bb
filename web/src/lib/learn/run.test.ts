// A lesson while somebody does it.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '../api';
import { answering, looking, newGame, phrase } from '../testing';
import type { LessonAnswer, LessonView, StageView } from '../wire';
import { Run } from './run.svelte';

const stage = (parts: Partial<StageView> = {}): StageView => ({
  task: phrase('do it'),
  points: [],
  forbidden: false,
  taps: [0, 1],
  moves: ['a'],
  ...parts,
});

const answer = (judged: LessonAnswer['judged'], parts: Partial<LessonAnswer> = {}): LessonAnswer => ({
  judged,
  stage: 0,
  words: phrase(judged),
  replies: [],
  ...parts,
});

const attempt = vi.fn<typeof api.attempt>();
let run: Run;

async function begun(...stages: StageView[]) {
  const lesson: LessonView = {
    id: 'one',
    part: 'may',
    title: phrase('title'),
    rule: phrase('rule'),
    setup: { options: [] },
    stages,
  };
  run = new Run(newGame(), lesson);
  await run.begin();
}

const at = () => run.look?.scene.markers[0]?.cell;

beforeEach(() => {
  vi.useFakeTimers();
  answering(looking);
  attempt.mockReset();
  vi.spyOn(api, 'attempt').mockImplementation(attempt);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a lesson', () => {
  test('is done by the right move', async () => {
    await begun(stage());
    expect(run.continuations).not.toBeNull();
    attempt.mockResolvedValue(answer('done'));
    await run.play('a');
    expect(attempt).toHaveBeenCalledWith(run.game, 'one', { stage: 0, moves: ['a'], taps: [] });
    expect(run).toMatchObject({ done: true, busy: false, misses: 0, continuations: null });
    expect(run.said).toEqual({ how: 'done', words: phrase('done') });
    expect(at()).toBe(1);
  });

  test('goes on with the next stage, after the other side has answered', async () => {
    await begun(stage(), stage({ moves: ['c'] }));
    attempt.mockResolvedValue(answer('onward', { stage: 1, replies: ['b'] }));
    const playing = run.play('a');
    await vi.advanceTimersByTimeAsync(100);
    expect(at()).toBe(1);
    expect(run.busy).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    await playing;
    expect(at()).toBe(2);
    expect(run).toMatchObject({ stage: 1, done: false, busy: false });
    expect(run.step?.moves).toEqual(['c']);
    expect(run.continuations).not.toBeNull();
  });

  test('takes a wrong move back after it was seen', async () => {
    await begun(stage());
    attempt.mockResolvedValue(answer('again'));
    const playing = run.play('x');
    await vi.advanceTimersByTimeAsync(100);
    expect(at()).toBe(1);
    expect(run.continuations).toBeNull();
    await vi.advanceTimersByTimeAsync(5_000);
    await playing;
    expect(at()).toBe(0);
    expect(run).toMatchObject({ misses: 1, done: false, said: { how: 'again' } });
    expect(run.continuations).not.toBeNull();
  });

  test('takes a move back that nobody could judge, and says so', async () => {
    await begun(stage());
    attempt.mockRejectedValue(new Error('offline'));
    await expect(run.play('a')).rejects.toThrow('offline');
    expect(at()).toBe(0);
    expect(run.busy).toBe(false);
  });

  test('hears one move at a time, and none once it is done', async () => {
    await begun(stage());
    attempt.mockResolvedValue(answer('done'));
    const first = run.play('a');
    await run.play('b');
    await first;
    await run.play('c');
    await run.refused([0]);
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  test('that wants the forbidden is done by trying it', async () => {
    await begun(stage({ forbidden: true, moves: [], taps: [3, 4] }), stage());
    attempt.mockResolvedValue(answer('onward', { stage: 1 }));
    await run.refused([3, 4]);
    expect(attempt).toHaveBeenCalledWith(run.game, 'one', { stage: 0, moves: [], taps: [3, 4] });
    expect(run.stage).toBe(1);
  });

  test('shows how it is done: by its move, else by its taps', async () => {
    await begun(stage(), stage({ moves: [], taps: [3, 4] }));
    attempt.mockResolvedValueOnce(answer('onward', { stage: 1 })).mockResolvedValueOnce(answer('done', { stage: 1 }));
    await run.show();
    await run.show();
    expect(attempt.mock.calls.map(([, , { moves, taps }]) => [moves, taps])).toEqual([
      [['a'], []],
      [['a'], [3, 4]],
    ]);
    expect(run.done).toBe(true);
  });

  test('begins anew', async () => {
    await begun(stage());
    attempt.mockResolvedValue(answer('done'));
    await run.play('a');
    await run.again();
    expect(run).toMatchObject({ stage: 0, done: false, said: null });
    expect(at()).toBe(0);
    expect(run.continuations).not.toBeNull();
  });

  test('that is left does nothing more', async () => {
    await begun(stage());
    attempt.mockResolvedValue(answer('again'));
    const playing = run.play('x');
    run.end();
    await vi.advanceTimersByTimeAsync(5_000);
    await playing;
    expect(run.said).toBeNull();
    expect(at()).toBe(0);
  });
});
