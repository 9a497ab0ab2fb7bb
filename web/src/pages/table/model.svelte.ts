// A table as one visitor sees it: live, or looking back at an earlier move.

import { api, titleOf } from '../../lib/api';
import { applyChange } from '../../lib/board/change';
import type { Arrow, Highlight } from '../../lib/board/types';
import { say } from '../../lib/i18n/index.svelte';
import { play } from '../../lib/i18n/play';
import { notices } from '../../lib/notices.svelte';
import type { Refused } from '../../lib/refusal';
import { settings } from '../../lib/settings.svelte';
import { connection, type Watcher } from '../../lib/socket.svelte';
import { chime } from '../../lib/sound';
import type {
  Act,
  Animation,
  CellId,
  Continuations,
  Happening,
  Hint,
  GameLine,
  MoveView,
  OfferKind,
  Owner,
  Scene,
  Setup,
  TableState,
  TableView,
} from '../../lib/wire';
import { hintArrows, hintHighlights, type HintStep, hintWords, stepAfter } from './hint';
import { Past } from './past.svelte';

export class TableModel implements Watcher {
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
  /** How much of the hint is told. */
  hintStep = $state<HintStep>('piece');
  hinting = $state(false);
  readonly past = new Past({
    length: () => this.moves.length,
    line: (ply) => this.line(ply),
    returned: () => (this.animation = null),
  });

  /** How the game began. */
  setup = $state.raw<Setup>({ options: [] });
  /** The level to try next, after two wins in a row. */
  nextLevel = $state<number | null>(null);
  #stop: () => void;

  constructor(id: string) {
    this.id = id;
    this.#stop = connection.watch(id, this);
  }

  close(): void {
    this.#stop();
  }

  // ---- What comes ----------------------------------------------------------------------------

  view(view: TableView): void {
    this.failure = null;
    if (this.game !== view.game) void titleOf(view.game).then((title) => (this.title = title));
    this.game = view.game;
    this.setup = view.setup;
    const texts = (moves: MoveView[]) => moves.map((move) => move.text).join(' ');
    // The same moves are the same picture: a half-made move goes on after a reconnection.
    if (!this.scene || texts(this.moves) !== texts(view.moves)) {
      this.animation = null;
      this.scene = view.scene;
      this.hint = null;
      this.moves = view.moves;
    }
    this.#accept(view.state);
  }

  happened(happening: Happening, state: TableState): void {
    const ended = !this.state?.ending && !!state.ending;
    if (happening.type === 'moved' && this.scene) {
      this.scene = applyChange(this.scene, happening.change);
      this.animation = happening.change.animation;
      this.moves = [...this.moves, happening.played];
      this.hint = null;
      // Whoever looks back sees the new move in the list; a player whose turn it is comes back.
      if (state.continuations) this.past.go(null);
      notices.speak(say(happening.played.say) + (state.continuations ? ` ${play().yourTurn}.` : ''));
    } else if (happening.type === 'took-back') {
      this.moves = this.moves.slice(0, Math.max(0, this.moves.length - happening.plies));
      this.animation = null;
      this.scene = happening.scene;
      this.hint = null;
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
    if (this.state) this.state = { ...this.state, watchers };
  }

  refused(refusal: Refused): void {
    this.failure = refusal;
  }

  #accept(state: TableState): void {
    this.since = performance.now();
    // Who comes and goes, or offers something, must not disturb a half-made move.
    const before = this.state;
    const same =
      before?.ply === state.ply && JSON.stringify(before.continuations) === JSON.stringify(state.continuations);
    this.state = same ? { ...state, continuations: before.continuations } : state;
  }

  // ---- Who is who ----------------------------------------------------------------------------

  /** The seats of this visitor. */
  get mine(): Owner[] {
    const seats = this.state?.seats;
    return (['first', 'second'] as const).filter((_, n) => seats?.[n]?.you);
  }

  get seated(): boolean {
    return this.mine.length > 0;
  }

  /** The name of a player by the colour of the pieces. */
  colour(owner: Owner | null): string {
    const player = owner === 'first' ? this.scene?.players[0] : owner === 'second' ? this.scene?.players[1] : null;
    return player ? say(player.name) : '';
  }

  /** Whether it is this visitor's turn. */
  get myTurn(): boolean {
    return !!this.state?.turn && this.mine.includes(this.state.turn);
  }

  get againstComputer(): boolean {
    return this.seated && !!this.state?.seats.some((seat) => seat.sitter.type === 'computer');
  }

  /** Whether this visitor plays with another person. */
  get betweenPeople(): boolean {
    return this.mine.length === 1 && !this.againstComputer;
  }

  get sameScreen(): boolean {
    return this.mine.length === 2;
  }

