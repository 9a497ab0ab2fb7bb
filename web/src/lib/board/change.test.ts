// A move as the picture sees it: pieces taken off, carried and put down.

import { describe, expect, test } from 'vitest';
import { applyChange, cellOf, land, lift } from './change';
import { captured, change, letters, pieces, row, step } from './testing';

const cell = (n: number) => ({ cell: n });

describe('a change', () => {
  test('lets a stack travel as it is, onto another', () => {
    const after = applyChange(row('LD', 'D'), change(step([cell(0), cell(1), 'LD'])));
    expect(letters(after)).toEqual(['', 'DLD']);
  });

  test('takes only the topmost pieces off', () => {
    const after = applyChange(row('LDL', ''), change(step([cell(0), cell(1), 'DL'])));
    expect(letters(after)).toEqual(['L', 'DL']);
  });

  test('takes all pieces of a step off before any is put down', () => {
    // Three pushed by one: each goes where another one leaves at the same time.
    const pushed = step([cell(0), cell(1), 'L'], [cell(1), cell(2), 'L'], [cell(2), cell(3), 'D']);
    expect(letters(applyChange(row('L', 'L', 'D', ''), change(pushed)))).toEqual(['', 'L', 'L', 'D']);
  });

  test('does not care in which order the travels of a step are listed', () => {
    const pushed = step([cell(2), cell(3), 'D'], [cell(0), cell(1), 'L'], [cell(1), cell(2), 'L']);
    expect(letters(applyChange(row('L', 'L', 'D', ''), change(pushed)))).toEqual(['', 'L', 'L', 'D']);
  });

  test('takes a pushed piece off the board for good', () => {
    const after = applyChange(row('L', 'D'), change(step([cell(1), { lost: 'second' }, 'D'], [cell(0), cell(1), 'L'])));
    expect(letters(after)).toEqual(['', 'L']);
  });

  test('brings a piece in from the supply', () => {
    expect(letters(applyChange(row(''), change(step([{ supply: 'first' }, cell(0), 'L']))))).toEqual(['L']);
  });

  test('sows from the hand, the lowest piece first', () => {
    const sown = change(
      step([cell(0), { hand: 0 }, 'LDN']),
      step([{ hand: 0 }, cell(1), 'L']),
      step([{ hand: 1 }, cell(2), 'D']),
      step([{ hand: 2 }, cell(1), 'N']),
    );
    expect(letters(applyChange(row('LDN', 'D', ''), sown))).toEqual(['', 'DLN', 'D']);
  });

  test('replaces what is said about the picture, and keeps the rest', () => {
    const before = { ...row('L', ''), markers: [{ cell: 0, kind: 'last-to' as const }] };
    const after = applyChange(before, {
      ...change(step([cell(0), cell(1), 'L'])),
      markers: [{ cell: 1, kind: 'last-to' }],
      counters: [captured('first', 1, 6)],
      ending: { winner: 'first', reason: 'six', words: { en: 'Light wins', fr: 'Clair gagne' } },
    });
    expect(after.markers).toEqual([{ cell: 1, kind: 'last-to' }]);
    expect(after.counters).toEqual([captured('first', 1, 6)]);
    expect(after.turn).toBe('second');
    expect(after.ending?.winner).toBe('first');
    expect(after.board).toBe(before.board);
    expect(after.cells.map(({ name }) => name)).toEqual(['a1', 'b1']);
  });

  test('leaves the picture before it as it was', () => {
    const before = row('LD', 'D');
    const copy = structuredClone(before);
    applyChange(before, change(step([cell(0), cell(1), 'LD'])));
    expect(before).toEqual(copy);
  });
});

describe('lifting and landing', () => {
  test('a lifted piece is in the hand until it lands', () => {
    const taken = step([cell(0), { hand: 0 }, 'LD']);
    const lifted = lift({ stacks: [pieces('NLD')], hand: [] }, taken);
    expect(lifted).toEqual({ stacks: [pieces('N')], hand: [] });
    expect(land(lifted, taken)).toEqual({ stacks: [pieces('N')], hand: pieces('LD') });
  });

  test('what is not there cannot be taken off', () => {
    expect(lift({ stacks: [pieces('L')], hand: [] }, step([cell(0), cell(0), 'LDN'])).stacks).toEqual([[]]);
    expect(lift({ stacks: [], hand: [] }, step([cell(3), cell(3), 'L'])).stacks[3]).toEqual([]);
  });

  test('only cells have numbers', () => {
    expect(cellOf({ cell: 3 })).toBe(3);
    expect(cellOf({ lost: 'first' })).toBeNull();
    expect(cellOf({ hand: 3 })).toBeNull();
  });
});
