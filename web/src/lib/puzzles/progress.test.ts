// How far a visitor has come with the puzzles, in two windows of one browser.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Result } from './types';

type Progress = (typeof import('./progress.svelte'))['progress'];
const KEY = 'galet.puzzles.go';
const result = (id: string, at: number, parts: Partial<Result> = {}): Result => ({
  id,
  at,
  right: true,
  rating: null,
  ...parts,
});
const ids = (progress: Progress) => progress.of('go').results.map(({ id }) => id);

/** A window that is opened: what it knows is what the device remembers. */
async function opened(): Promise<Progress> {
  vi.resetModules();
  return (await import('./progress.svelte')).progress;
}

/** What the other window hears. */
function tell(key: string | null, newValue: string | null): void {
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

beforeEach(() => {
  localStorage.clear();
  // The windows of the test before are still there.
  tell(null, null);
});

describe('progress', () => {
  test('is there after a reload, for each game on its own', async () => {
    const before = await opened();
    const rating = { rating: 1612.5, deviation: 90, volatility: 0.06 };
    before.add('go', result('a', 1, { rating }));
    before.add('go', result('b', 2, { right: false }));
    before.add('chess', result('c', 3));
    const after = await opened();
    expect(ids(after)).toEqual(['a', 'b']);
    expect(after.rating('go')).toEqual(rating);
    expect(after.rating('chess')).toBeNull();
    expect(after.met('go', 'b')).toBe(true);
    expect(after.met('go', 'c')).toBe(false);
  });

  test('of two windows is not lost, though neither has heard of the other', async () => {
    const [left, right] = [await opened(), await opened()];
    left.of('go');
    right.of('go');
    left.add('go', result('a', 1));
    right.add('go', result('b', 2));
    left.add('go', result('c', 3));
    expect(ids(await opened())).toEqual(['a', 'b', 'c']);
    expect(ids(left)).toEqual(['a', 'b', 'c']);
  });

  test('that another window wrote over is written again', async () => {
    const mine = await opened();
    mine.add('go', result('a', 1));
    const theirs = JSON.stringify({ results: [result('b', 2)], own: [] });
    localStorage.setItem(KEY, theirs);
    tell(KEY, theirs);
    expect(ids(mine)).toEqual(['a', 'b']);
    expect(ids(await opened())).toEqual(['a', 'b']);
  });

  test('that was forgotten elsewhere does not come back', async () => {
    const mine = await opened();
    mine.add('go', result('a', 1));
    localStorage.removeItem(KEY);
    tell(KEY, null);
    expect(ids(mine)).toEqual([]);
    expect(localStorage.getItem(KEY)).toBeNull();
    mine.add('go', result('b', 2));
    localStorage.clear();
    tell(null, null);
    expect(ids(mine)).toEqual([]);
    mine.add('go', result('c', 3));
    mine.forget('go');
    expect(ids(await opened())).toEqual([]);
  });

  test('takes puzzles of one’s own once', async () => {
    const mine = await opened();
    expect(mine.addOwn('go', [{ id: 'x', at: 1, text: 't' }])).toBe(1);
    expect(
      mine.addOwn('go', [
        { id: 'x', at: 5, text: 't' },
        { id: 'y', at: 5, text: 't' },
      ]),
    ).toBe(1);
    expect((await opened()).of('go').own.map(({ id, at }) => [id, at])).toEqual([
      ['x', 1],
      ['y', 5],
    ]);
  });
});
