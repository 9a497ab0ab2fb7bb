// What a visitor chose for a new game, remembered game by game.

import { levelIn } from '../../lib/levels';
import { remember, remembered } from '../../lib/store';
import type { ClockTerms, GameInfo, NewTable, RuleOption, SeatRequest, Setup } from '../../lib/wire';

export interface Choices {
  opponent: 'computer' | 'here' | 'friend';
  level: number;
  side: 'first' | 'second' | 'random';
  layout: string;
  options: Record<string, string>;
  clock: ClockTerms['type'];
  minutes: number;
  seconds: number;
  days: number;
}

const key = (game: string) => `galet.new.${game}`;

/** The choices of last time, as far as they still make sense. */
export function lastChoices(info: GameInfo): Choices {
  const fresh: Choices = {
    opponent: 'computer',
    level: 1,
    side: 'first',
    layout: info.layouts[0] ?? '',
    options: {},
    clock: 'none',
    minutes: 10,
    seconds: 5,
    days: 3,
  };
  const known = remembered<Partial<Choices>>(key(info.name)) ?? {};
  const choices = { ...fresh, ...known };
  if (!info.layouts.includes(choices.layout)) choices.layout = fresh.layout;
  const options: Record<string, string> = {};
  for (const option of info.options) options[option.key] = known.options?.[option.key] ?? option.default;
  choices.options = options;
  choices.level = levelIn(info.experts, choices.level);
  return choices;
}

/** The wish that the server gets. */
export function wish(info: GameInfo, choices: Choices): NewTable {
  remember(key(info.name), choices);
  const setup: Setup = {
    options: info.options
      .map((option): [string, string] => [option.key, choices.options[option.key] ?? option.default])
      .filter(([name, value]) => info.options.some((option) => option.key === name && option.default !== value)),
  };
  if (choices.layout && choices.layout !== info.layouts[0]) setup.layout = choices.layout;
  const second = choices.side === 'second' || (choices.side === 'random' && Math.random() < 0.5);
  const me: SeatRequest = { type: 'me' };
  const other: SeatRequest =
    choices.opponent === 'computer'
      ? { type: 'computer', level: choices.level }
      : choices.opponent === 'friend'
        ? { type: 'friend' }
        : me;
  return {
    game: info.name,
    setup,
    moves: [],
    seats: second ? [other, me] : [me, other],
    clock: terms(choices),
  };
}

/** The kinds of clocks that make sense: days are for those who do not sit together. */
export function clocksFor(opponent: Choices['opponent']): ClockTerms['type'][] {
  return ['none', 'sudden-death', 'fischer', ...(opponent === 'friend' ? (['days'] as const) : [])];
}

/** The value of a rule that can be off, once it is switched on. */
export function whenOn({ default: usual, values }: RuleOption): string {
  return usual === 'off' && values.type === 'number' ? String(values.min) : usual;
}

function terms({ opponent, clock: wished, minutes, seconds, days }: Choices): ClockTerms {
  // Chosen for a friend, and then the opponent became another.
  const clock = clocksFor(opponent).includes(wished) ? wished : 'none';
  const initial = Math.round(Math.min(600, Math.max(1, minutes || 10)) * 60_000);
  switch (clock) {
    case 'none':
      return { type: 'none' };
    case 'sudden-death':
      return { type: 'sudden-death', initial };
    case 'fischer':
      return { type: 'fischer', initial, increment: Math.round(Math.min(600, Math.max(0, seconds || 0)) * 1000) };
    case 'days':
      return { type: 'days', days: Math.min(14, Math.max(1, Math.round(days) || 3)) };
  }
}
