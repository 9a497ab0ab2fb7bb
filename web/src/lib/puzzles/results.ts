// What is kept of the puzzles that somebody has met: a list that only grows, so that two open windows, each with a
// list of its own, come to the same one. All else (what comes back when, streaks, the rating) follows from it.

import type { SolverRating } from '../wire';
import type { Own, Result } from './types';

/** More results of a game than this are forgotten, the oldest first. */
export const MOST_RESULTS = 3_000;
/** More puzzles from one's own games than this are forgotten, the oldest first. */
export const MOST_OWN = 200;

/** What is kept of a game, the oldest first. */
export interface Kept {
  readonly results: readonly Result[];
  readonly own: readonly Own[];
}

export const NOTHING: Kept = { results: [], own: [] };

/** What was kept, from anything: what cannot be read is left out, and the rest stays. */
export function readKept(value: unknown): Kept {
  const { results, own } = record(value);
  return {
    results: ordered(list(results).flatMap(readResult), keyOf, MOST_RESULTS),
    own: ordered(list(own).flatMap(readOwn), ({ id }) => id, MOST_OWN),
  };
}

/** All that is in one of them. */
export function merged(a: Kept, b: Kept): Kept {
  return {
    results: ordered([...a.results, ...b.results], keyOf, MOST_RESULTS),
    own: ordered([...a.own, ...b.own], ({ id }) => id, MOST_OWN),
  };
}

const keyOf = ({ id, at }: Result) => `${id} ${at}`;

/** Each once, by the time, the latest `most`. */
function ordered<T extends { at: number }>(all: T[], key: (one: T) => string, most: number): T[] {
  const known = new Map<string, T>();
  for (const one of all) if (!known.has(key(one))) known.set(key(one), one);
  return [...known.values()].sort((a, b) => a.at - b.at || (key(a) < key(b) ? -1 : 1)).slice(-most);
}

function readResult(value: unknown): Result[] {
  const { id, at, right, rating } = record(value);
  if (typeof id !== 'string' || !isNumber(at) || typeof right !== 'boolean') return [];
  return [{ id, at, right, rating: readRating(rating) }];
}

function readRating(value: unknown): SolverRating | null {
  const { rating, deviation, volatility } = record(value);
  return isNumber(rating) && isNumber(deviation) && isNumber(volatility) ? { rating, deviation, volatility } : null;
}

function readOwn(value: unknown): Own[] {
  const { id, at, text } = record(value);
  return typeof id === 'string' && isNumber(at) && typeof text === 'string' ? [{ id, at, text }] : [];
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const record = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' ? (value as Record<string, unknown>) : {};
