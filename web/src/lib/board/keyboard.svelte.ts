// The board by keys: a cursor that goes from cell to cell, taps, and steps back.

import { boardWords } from '../i18n/board';
import { notices } from '../notices.svelte';
import type { CellId } from '../wire';
import { neighbour } from './geometry';
import type { BoardModel } from './model.svelte';
import { positionWords } from './words';

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export class Keyboard {
  cursor = $state<CellId>(0);
  /** Whether the cursor is shown: it was moved by keys last. */
  used = $state(false);

  readonly #board: BoardModel;

  constructor(board: BoardModel, cursor: CellId) {
    this.#board = board;
    this.cursor = cursor;
  }

  /** A cell was pressed by hand: the cursor follows unseen. */
  pressed(cell: CellId): void {
    this.cursor = cell;
    this.used = false;
    this.#board.stage.hurry();
    this.#board.whyNot.clear();
  }

  key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#answer(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Does what a key is for; whether it is for anything. */
  #answer(key: string): boolean {
    const { gesture, pointer, whyNot, shown } = this.#board;
    const arrow = ARROWS[key];
    const onCell = !!document.activeElement?.closest('.cells');
    // After a click the arrows are the page's, which steps through the moves with them.
    if (arrow && onCell && (this.used || !this.#board.props.onstep)) this.#go(...arrow);
    else if ((key === 'Enter' || key === ' ') && onCell) this.#tap();
    else if (key === 'Escape' && (gesture.lifted || pointer.peeked !== null || whyNot.said)) {
      pointer.peeked = null;
      whyNot.clear();
      if (gesture.lifted) notices.speak(boardWords().cancelled);
      gesture.cancel();
    } else if (key === 'Backspace' && gesture.lifted) gesture.back();
    else if (key === 'p' || key === 'P') notices.speak(positionWords(shown));
    else return false;
    return true;
  }

  #go(dx: number, dy: number): void {
    const { layout, gesture, svg } = this.#board;
    const next = neighbour(layout.points, this.cursor, dx, dy);
    if (next === null) return;
    this.used = true;
    this.cursor = next;
    svg?.querySelector<SVGGElement>(`[data-cell="${next}"]`)?.focus({ preventScroll: true });
    gesture.prefetch(next);
  }

  #tap(): void {
    const { gesture, stage, props, whyNot, interactive } = this.#board;
    this.used = true;
    stage.hurry();
    whyNot.clear();
    if (!interactive) this.#board.idle(this.cursor);
    else if (props.ontap) props.ontap(this.cursor);
    else if (gesture.ready && this.cursor === gesture.taps.at(-1)) void gesture.play();
    else void gesture.tap(this.cursor);
  }

  focused(cell: CellId): void {
    const { svg, pointer, stacks } = this.#board;
    this.cursor = cell;
    if (!svg?.matches(':has(:focus-visible)')) return;
    this.used = true;
    pointer.peeked = (stacks[cell]?.length ?? 0) > 1 ? cell : null;
  }

  blurred(cell: CellId): void {
    const { pointer } = this.#board;
    if (pointer.peeked === cell) pointer.peeked = null;
  }
}
