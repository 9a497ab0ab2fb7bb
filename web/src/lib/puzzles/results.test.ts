// What is kept of puzzles, what comes back when, and streaks.

import { describe, expect, test } from 'vitest';
import { dateOf, dayOf } from './days';
import { INTERVALS, answered, cardsOf, dueOn } from './repeat';
import { MOST_RESULTS, merged, readKept } from './results';
import { daysInARow, inARow } from './streak';
import type { Own, Result } from './types';

/** Noon of a day on the visitor's calendar. */
const noon = (day: number) => new Date(2026, 0, day, 12).getTime();
const dayNumber = (day: number) => dayOf(noon(day));
const result = (id: string, day: number, right: boolean): Result => ({ id, at: noon(day), right, rating: null });
const own = (id: string, day: number): Own => ({ id, at: noon(day), text: id });
const kept = (...results: Result[]) => ({ results, own: [] });

describe('days', () => {
  test('are those of the calendar, from midnight to midnight', () => {
    const [late, early] = [new Date(2026, 2, 28, 23, 59), new Date(2026, 2, 29, 0, 1)];
    expect(dayOf(early.getTime()) - dayOf(late.getTime())).toBe(1);
    expect(dayOf(new Date(1970, 0, 1, 12).getTime())).toBe(0);
  });

  test('are the same for everybody in Greenwich', () => {
    expect(dateOf(Date.UTC(2026, 0, 2))).toBe('2026-01-02');
    expect(dateOf(Date.UTC(2026, 0, 2) - 1)).toBe('2026-01-01');
  });
});

describe('what is kept', () => {
  test('loses what cannot be read, and nothing else', () => {
    const good = { ...result('a', 1, true), rating: { rating: 1500, deviation: 80, volatility: 0.06 } };
    const bad = [null, 3, 'x', {}, { id: 'b' }, { id: 4, at: 1, right: true }, { id: 'c', at: NaN, right: true }];
    const half = { ...result('d', 2, false), rating: { rating: 'high' } };
    const read = readKept({ results: [...bad, good, half], own: [own('o', 1), { id: 'p' }, 7], more: 1 });
    expect(read.results).toEqual([good, { ...half, rating: null }]);
    expect(read.own.map(({ id }) => id)).toEqual(['o']);
    for (const nothing of [null, 'text', [], { results: 'x', own: 5 }])
      expect(readKept(nothing)).toEqual({ results: [], own: [] });
  });

  test('of two windows comes to the same, whoever is first', () => {
    const both = result('a', 1, true);
    const [left, right] = [kept(both, result('b', 2, false)), kept(both, result('c', 3, true))];
    const all = merged(left, right);
    expect(all.results.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(merged(right, left)).toEqual(all);
    expect(merged(all, left)).toEqual(all);
  });

  test('is bounded: the oldest go', () => {
    const many = Array.from({ length: MOST_RESULTS + 5 }, (_, n) => ({ ...result(`${n}`, 1, true), at: n }));
    const { results } = readKept({ results: many });
    expect(results).toHaveLength(MOST_RESULTS);
    expect(results[0]?.id).toBe('5');
  });
});

describe('what comes back', () => {
  test('is what was failed, the next day', () => {
    const cards = cardsOf(kept(result('a', 1, false), result('b', 1, true)));
    expect(cards).toEqual([{ id: 'a', step: 0, due: dayNumber(2) }]);
    expect(dueOn(dayNumber(1), kept(result('a', 1, false)))).toEqual([]);
    expect(dueOn(dayNumber(2), kept(result('a', 1, false)))).toHaveLength(1);
  });

  test('comes later after each success, until it is known', () => {
    let card = answered(null, 'a', false, 0);
    const waits: number[] = [];
    for (let day = 0; card;) {
      waits.push(card.due - day);
      day = card.due;
      card = answered(card, 'a', true, day);
    }
    expect(waits).toEqual(INTERVALS);
    expect(waits).toEqual([1, 3, 7, 16, 35]);
  });

  test('begins anew after a failure', () => {
    expect(answered({ id: 'a', step: 3, due: 10 }, 'a', false, 12)).toEqual({ id: 'a', step: 0, due: 13 });
  });

  test('waits for its day, whatever is solved before', () => {
    const card = { id: 'a', step: 1, due: 10 };
    expect(answered(card, 'a', true, 9)).toEqual(card);
    expect(answered(card, 'a', true, 10)).toEqual({ id: 'a', step: 2, due: 17 });
  });

  test('are one’s own mistakes at once, and the most urgent first', () => {
    const all = { results: [result('late', 3, false), result('early', 2, false)], own: [own('mine', 4)] };
    expect(cardsOf(all).map(({ id }) => id)).toEqual(['early', 'late', 'mine']);
    expect(dueOn(dayNumber(4), all)).toHaveLength(3);
    const solved = { ...all, results: [...all.results, result('mine', 4, true)] };
    expect(dueOn(dayNumber(4), solved).map(({ id }) => id)).toEqual(['early', 'late']);
    expect(dueOn(dayNumber(5), solved)).toHaveLength(3);
  });
});

describe('a streak', () => {
  const results = [result('a', 1, true), result('b', 2, true), result('c', 2, false), result('d', 3, true)];

  test('counts days with something solved, and is not lost before the day is over', () => {
    expect(daysInARow(results, dayNumber(3))).toEqual({ days: 3, today: true });
    expect(daysInARow(results, dayNumber(4))).toEqual({ days: 3, today: false });
    expect(daysInARow(results, dayNumber(5))).toEqual({ days: 0, today: false });
    expect(daysInARow([result('a', 1, false)], dayNumber(1))).toEqual({ days: 0, today: false });
    expect(daysInARow([], dayNumber(1))).toEqual({ days: 0, today: false });
  });

  test('counts puzzles in a row, and remembers the most', () => {
    expect(inARow(results)).toEqual({ now: 1, best: 2 });
    expect(inARow([])).toEqual({ now: 0, best: 0 });
  });
});
