import { describe, expect, test } from 'vitest';
import { expertOf, FULL, levelIn, levelsOf, rank, readLevel } from './levels';

describe('levels', () => {
  test('go from 1 to 9, over the experts of the game, to full strength', () => {
    expect(levelsOf(2)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, FULL]);
    expect(levelsOf(0).at(-1)).toBe(FULL);
    for (const experts of [0, 4]) {
      const levels = levelsOf(experts);
      expect(levels.toSorted((a, b) => rank(a) - rank(b))).toEqual(levels);
    }
  });

  test('that are experts are counted', () => {
    expect([9, 10, 11, 13].map(expertOf)).toEqual([0, 0, 1, 3]);
  });

  test('that a game does not have become one that it has', () => {
    expect(levelIn(2, 12)).toBe(12);
    expect(levelIn(2, 10)).toBe(FULL);
    expect(levelIn(0, 12)).toBe(9);
    expect(levelIn(2, 14)).toBe(12);
    expect(levelIn(2, -3)).toBe(1);
    expect(levelIn(2, 'much')).toBe(1);
  });

  test('are read in links, where 10 goes on meaning full strength', () => {
    expect(['10', 'full', 'expert-2', 'e1', '7', '', 'x', 'e0', null].map(readLevel)).toEqual([
      10, 10, 12, 11, 7, 0, 0, 0, 0,
    ]);
  });
});
