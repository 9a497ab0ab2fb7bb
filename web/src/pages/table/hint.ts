// A hint, told step by step: what to move, where to, and why. Each step is asked for on its own.

import type { Arrow, Highlight } from '../../lib/board/types';
import { say } from '../../lib/i18n/index.svelte';
import { play } from '../../lib/i18n/play';
import type { CellId, Hint, Scene } from '../../lib/wire';

export type HintStep = 'piece' | 'move' | 'why';

/** The step after this one; the last is told again. */
export const stepAfter = (step: HintStep): HintStep => (step === 'piece' ? 'move' : 'why');

/** What is said at a step. */
export function hintWords(hint: Hint, step: HintStep, scene: Scene | null): string {
  if (step === 'move') return say(hint.say);
  if (step === 'piece') {
    const names = hint.piece.map((cell) => scene?.cells[cell]?.name ?? '');
    return play().hintPiece(names.join(', '));
  }
  return hint.reasons.length > 0 ? hint.reasons.map(({ words }) => say(words)).join(' ') : play().hintNoReason;
}

/** The cells that stand out at a step: what moves, then what the reasons are about. */
export function hintHighlights(hint: Hint, step: HintStep): Highlight[] {
  const cells: CellId[] =
    step === 'piece' ? hint.piece : step === 'why' ? hint.reasons.flatMap(({ cells }) => cells) : [];
  return [...new Set(cells)].map((cell) => ({ cell, kind: 'hint' }));
}

/** The way of the move, once it is told. */
export const hintArrows = (hint: Hint, step: HintStep): Arrow[] =>
  step === 'piece' ? [] : [{ cells: hint.gesture, weight: step === 'why' ? 'light' : 'strong' }];
