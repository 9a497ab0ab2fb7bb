// How a game is set up, in words.

import { say } from './i18n/index.svelte';
import { play } from './i18n/play';
import { layoutName } from './names';
import { spelledOut } from './words';
import type { ClockTerms, GameInfo, RuleWord, Setup } from './wire';

/** A value of a rule option as people read it. */
export function spokenValue(info: GameInfo, { word, label }: RuleWord): string {
  if (label) return say(label);
  if (word === 'on' || word === 'off') return play()[word];
  const player = info.players.find((one) => one.tint === word);
  return player ? say(player.name) : spelledOut(word);
}

/** What differs from the usual game: the layout, a position of its own, and each option. */
export function setupWords(info: GameInfo, setup: Setup): string[] {
  const lines: string[] = [];
  if (setup.position) lines.push(play().ownPosition);
  else if (setup.layout && setup.layout !== info.layouts[0]) lines.push(layoutName(info, setup.layout));
  for (const [key, value] of setup.options) {
    const option = info.options.find((one) => one.key === key);
    if (!option || option.default === value) continue;
    const known = option.values.type === 'one-of' ? option.values.words.find(({ word }) => word === value) : undefined;
    // What an option means is a sentence.
    const meaning = say(option.label).replace(/\.$/, '');
    lines.push(play().optionOf(meaning, spokenValue(info, known ?? { word: value, label: null })));
  }
  return lines;
}

/** How much time there is. */
export function clockWords(terms: ClockTerms): string {
  const minutes = (milliseconds: number) => play().clockMinutes(Math.round(milliseconds / 6_000) / 10);
  switch (terms.type) {
    case 'none':
      return play().noClock;
    case 'sudden-death':
      return play().clockOf(minutes(terms.initial));
    case 'fischer':
      return play().clockMore(minutes(terms.initial), terms.increment / 1000);
    case 'days':
      return play().clockDays(terms.days);
  }
}
