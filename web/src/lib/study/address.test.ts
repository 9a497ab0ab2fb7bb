// Lines in addresses.

import { describe, expect, test } from 'vitest';
import type { GameLine } from '../wire';
import { addressOf, lineIn } from './address';

const read = (address: string): GameLine => {
  const url = new URL(address, 'http://galet.test');
  return lineIn(decodeURIComponent(url.pathname.split('/')[2] ?? ''), url.searchParams);
};

describe('a line in an address', () => {
  test.each<[string, GameLine]>([
    ['the start', { game: 'go', setup: { options: [] }, moves: [] }],
    ['moves', { game: 'go', setup: { options: [] }, moves: ['a1b2', 'c3'] }],
    ['a layout', { game: 'go', setup: { options: [], layout: 'belgian-daisy' }, moves: ['a'] }],
    [
      'options, in order and with strange signs',
      {
        game: 'go',
        setup: {
          options: [
            ['z', '1'],
            ['a', 'x=y&z'],
          ],
        },
        moves: [],
      },
    ],
    ['a position with spaces and slashes', { game: 'go', setup: { options: [], position: 'a/b +2 é' }, moves: ['+'] }],
    ['a strange name', { game: 'a/b?c', setup: { options: [] }, moves: [] }],
  ])('comes back as it was: %s', (_, line) => {
    expect(read(addressOf(line))).toEqual(line);
  });

  test('says nothing that is not needed', () => {
    expect(addressOf({ game: 'go', setup: { options: [] }, moves: [] })).toBe('/study/go');
  });

  test('takes moves with commas and odd spaces, as people type them', () => {
    expect(lineIn('go', new URLSearchParams('moves=%20a,b%20%20c%0Ad,')).moves).toEqual(['a', 'b', 'c', 'd']);
  });

  test('takes an option without a value', () => {
    expect(lineIn('go', new URLSearchParams('option=free')).setup.options).toEqual([['free', '']]);
  });
});
