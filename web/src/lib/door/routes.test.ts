// Which door a question goes to.

import { describe, expect, test } from 'vitest';
import type { ClockTerms, Question, SeatRequest } from '../wire';
import { isLocal, routeOf, routeOfRequest } from './routes';

const HERE = 'abcdefghijkm';
const THERE = 'abcdefghij';
const line = { game: 'go', setup: { options: [] }, moves: [] };

test('a table of this browser has a name of twelve letters, of the ones that nobody mistakes', () => {
  expect(isLocal(HERE)).toBe(true);
  expect(isLocal('npqrstuvwxyz')).toBe(true);
  for (const other of [THERE, `${HERE}n`, 'abcdefghijkl', 'abcdefghijko', 'ABCDEFGHIJKM', '01abcdefghij', '']) {
    expect(isLocal(other), other).toBe(false);
  }
});

describe('a question', () => {
  test.each(['watch', 'leave', 'move', 'act', 'taps', 'hint'])('to %s goes by the name of the table', (type) => {
    expect(routeOf({ type, table: HERE } as Question)).toBe('local');
    expect(routeOf({ type, table: THERE } as Question)).toBe('remote');
  });

  test.each([
    ['look', 'study'],
    ['look-taps', 'study'],
    ['analyse', 'engine'],
    ['review', 'engine'],
    ['judge', 'engine'],
    ['make-puzzles', 'engine'],
  ])('to %s goes to %s', (type, route) => {
    expect(routeOf({ type, line } as unknown as Question)).toBe(route);
  });
});

describe('a request', () => {
  const clock: ClockTerms = { type: 'none' };
  const open = (...seats: [SeatRequest, SeatRequest]) =>
    routeOfRequest('POST', '/api/tables', { ...line, clock, seats });

  test('for a new game goes by who plays', () => {
    expect(open({ type: 'me' }, { type: 'me' })).toBe('local');
    expect(open({ type: 'computer', level: 3 }, { type: 'me' })).toBe('local');
    expect(open({ type: 'me' }, { type: 'friend' })).toBe('remote');
    expect(routeOfRequest('POST', '/api/tables')).toBe('remote');
  });

  test.each([
    ['GET', `/api/tables/${HERE}`, 'local'],
    ['GET', `/api/tables/${HERE}/picture.svg?board=oak`, 'local'],
    ['GET', `/api/tables/${THERE}`, 'remote'],
    ['GET', '/api/games', 'study'],
    ['GET', '/api/games/go/lessons', 'study'],
    ['POST', '/api/games/go/lessons/first', 'study'],
    ['GET', '/api/boards', 'study'],
    ['POST', '/api/records/read', 'study'],
    ['POST', '/api/positions', 'study'],
    ['POST', '/api/puzzles/rating', 'study'],
    ['POST', '/api/games/avalam/puzzles/near', 'study'],
    ['POST', '/api/picture?board=own', 'study'],
    ['GET', '/api/me', 'mine'],
    ['GET', '/api/me/tables?state=running', 'mine'],
    ['GET', '/api/me/results', 'mine'],
    ['POST', `/api/me/tables/${HERE}/events`, 'remote'],
    ['POST', '/api/me/link', 'remote'],
    ['DELETE', '/api/me/devices/3', 'remote'],
    ['GET', '/api/reach', 'remote'],
  ] as const)('%s %s goes %s', (method, path, route) => {
    expect(routeOfRequest(method, path)).toBe(route);
  });
});
