// What people and players are called.

import { common } from './i18n/common';
import { say } from './i18n/index.svelte';
import { expertOf, FULL } from './levels';
import type { GameInfo, SeatView, Sitter } from './wire';
import { spelledOut } from './words';

/** Who sits there, as others see them. */
export function sitterName(sitter: Sitter): string {
  switch (sitter.type) {
    case 'nobody':
      return common().nobody;
    case 'guest':
      return sitter.name || common().guest;
    case 'computer':
      return common().computer(levelName(sitter.level));
  }
}

/** What a level is called, in the midst of a sentence. */
export function levelName(level: number): string {
  if (level === FULL) return common().fullStrength;
  return expertOf(level) ? common().expert(expertOf(level)) : common().level(level);
}

/** Who sits there, as this visitor sees them. */
export function seatName(seat: SeatView): string {
  return seat.you ? common().youAlone : sitterName(seat.sitter);
}

/** What a start layout is called. */
export function layoutName(info: GameInfo, layout: string): string {
  const known = info.layoutNames[layout];
  return known ? say(known) : spelledOut(layout);
}
