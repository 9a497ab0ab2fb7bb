// What a visitor chose for a new game, and the wish that comes of it.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { infoOf, phrase } from '../../lib/testing';
import type { RuleOption } from '../../lib/wire';
import { type Choices, clocksFor, lastChoices, whenOn, wish } from './choices';

const ties: RuleOption = {
  key: 'ties',
  label: phrase('Ties'),
  default: 'draw',
  values: { type: 'one-of', words: ['draw', 'win'].map((word) => ({ word, label: null })) },
};
const limit: RuleOption = {
  key: 'limit',
  label: phrase('Limit'),
  default: 'off',
  values: { type: 'number', min: 5, max: 9, off: true },
};
const info = infoOf('go', { layouts: ['standard', 'daisy'], options: [ties, limit] });
const chosen = (parts: Partial<Choices> = {}): Choices => ({ ...lastChoices(info), ...parts });

beforeEach(() => localStorage.clear());

describe('the choices', () => {
  test('are the usual ones at first', () => {
    expect(lastChoices(info)).toMatchObject({
      opponent: 'computer',
      level: 1,
      side: 'first',
      layout: 'standard',
      options: { ties: 'draw', limit: 'off' },
      clock: 'none',
    });
  });

  test('are those of last time, game by game', () => {
    wish(info, chosen({ level: 7, layout: 'daisy', options: { ties: 'win', limit: '6' } }));
    expect(lastChoices(info)).toMatchObject({ level: 7, layout: 'daisy', options: { ties: 'win', limit: '6' } });
    expect(lastChoices(infoOf('chess')).level).toBe(1);
  });

  test('that no longer make sense are dropped', () => {
    localStorage.setItem('galet.new.go', '{"level":99,"layout":"gone","options":{"old":"1","ties":"win"}}');
    expect(lastChoices(info)).toMatchObject({ level: 9, layout: 'standard', options: { ties: 'win', limit: 'off' } });
    expect(lastChoices(info).options).not.toHaveProperty('old');
    localStorage.setItem('galet.new.go', '{"level":12}');
    expect(lastChoices(info).level).toBe(9);
    expect(lastChoices({ ...info, experts: 2 }).level).toBe(12);
    localStorage.setItem('galet.new.go', '{"level":"much"}');
    expect(lastChoices(info).level).toBe(1);
  });

  test('of clocks have days only for a friend far away', () => {
    expect(clocksFor('friend')).toContain('days');
    expect(clocksFor('computer')).not.toContain('days');
  });

  test('of a rule that is switched on begin with its smallest number', () => {
    expect(whenOn(limit)).toBe('5');
    expect(whenOn({ ...limit, default: '7' })).toBe('7');
  });
});

describe('the wish', () => {
  test('says only what differs from the usual', () => {
    expect(wish(info, chosen())).toEqual({
      game: 'go',
      setup: { options: [] },
      moves: [],
      seats: [{ type: 'me' }, { type: 'computer', level: 1 }],
      clock: { type: 'none' },
    });
    expect(wish(info, chosen({ layout: 'daisy', options: { ties: 'win', limit: 'off' } })).setup).toEqual({
      layout: 'daisy',
      options: [['ties', 'win']],
    });
  });

  test('seats the visitor where they want to sit', () => {
    const seats = (parts: Partial<Choices>) => wish(info, chosen(parts)).seats.map(({ type }) => type);
    expect(seats({ opponent: 'computer', side: 'second' })).toEqual(['computer', 'me']);
    expect(seats({ opponent: 'friend', side: 'first' })).toEqual(['me', 'friend']);
    expect(seats({ opponent: 'here' })).toEqual(['me', 'me']);
    vi.spyOn(Math, 'random').mockReturnValueOnce(0.4).mockReturnValueOnce(0.6);
    expect(seats({ opponent: 'computer', side: 'random' })).toEqual(['computer', 'me']);
    expect(seats({ opponent: 'computer', side: 'random' })).toEqual(['me', 'computer']);
  });

  test.each<[Partial<Choices>, unknown]>([
    [
      { clock: 'sudden-death', minutes: 5 },
      { type: 'sudden-death', initial: 300_000 },
    ],
    [
      { clock: 'fischer', minutes: 3, seconds: 2 },
      { type: 'fischer', initial: 180_000, increment: 2_000 },
    ],
    [
      { clock: 'days', days: 2 },
      { type: 'days', days: 2 },
    ],
    [
      { clock: 'sudden-death', minutes: 1e9 },
      { type: 'sudden-death', initial: 36_000_000 },
    ],
    [
      { clock: 'sudden-death', minutes: NaN },
      { type: 'sudden-death', initial: 600_000 },
    ],
    [
      { clock: 'fischer', minutes: -1, seconds: -1 },
      { type: 'fischer', initial: 60_000, increment: 0 },
    ],
    [
      { clock: 'days', days: 99 },
      { type: 'days', days: 14 },
    ],
  ])('gives the time that was wished, within reason: %j', (parts, clock) => {
    expect(wish(info, chosen({ ...parts, opponent: 'friend' })).clock).toEqual(clock);
  });

  test('has no clock of days where nobody is far away', () => {
    expect(wish(info, chosen({ clock: 'days', opponent: 'computer' })).clock).toEqual({ type: 'none' });
  });
});
