// Looks are asked for once, and forgotten when they fail or are too many.

import { describe, expect, test, vi } from 'vitest';
import { next } from './board/testing';
import { lineKey, lookAt, prepareTaps, tapsAt } from './looks';
import { connection } from './socket.svelte';
import { answering, eventually, lookOf, looking, newGame } from './testing';
import type { Answer, GameLine } from './wire';
import { Viewer } from './viewer.svelte';

const line = (game: string, ...moves: string[]): GameLine => ({ game, setup: { options: [] }, moves });

describe('a look', () => {
  test('is asked for once', async () => {
    const asked = answering(looking);
    const game = newGame();
    const [first, second] = await Promise.all([lookAt(line(game, 'a')), lookAt(line(game, 'a'))]);
    expect(second).toBe(first);
    expect(await lookAt(line(game, 'a'))).toBe(first);
    expect(asked).toHaveLength(1);
  });

  test('that failed is asked for again', async () => {
    const game = newGame();
    answering({});
    await expect(lookAt(line(game))).rejects.toThrow('nobody answers look');
    answering(looking);
    expect(await lookAt(line(game))).toEqual(lookOf(line(game)));
  });

  test('is forgotten behind four hundred others', async () => {
    const asked = answering(looking);
    const game = newGame();
    await Promise.all(Array.from({ length: 401 }, (_, n) => lookAt(line(game, `${n}`))));
    await lookAt(line(game, '1'));
    expect(asked).toHaveLength(401);
    await lookAt(line(game, '0'));
    expect(asked).toHaveLength(402);
  });

  test('of another setup is another look', () => {
    const keys = [
      line('go'),
      line('go', 'a b'),
      line('go', 'a', 'b'),
      { ...line('go'), setup: { options: [['a', 'b']] as [string, string][] } },
      { ...line('go'), setup: { options: [], layout: 'x' } },
      { ...line('go'), setup: { options: [], position: 'x' } },
    ].map(lineKey);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('that is answered by something else is refused', async () => {
    answering({ look: () => ({ type: 'done' }), 'look-taps': () => ({ type: 'done' }) });
    await expect(lookAt(line(newGame()))).rejects.toThrow('a look was answered by done');
    await expect(tapsAt(line('go'), [0])).rejects.toThrow('taps were answered by done');
  });
});

describe('taps', () => {
  const answers = {
    ...looking,
    'look-taps': ({ taps }: { taps: number[] }): Answer => ({
      type: 'continuations',
      continuations: next([], taps[0] === 2 ? 'made' : null),
    }),
  };
  const first = next([
    [1, 'select'],
    [2, 'finish'],
  ]);

  test('are asked about once, and anew in another position', async () => {
    const asked = answering(answers);
    const game = newGame();
    await Promise.all([tapsAt(line(game), [1]), tapsAt(line(game), [1])]);
    await tapsAt(line(game), [1, 2]);
    await tapsAt(line(game, 'a'), [1]);
    await tapsAt(line(game), [1]);
    expect(asked).toHaveLength(4);
  });

  test('that failed are asked about again', async () => {
    answering({});
    const game = newGame();
    await expect(tapsAt(line(game), [1])).rejects.toThrow();
    answering(answers);
    expect(await tapsAt(line(game), [1])).toEqual(next([]));
  });

  test('are asked about in advance where the answers are at hand, with the moves that they make', async () => {
    const asked = answering(answers);
    const game = newGame();
    await prepareTaps(line(game), first);
    expect(asked).toEqual([]);
    vi.spyOn(connection, 'atHand', 'get').mockReturnValue(true);
    await prepareTaps(line(game), first);
    expect(asked.map(({ type }) => type)).toEqual(['look-taps', 'look-taps', 'look']);
    await tapsAt(line(game), [2]);
    await lookAt(line(game, 'made'));
    expect(asked).toHaveLength(3);
  });
});

describe('a viewer', () => {
  test('shows the last line that was wished, whatever comes first', async () => {
    const waiting: (() => void)[] = [];
    answering({
      look: ({ line: wished }) =>
        new Promise((done) => waiting.push(() => done({ type: 'look', look: lookOf(wished) }))),
    });
    const [viewer, game] = [new Viewer(), newGame()];
    const [first, second] = [viewer.show(line(game, 'a'), true), viewer.show(line(game, 'a', 'b'), true)];
    await eventually(() => expect(waiting).toHaveLength(2));
    for (const answer of waiting.toReversed()) answer();
    await Promise.all([first, second]);
    expect(viewer.look?.last?.text).toBe('b');
    expect(viewer.animation).not.toBeNull();
  });

  test('fails only for what is still wished', async () => {
    const [viewer, game] = [new Viewer(), newGame()];
    answering({});
    const overtaken = viewer.show(line(game, 'a'));
    viewer.clear();
    await expect(overtaken).resolves.toBeUndefined();
    await expect(viewer.show(line(game, 'b'))).rejects.toThrow();
  });

  test('shows nothing in passing where there is nothing to see', async () => {
    const [viewer, game] = [new Viewer(), newGame()];
    answering(looking);
    await viewer.show(line(game));
    answering({});
    viewer.glance(line(game, 'bad'));
    await eventually(() => expect(viewer.look).toBeNull());
  });
});
