import { describe, expect, test } from 'vitest';
import { computer, guest, me, nobody, phrase, stateOf } from '../testing';
import { secret } from './secret';

describe('an evaluation is kept from', () => {
  test('a running game of two people, whoever looks, and of one who waits for another', () => {
    expect(secret(stateOf({ seats: [me, guest()] }))).toBe(true);
    expect(secret(stateOf({ seats: [guest(), guest()] }))).toBe(true);
    expect(secret(stateOf({ seats: [guest(), computer] }))).toBe(true);
    expect(secret(stateOf({ seats: [me, nobody] }))).toBe(true);
  });

  test('nobody who plays alone, nor anybody once the game is over', () => {
    expect(secret(stateOf({ seats: [me, computer] }))).toBe(false);
    expect(secret(stateOf({ seats: [me, me] }))).toBe(false);
    const ending = { winner: 'first', reason: 'over', words: phrase('over') } as const;
    expect(secret(stateOf({ seats: [guest(), guest()], ending }))).toBe(false);
  });
});
