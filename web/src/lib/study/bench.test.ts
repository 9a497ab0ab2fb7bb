// The engine's view of a study, and what is pointed at.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connection, type Progress } from '../socket.svelte';
import { answering, looking, newGame, phrase } from '../testing';
import type { AnalysisView, LineView, Question } from '../wire';
import { Bench } from './bench.svelte';
import { Study } from './tree.svelte';

const line = (n: number, ...moves: string[]): LineView => ({
  score: { chances: 0.5 - n / 10, words: phrase(`line ${n}`), proven: false },
  moves,
  gesture: [n, n + 1],
});
const found = (...lines: LineView[]): AnalysisView => ({
  depth: 5,
  nodes: 1,
  elapsed: 1,
  lines,
  solved: null,
  done: false,
});

let bench: Bench;
let asked: Question[];
let streams: { question: Question; report: (message: Progress) => void; stop: () => void }[];

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  asked = answering({ ...looking, 'stop-analysis': () => ({ type: 'done' }) });
  streams = [];
  vi.spyOn(connection, 'open', 'get').mockReturnValue(true);
  vi.spyOn(connection, 'stream').mockImplementation((question, report) => {
    const stop = vi.fn();
    streams.push({ question, report, stop });
    return { answer: new Promise(() => undefined), stop };
  });
  bench = new Bench(new Study(newGame()));
});

afterEach(() => {
  vi.useRealTimers();
});

/** Lets the engine look, and say something. */
async function analysed(view: AnalysisView) {
  bench.analyser.follow(bench.line);
  await vi.advanceTimersByTimeAsync(200);
  streams.at(-1)?.report({ type: 'analysis', to: 1, view });
}

describe('the arrows', () => {
  test('are those of the three best lines, the best painted last', async () => {
    await analysed(found(line(0, 'a'), line(1, 'b'), line(2, 'c'), line(3, 'd')));
    expect(bench.arrows).toEqual([
      { cells: [2, 3], weight: 'light' },
      { cells: [1, 2], weight: 'medium' },
      { cells: [0, 1], weight: 'strong' },
    ]);
  });

  test('give way to the line that is pointed at', async () => {
    await analysed(found(line(0, 'a'), line(1, 'b')));
    bench.point(1, null);
    expect(bench.arrows).toEqual([{ cells: [1, 2] }]);
    bench.point(4, null);
    expect(bench.arrows).toEqual([]);
    bench.leave();
    expect(bench.arrows).toHaveLength(2);
  });

  test('are not drawn on a position that is looked at in passing, nor with the engine off', async () => {
    await analysed(found(line(0, 'a', 'b')));
    bench.point(0, ['a', 'b']);
    await vi.advanceTimersByTimeAsync(0);
    expect(bench.preview?.last?.text).toBe('b');
    expect(bench.arrows).toEqual([]);
    bench.settle();
    bench.analyser.wishes.on = false;
    expect(bench.arrows).toEqual([]);
  });
});

describe('a position in passing', () => {
  test('that comes after one has pointed elsewhere is not shown', async () => {
    bench.point(0, ['a']);
    bench.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(bench.preview).toBeNull();
    expect(bench.pointed).toBeNull();
  });
});

describe('the score', () => {
  test('is that of the best line', async () => {
    expect(bench.score).toBeNull();
    await analysed(found(line(1, 'a')));
    expect(bench.score?.chances).toBe(0.4);
  });
});

describe('the engine', () => {
  test('is asked when the fingers rest, and not for positions on the way', async () => {
    bench.analyser.follow(bench.line);
    bench.study.play('a');
    bench.analyser.follow(bench.line);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams.map(({ question }) => question.type === 'analyse' && question.request.line.moves)).toEqual([['a']]);
  });

  test('is not asked twice for the same', async () => {
    await analysed(found());
    bench.analyser.follow({ ...bench.line });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams).toHaveLength(1);
  });

  test('of another position is not shown here', async () => {
    await analysed(found(line(0, 'a')));
    const late = streams[0]?.report;
    bench.study.play('b');
    bench.analyser.follow(bench.line);
    expect(bench.analyser.view).toBeNull();
    expect(streams[0]?.stop).toHaveBeenCalled();
    late?.({ type: 'analysis', to: 1, view: found(line(3, 'z')) });
    expect(bench.analyser.view).toBeNull();
  });

  test('stays in sight while more lines of the same position are wished', async () => {
    await analysed(found(line(0, 'a')));
    bench.analyser.wishes.lines = 5;
    bench.analyser.follow(bench.line);
    expect(bench.analyser.view?.lines).toHaveLength(1);
  });

  test('is told to stop when it is switched off, once', async () => {
    await analysed(found(line(0, 'a')));
    bench.analyser.wishes.on = false;
    bench.analyser.follow(bench.line);
    bench.analyser.follow(bench.line);
    bench.close();
    expect(asked.filter(({ type }) => type === 'stop-analysis')).toHaveLength(1);
    expect(bench.analyser.view).toBeNull();
  });

  test('remembers how it shall look', async () => {
    Object.assign(bench.analyser.wishes, { lines: 5, threads: 2 });
    await analysed(found());
    expect(new Bench(new Study(newGame())).analyser.wishes).toMatchObject({ on: true, lines: 5, threads: 2 });
  });
});

describe('starting over', () => {
  test('keeps layout and options, and drops the position and the moves', () => {
    const setup = { layout: 'daisy', options: [['x', '1']] as [string, string][], position: 'p' };
    bench.study.begin('go', setup, ['a']);
    bench.startOver();
    expect(bench.line).toEqual({ game: 'go', setup: { layout: 'daisy', options: [['x', '1']] }, moves: [] });
  });
});
