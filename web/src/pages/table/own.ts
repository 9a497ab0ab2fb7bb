// A move of this visitor's on its way: drawn at once by the rules that the page has at hand, until the
// table says that it was played, or that it was not.

import { applyChange } from '../../lib/board/change';
import type {
  Animation,
  Change,
  ClockView,
  Happening,
  LastMove,
  MoveView,
  Owner,
  Scene,
  TableState,
  TableView,
} from '../../lib/wire';

/** What of a table can be ahead of what the table has said. */
export interface Shown {
  scene: Scene;
  moves: MoveView[];
  animation: Animation | null;
}

/** What something that comes from the table means for a move on its way. */
type Meaning = 'played' | 'beside' | 'against';

export class OwnMove {
  /** How many moves were played when it was chosen. */
  readonly ply: number;
  readonly text: string;
  /** Whether nobody has answered: it waits for the connection. */
  parked = false;
  /** Why the table did not want it, where it may have it all the same: sent twice, say. */
  doubt: unknown = null;
  /** Resolves when the table has it; fails if it never will. */
  readonly settled: Promise<void>;

  readonly #before: Shown;
  readonly #seq: number;
  #drawn: { change: Change; clock: ClockView } | null = null;
  #played: () => void = () => undefined;
  #failed: (why: unknown) => void = () => undefined;

  constructor(text: string, shown: Shown, state: TableState | null) {
    this.text = text;
    this.ply = shown.moves.length;
    this.#before = shown;
    this.#seq = state?.seq ?? 0;
    this.settled = new Promise((played, failed) => {
      this.#played = played;
      this.#failed = failed;
    });
  }

  /** Whether it is in the picture. */
  get drawn(): boolean {
    return this.#drawn !== null;
  }

  /** The table with it; its player's clock stands still from now on. */
  draw(last: LastMove, clock: ClockView, elapsed: number): Shown {
    this.#drawn = { change: last.change, clock: stopped(clock, elapsed) };
    const { scene, moves } = this.#before;
    return {
      scene: applyChange(scene, last.change),
      moves: [...moves, { text: last.text, say: last.say, left: null }],
      animation: last.change.animation,
    };
  }

  /** How the table will stand, as far as it is known: what may be done comes with its answer. */
  over(state: TableState): TableState {
    if (!this.#drawn) return state;
    const { change, clock } = this.#drawn;
    return { ...state, ply: this.ply + 1, turn: change.turn, clock, continuations: null };
  }

  /** What happened at the table, seen from here. */
  met(happening: Happening, state: TableState): Meaning {
    if (happening.type === 'moved') {
      return state.ply === this.ply + 1 && happening.played.text === this.text ? 'played' : 'against';
    }
    return happening.type === 'took-back' || state.ending ? 'against' : 'beside';
  }

  /** The whole table, seen from here. */
  found(view: TableView): Meaning {
    const texts = (moves: MoveView[]) => moves.map((move) => move.text).join(' ');
    if (texts(view.moves.slice(0, this.ply)) !== texts(this.#before.moves)) return 'against';
    if (view.moves[this.ply]?.text === this.text) return 'played';
    // What else happened meanwhile may have been a reason for another move.
    const changed = this.parked && view.state.seq !== this.#seq;
    return view.moves.length > this.ply || view.state.ending || this.doubt || changed ? 'against' : 'beside';
  }

  /** The table has it. */
  played(): void {
    this.#played();
  }

  /** Its words count. The picture stays as it is, unless it was drawn otherwise. */
  confirmed(played: MoveView, change: Change, shown: Shown): Shown {
    const moves = [...this.#before.moves, played];
    if (JSON.stringify(change) === JSON.stringify(this.#drawn?.change)) return { ...shown, moves };
    return { scene: applyChange(this.#before.scene, change), moves, animation: null };
  }

  /** The table never will have it: what there is without it. */
  undo(why: unknown): Shown {
    this.#failed(why);
    return { ...this.#before, animation: null };
  }
}

/** Clocks that stand still, so long after they were read. */
function stopped({ terms, left, running }: ClockView, elapsed: number): ClockView {
  const rest = (owner: Owner, time: number) => (owner === running ? Math.max(0, time - elapsed) : time);
  return { terms, left: left && [rest('first', left[0]), rest('second', left[1])], running: null };
}
