// What the board takes: see web/README.md.

import type { Animation, CellId, Continuations, Scene } from '../wire';

/** An arrow from the first to the last of some cells, by way of those between. */
export interface Arrow {
  cells: CellId[];
  /** How much it matters: the best line is `strong`. */
  weight?: 'strong' | 'medium' | 'light';
}

/** A cell that shall stand out. */
export interface Highlight {
  cell: CellId;
  kind: 'hint' | 'good' | 'bad';
}

export interface BoardProps {
  /** The picture. Given anew, it replaces the one before, at once or by `animation`. */
  scene: Scene;
  /** How the picture before became this one; `null` shows it at once. */
  animation?: Animation | null;
  /** What can be tapped first. Without it the board is only looked at. */
  continuations?: Continuations<string> | null;
  /** What can follow these taps. Answers are kept until `scene` or `continuations` change. */
  follow?: (taps: CellId[]) => Promise<Continuations<string>>;
  /** A whole move was made. The board keeps showing it until `scene` changes; a promise that
   * fails puts everything back. */
  onmove?: (text: string, taps: CellId[]) => void | Promise<void>;
  /** Hears of taps that begin no legal move, instead of the board saying why they do not (for
   * lessons). The last one changes nothing, or `begins` another move, unless `true` takes them. */
  onforeign?: (taps: CellId[], begins: boolean) => boolean | void;
  /** Why nobody may move now: said to whoever tries. */
  idle?: string | null;
  /** Steps through the game, back (-1) or on (1): by the mouse wheel; and the arrow keys are the
   * page's after a click on the board. */
  onstep?: (by: 1 | -1) => void;
  /** Takes every tap on a cell instead of making moves (for a position editor). */
  ontap?: (cell: CellId) => void;
  /** Asks before a move is handed on; as the settings say unless given. */
  confirm?: boolean;
  /** Seen from the other side of the table. */
  flipped?: boolean;
  arrows?: Arrow[];
  highlights?: Highlight[];
  /** `card`: a small picture without coordinates, trays and signs. */
  size?: 'full' | 'card';
  /** Whether marks of the last move and of dangers are shown. */
  marks?: boolean;
  /** Whether trays and supplies are shown beside the board. */
  trays?: boolean;
  /** Whether moves are heard. */
  sounds?: boolean;
  /** What the board is called for those who do not see it; the game's name unless given. */
  label?: string;
}

/** What can be asked of a board (`bind:this`). */
export interface BoardHandle {
  /** Shows an earlier picture and the way from it to the present one. */
  replay(before: Scene, animation: Animation): Promise<void>;
  /** Gives up a half-made move. */
  cancel(): void;
}