  /** Whether somebody can still sit down. */
  get seatFree(): boolean {
    return !!this.state?.seats.some((seat) => seat.sitter.type === 'nobody');
  }

  // ---- What is seen --------------------------------------------------------------------------

  /** The picture on the screen; `null` before there is one. */
  get picture(): Scene | null {
    return this.past.live ? this.scene : (this.past.scene ?? this.scene);
  }

  /** How the picture on the screen came about. */
  get movement(): Animation | null {
    return this.past.live ? this.animation : this.past.animation;
  }

  /** The move that led to the picture on the screen. */
  get lastMove(): MoveView | undefined {
    return this.moves[this.past.at - 1];
  }

  readonly arrows: Arrow[] = $derived(this.past.live && this.hint ? hintArrows(this.hint, this.hintStep) : []);
  readonly highlights: Highlight[] = $derived(
    this.past.live && this.hint ? hintHighlights(this.hint, this.hintStep) : [],
  );
  readonly hintWords: string = $derived(this.hint ? hintWords(this.hint, this.hintStep, this.scene) : '');

  /** Whether the second player sits at the near edge: one who plays only that side does. */
  get flipped(): boolean {
    return (this.mine.length === 1 && this.mine[0] === 'second') !== settings.flip;
  }

  /** Who is waited for, or how the game ended. */
  get status(): string {
    if (!this.state) return '';
    if (this.state.ending) return say(this.state.ending.words);
    if (this.seatFree) return this.seated ? play().waitingFriend : play().waitingPlayer;
    if (this.myTurn && !this.sameScreen) return play().yourTurn;
    return play().turnOf(this.colour(this.state.turn));
  }

  /** Why the board cannot be played on now, for whoever tries; `null` where nobody would ask. */
  get idle(): string | null {
    if (!this.state || this.state.ending) return null;
    if (!this.past.live) return play().past;
    return this.seated ? play().notYet(this.status) : play().watching;
  }

  // ---- What is done --------------------------------------------------------------------------

  line(ply = this.moves.length): GameLine {
    return { game: this.game, setup: this.setup, moves: this.moves.slice(0, ply).map((move) => move.text) };
  }

  async follow(taps: CellId[]): Promise<Continuations<string>> {
    const answer = await connection.ask({ type: 'taps', table: this.id, ply: this.moves.length, taps });
    if (answer.type !== 'continuations') throw new Error(`taps were answered by ${answer.type}`);
    return answer.continuations;
  }

  async move(text: string): Promise<void> {
    try {
      await connection.ask({ type: 'move', table: this.id, ply: this.moves.length, text });
    } catch (error) {
      connection.resync(this.id);
      throw error;
    }
  }

  /** The act of that kind, if this visitor may do it now. */
  may(type: Act['type'], of?: OfferKind): Act | undefined {
    return this.state?.may.find((act) => act.type === type && (!of || ('of' in act && act.of === of)));
  }

  async act(act: Act): Promise<void> {
    try {
      await connection.ask({ type: 'act', table: this.id, ply: this.moves.length, act });
    } catch (error) {
      notices.fail(error);
      connection.resync(this.id);
    }
  }

  /** Offers something, if that is possible now. */
  offer(of: OfferKind): void {
    const act = this.may('offer', of);
    if (act) void this.act(act);
  }

  /** Answers an offer of the other's, or takes the own one back. */
  answer(type: 'accept' | 'decline' | 'withdraw', of: OfferKind): void {
    const act = this.may(type, of);
    if (act) void this.act(act);
  }

  /** Finds out whether it is time for the next level: after a win against the computer. */
  async findNextLevel(): Promise<void> {
    const mine = this.mine[0];
    if (this.nextLevel || !this.againstComputer || this.state?.ending?.winner !== mine) return;
    const level = this.state?.seats.map(({ sitter }) => (sitter.type === 'computer' ? sitter.level : 0)) ?? [];
    try {
      const { games } = await api.results();
      const next = games.find(({ game }) => game === this.game)?.nextLevel ?? null;
      if (next !== null && next > Math.max(...level)) this.nextLevel = next;
    } catch {
      // A piece of advice; nobody misses it.
    }
  }

  /** Asks for a hint: first what to move, then where to, then why. */
  async askHint(): Promise<void> {
    if (this.hinting) return;
    if (this.hint) {
      this.hintStep = stepAfter(this.hintStep);
      notices.speak(this.hintWords);
      return;
    }
    this.hinting = true;
    const ply = this.moves.length;
    try {
      const answer = await connection.ask({ type: 'hint', table: this.id, ply });
      if (answer.type === 'hint' && ply === this.moves.length) {
        this.hintStep = 'piece';
        this.hint = answer.hint;
        notices.speak(this.hintWords);
      }
    } catch (error) {
      notices.fail(error);
    } finally {
      this.hinting = false;
    }
  }
}
