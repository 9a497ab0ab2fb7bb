// Carrying out animations on stacks: the picture after a move from the one before it.

import type { Change, Piece, Place, Scene, Step } from '../wire';

/** The stacks of a picture, cell by cell, bottom first. */
export type Stacks = Piece[][];

/** Pieces on their way: those on the board and those in the hand. */
export interface Afoot {
  stacks: Stacks;
  hand: Piece[];
}

export function cellOf(place: Place): number | null {
  return 'cell' in place ? place.cell : null;
}

/** Takes the travelling pieces of a step off. */
export function lift({ stacks, hand }: Afoot, step: Step): Afoot {
  const next = stacks.slice();
  let held = hand.slice();
  for (const { from, pieces } of step.travels) {
    if ('cell' in from) {
      const stack = next[from.cell] ?? [];
      next[from.cell] = stack.slice(0, Math.max(0, stack.length - pieces.length));
    } else if ('hand' in from) {
      held = held.slice(pieces.length);
    }
  }
  return { stacks: next, hand: held };
}

/** Puts the travelling pieces of a step down. */
export function land({ stacks, hand }: Afoot, step: Step): Afoot {
  const next = stacks.slice();
  const held = hand.slice();
  for (const { to, pieces } of step.travels) {
    if ('cell' in to) next[to.cell] = [...(next[to.cell] ?? []), ...pieces];
    else if ('hand' in to) held.push(...pieces);
  }
  return { stacks: next, hand: held };
}

/** The picture after a move. */
export function applyChange(scene: Scene, change: Change): Scene {
  let afoot: Afoot = { stacks: scene.cells.map((cell) => cell.stack), hand: [] };
  for (const step of change.animation.steps) afoot = land(lift(afoot, step), step);
  return {
    ...scene,
    cells: scene.cells.map((cell, n) => ({ ...cell, stack: afoot.stacks[n] ?? [] })),
    markers: change.markers,
    trail: change.trail,
    counters: change.counters,
    turn: change.turn,
    ending: change.ending,
  };
}
