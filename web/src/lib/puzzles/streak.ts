// Streaks: days in a row, and puzzles in a row.

import { dayOf } from './days';
import type { Result } from './types';

/** Days in a row on which at least one puzzle was solved. The last may be yesterday: today is not over. */
export function daysInARow(results: readonly Result[], today: number): { days: number; today: boolean } {
  const solved = new Set(results.filter(({ right }) => right).map(({ at }) => dayOf(at)));
  const done = solved.has(today);
  let day = done ? today : today - 1;
  let days = 0;
  for (; solved.has(day); day--) days += 1;
  return { days, today: done };
}

/** Puzzles whose first answer was right, one after the other: now, and the most there were. */
export function inARow(results: readonly Result[]): { now: number; best: number } {
  let [now, best] = [0, 0];
  for (const { right } of results) {
    now = right ? now + 1 : 0;
    best = Math.max(best, now);
  }
  return { now, best };
}
