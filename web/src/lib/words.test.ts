import { describe, expect, test } from 'vitest';
import { capital, moveNumber, spelledOut } from './words';

describe('words', () => {
  test('of an address are read as a title', () => {
    expect(spelledOut('belgian-daisy')).toBe('Belgian daisy');
    expect(spelledOut('two__by-two')).toBe('Two by two');
    expect(spelledOut('')).toBe('');
    expect(capital('éjectées')).toBe('Éjectées');
  });

  test('for the numbers of moves are those that players write', () => {
    expect([1, 2, 3, 4].map(moveNumber)).toEqual(['1.', '1…', '2.', '2…']);
  });
});
