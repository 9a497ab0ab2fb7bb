// Which puzzle is set next.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '../api';
import { newGame, phrase } from '../testing';
import type { PuzzleName, PuzzleView } from '../wire';
import { type Mode, addressOf, modeIn, nextPuzzle } from './modes';
import { progress } from './progress.svelte';

const DAY = 86_400_000;
const NOW = new Date(2026, 10, 16, 12).getTime();
let game: string;
/** The puzzles that the set has. */
let known: string[];

const name = (n: number) => n.toString(16).padStart(16, '0');
const viewOf = (id: string) => ({ id, task: phrase(id) }) as PuzzleView;
const idOf = (one: PuzzleName) => (one.type === 'set' ? one.id : one.text.split(' ')[1]!);
const find = vi.fn<typeof api.findPuzzles>();
const near = vi.fn<typeof api.puzzlesNear>();
const failed = (id: string, days: number) =>
  progress.add(game, { id, at: NOW - days * DAY, right: false, rating: null });
const next = async (mode: Mode, passed: string[] = []) => (await nextPuzzle(game, mode, passed, NOW))?.view.id ?? null;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  game = newGame();
  known = [name(1), name(2), name(3)];
  find.mockReset();
  find.mockImplementation((_, names) =>
    Promise.resolve(
      names.map((one) =>
        one.type === 'own' || known.includes(one.id)
          ? { type: 'here' as const, puzzle: viewOf(idOf(one)) }
          : { type: 'gone' as const, why: phrase('gone') },
      ),
    ),
  );
  near.mockReset();
  near.mockImplementation((_, { seen }) =>
    Promise.resolve({
      puzzles: known
        .filter((id) => !seen.includes(id))
        .map(viewOf)
        .slice(0, 1),
      again: false,
    }),
  );
  vi.spyOn(api, 'findPuzzles').mockImplementation(find);
  vi.spyOn(api, 'puzzlesNear').mockImplementation(near);
  vi.spyOn(api, 'puzzleOfDay').mockImplementation((_, date) => Promise.resolve(viewOf(date)));
  vi.spyOn(api, 'puzzles').mockResolvedValue({
    puzzles: 3,
    ratings: [1, 2],
    themes: [],
    newcomer: { rating: 1200, deviation: 350, volatility: 0.06 },
  });
});

describe('a mode', () => {
  test.each([
    ['day', { type: 'day' }],
    ['next', { type: 'next' }],
    ['theme/double-threat', { type: 'theme', theme: 'double-threat' }],
    ['again', { type: 'again' }],
    ['own', { type: 'own' }],
    [name(7), { type: 'one', id: name(7) }],
  ] as [string, Mode][])('has the address %s', (way, mode) => {
    expect(addressOf('go', mode)).toBe(`/puzzles/go/${way}`);
    expect(modeIn(way.split('/'))).toEqual(mode);
  });

  test('that there is not has none', () => {
    for (const way of [[], ['theme'], ['yesterday'], ['0123'], ['0123456789ABCDEF']]) expect(modeIn(way)).toBeNull();
  });

  test('of the day asks for the date in Greenwich', async () => {
    expect(await nextPuzzle(game, { type: 'day' }, [], Date.UTC(2026, 10, 16, 23, 59))).toMatchObject({
      view: { id: '2026-11-16' },
      name: { type: 'set', id: '2026-11-16' },
    });
  });

  test('without an end sets what is new, near the rating, and the same until it is answered', async () => {
    expect(await next({ type: 'next' })).toBe(name(1));
    expect(near).toHaveBeenLastCalledWith(game, expect.objectContaining({ rating: 1200, seen: [], count: 1 }));
    known.reverse();
    expect(await next({ type: 'next' })).toBe(name(1));
    const rating = { rating: 1450.5, deviation: 80, volatility: 0.06 };
    progress.add(game, { id: name(1), at: NOW, right: true, rating });
    expect(await next({ type: 'next' })).toBe(name(3));
    expect(near).toHaveBeenLastCalledWith(game, expect.objectContaining({ rating: 1450.5, seen: [name(1)] }));
  });

  test('of a theme asks for it', async () => {
    await next({ type: 'theme', theme: 'block' });
    expect(near).toHaveBeenLastCalledWith(game, expect.objectContaining({ theme: 'block' }));
  });

  test('for what comes back sets what is due, once, and passes over what the set has lost', async () => {
    failed(name(9), 5);
    failed(name(2), 3);
    failed(name(1), 1);
    failed(name(3), 0);
    expect(await next({ type: 'again' })).toBe(name(2));
    expect(await next({ type: 'again' }, [name(2)])).toBe(name(1));
    expect(await next({ type: 'again' }, [name(2), name(1)])).toBeNull();
  });

  test('for one’s own sets those that wait first, by their text', async () => {
    progress.addOwn(game, [
      { id: name(20), at: NOW - 9 * DAY, text: `all ${name(20)}` },
      { id: name(21), at: NOW - DAY, text: `all ${name(21)}` },
    ]);
    progress.add(game, { id: name(21), at: NOW - 1, right: true, rating: null });
    const given = await nextPuzzle(game, { type: 'own' }, [], NOW);
    expect(given?.name).toEqual({ type: 'own', text: `all ${name(20)}` });
    expect(await next({ type: 'own' }, [name(20)])).toBe(name(21));
    expect(await next({ type: 'own' }, [name(20), name(21)])).toBeNull();
    expect(await next({ type: 'again' })).toBe(name(20));
  });

  test('for a certain one sets it, or nothing', async () => {
    expect(await next({ type: 'one', id: name(2) })).toBe(name(2));
    expect(await next({ type: 'one', id: name(9) })).toBeNull();
  });
});
