// A table as it goes on: what comes from it, and the own move, which is drawn before the table has it.

import { titleOf } from '../../lib/api';
import { applyChange } from '../../lib/board/change';
import { say } from '../../lib/i18n/index.svelte';
import { play } from '../../lib/i18n/play';
import { lookAt, prepareTaps } from '../../lib/looks';
import { notices } from '../../lib/notices.svelte';
import { Refused, refused } from '../../lib/refusal';
import { connection, type Watcher } from '../../lib/socket.svelte';
import { chime } from '../../lib/sound';
import type {
  Animation,
  GameLine,
  Happening,
  Hint,
  LastMove,
  MoveView,
  Scene,
  Setup,
  TableState,
  TableView,
} from '../../lib/wire';
import { OwnMove, type Shown } from './own';
import { Past } from './past.svelte';

export class LiveTable implements Watcher {
  readonly id: string;
  game = $state('');
  /** What the game is called; empty before it is known. */
  title = $state('');
  moves = $state.raw<MoveView[]>([]);
  state = $state.raw<TableState | null>(null);
  failure = $state.raw<Refused | null>(null);
  /** When the state came, for clocks (`performance.now()`). */
  since = $state(0);
  /** The live picture and how it came about. */
  scene = $state.raw<Scene | null>(null);
  animation = $state.raw<Animation | null>(null);
  hint = $state.raw<Hint | null>(null);
  readonly past = new Past({
    length: () => this.moves.length,
    line: (ply) => this.line(ply),
    returned: () => (this.animation = null),
  });

  /** How the game began. */
  setup = $state.raw<Setup>({ options: [] });
  /** A move of the visitor's on its way to the table. */
  protected own = $state.raw<OwnMove | null>(null);
  /** How the table itself says that things stand: without that move. */
  #told: TableState | null = null;
  #stop: () => void;

  constructor(id: string) {
    this.id = id;
    this.#stop = connection.watch(id, this);
  }

  close(): void {
    this.#stop();
  }

  line(ply = this.moves.length): GameLine {
    return { game: this.game, setup: this.setup, moves: this.moves.slice(0, ply).map((move) => move.text) };
  }

  // ---- What comes ----------------------------------------------------------------------------

  view(view: TableView): void {
    this.failure = null;
    if (this.game !== view.game) void titleOf(view.game).then((title) => (this.title = title));
    this.game = view.game;
    this.setup = view.setup;
    this.#settle(view);
    const texts = (moves: MoveView[]) => moves.map((move) => move.text).join(' ');
    // The same moves are the same picture: a half-made move goes on after a reconnection.
    if (this.scene && texts(this.moves) === texts(view.moves)) this.moves = view.moves;
    else if (!this.own) {
      this.hint = null;
      this.#show({ scene: view.scene, moves: view.moves, animation: null });
    }
    this.#accept(view.state);
  }

  happened(happening: Happening, state: TableState): void {
    const ended = !this.state?.ending && !!state.ending;
    const own = this.own;
    const meaning = own?.met(happening, state);
    if (own && meaning === 'against') this.#undo(own, refused('overtaken'));
    if (happening.type === 'moved' && this.scene) {
      const { change, played } = happening;
      const before = { scene: this.scene, moves: this.moves, animation: this.animation };
      const drawn = meaning === 'played' && !!own?.drawn;
      if (meaning === 'played') this.#played();
      this.hint = null;
      this.#show(own && drawn ? own.confirmed(played, change, before) : after(before, played, happening.change));
      // Whoever looks back sees the new move in the list; a player whose turn it is comes back.
      if (state.continuations) this.past.go(null);
      const next = state.continuations ? ` ${play().yourTurn}.` : '';
      if (!drawn || next) notices.speak(say(played.say) + next);
    } else if (happening.type === 'took-back') {
      const moves = this.moves.slice(0, Math.max(0, this.moves.length - happening.plies));
      this.hint = null;
      this.#show({ scene: happening.scene, moves, animation: null });
      this.past.go(null);
      notices.speak(play().tookBack(happening.plies));
    }
    if (ended && state.ending) {
      this.hint = null;
      notices.speak(say(state.ending.words));
      chime();
    }
    this.#accept(state);
  }

  watched(watchers: number): void {
    // The clocks go on from when the state came.
    if (this.#told) this.#told = { ...this.#told, watchers };
    if (this.state) this.state = { ...this.state, watchers };
  }

  refused(refusal: Refused): void {
    this.failure = refusal;
  }

  #accept(state: TableState): void {
    this.since = performance.now();
    // Who comes and goes, or offers something, must not disturb a half-made move.
    const before = this.#told;
    const same =
      before?.ply === state.ply && JSON.stringify(before.continuations) === JSON.stringify(state.continuations);
    this.#told = same ? { ...state, continuations: before.continuations } : state;
    this.state = this.own?.over(this.#told) ?? this.#told;
    if (!same && state.continuations) void prepareTaps(this.line(), state.continuations);
  }

  #show({ scene, moves, animation }: Shown): void {
    this.animation = animation;
    this.scene = scene;
    this.moves = moves;
  }

  // ---- The own move --------------------------------------------------------------------------

  /** Whether a move of the visitor's waits for the connection. */
  get waiting(): boolean {
    return !!this.own && connection.awaits(this.id);
  }

  /** Plays a move: it is drawn at once, and goes back if the table does not take it. */
  move(text: string): Promise<void> {
    // Nobody moves twice.
    if (this.own || !this.scene) return Promise.resolve();
    const before = { scene: this.scene, moves: this.moves, animation: this.animation };
    const own = new OwnMove(text, before, this.#told);
    const line = this.line();
    this.own = own;
    void this.#send(own);
    lookAt({ ...line, moves: [...line.moves, text] }).then(
      ({ last }) => last && this.#draw(own, last),
      // Then it is drawn when the table has played it.
      () => undefined,
    );
    return own.settled;
  }

  async #send(own: OwnMove): Promise<void> {
    own.parked = false;
    try {
      await connection.ask({ type: 'move', table: this.id, ply: own.ply, text: own.text });
    } catch (error) {
      // The table has said meanwhile what became of it.
      if (this.own !== own) return;
      const code = error instanceof Refused ? error.code : '';
      if (code === 'offline') own.parked = true;
      else if (code === 'stale') own.doubt = error;
      else this.#undo(own, error);
      connection.resync(this.id);
    }
  }

  #draw(own: OwnMove, last: LastMove): void {
    if (this.own !== own || !this.#told) return;
    this.hint = null;
    this.#show(own.draw(last, this.#told.clock, performance.now() - this.since));
    this.state = own.over(this.#told);
    notices.speak(say(last.say));
  }

  /** The whole table came: it says what became of the own move. */
  #settle(view: TableView): void {
    const own = this.own;
    if (!own) return;
    const meaning = own.found(view);
    if (meaning === 'played') this.#played();
    else if (meaning === 'against') this.#undo(own, own.doubt ?? refused('overtaken'));
    else if (own.parked) void this.#send(own);
  }

  #played(): void {
    this.own?.played();
    this.own = null;
  }

  #undo(own: OwnMove, why: unknown): void {
    this.own = null;
    this.#show(own.undo(why));
    this.state = this.#told;
    // There may be nothing any more where one was looking.
    this.past.go(this.past.ply);
  }
}

/** What is shown after a move. */
function after({ scene, moves }: Shown, played: MoveView, change: LastMove['change']): Shown {
  return { scene: applyChange(scene, change), moves: [...moves, played], animation: change.animation };
}
