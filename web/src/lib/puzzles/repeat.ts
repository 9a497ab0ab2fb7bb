// What comes back when: a puzzle that was failed is set again after days, and later each time that it is solved.

import { dayOf } from './days';
import type { Kept } from './results';

/** Days until a puzzle is set again: after a failure the first, after each success the next. Whoever has solved it
 * after the last of them knows it. */
export const INTERVALS: readonly number[] = [1, 3, 7, 16, 35];

/** A puzzle that comes back. */
export interface Card {
  id: string;
  /** Which of the intervals it waits for; -1 for one that has not been tried. */
  step: number;
  /** The number of the day from which on it is set. */
  due: number;
}

/** What becomes of a card by an answer on a day; `null` is none. A success before its day changes nothing: one has
 * just seen the solution. */
export function answered(card: Card | null, id: string, right: boolean, day: number): Card | null {
  if (!right) return { id, step: 0, due: day + wait(0) };
  if (!card || day < card.due) return card;
  const step = card.step + 1;
  return step < INTERVALS.length ? { id, step, due: day + wait(step) } : null;
}

const wait = (step: number) => INTERVALS[step] ?? 0;

/** All puzzles that come back, the most urgent first. Those of one's own games begin on the day they were made. */
export function cardsOf({ results, own }: Kept): Card[] {
  const cards = new Map<string, Card>(own.map(({ id, at }) => [id, { id, step: -1, due: dayOf(at) }]));
  for (const { id, at, right } of results) {
    const card = answered(cards.get(id) ?? null, id, right, dayOf(at));
    if (card) cards.set(id, card);
    else cards.delete(id);
  }
  return [...cards.values()].sort((a, b) => a.due - b.due || (a.id < b.id ? -1 : 1));
}

/** Those that are set today. */
export function dueOn(day: number, kept: Kept): Card[] {
  return cardsOf(kept).filter(({ due }) => due <= day);
}
