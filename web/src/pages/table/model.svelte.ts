// A table as one visitor sees it: live, or looking back at an earlier move.

import { api } from '../../lib/api';
import type { Arrow, Highlight } from '../../lib/board/types';
import { say } from '../../lib/i18n/index.svelte';
import { play } from '../../lib/i18n/play';
import { rank } from '../../lib/levels';
import { tapsAt } from '../../lib/looks';
import { notices } from '../../lib/notices.svelte';
import { refused } from '../../lib/refusal';
import { settings } from '../../lib/settings.svelte';
import { connection } from '../../lib/socket.svelte';
import type { Act, Animation, CellId, Continuations, MoveView, OfferKind, Owner, Scene } from '../../lib/wire';
import { hintArrows, hintHighlights, type HintStep, hintWords, stepAfter } from './hint';
import { LiveTable } from './live.svelte';

export class TableModel extends LiveTable {
  /** How much of the hint is told. */
  hintStep = $state<HintStep>('piece');
  hinting = $state(false);
  /** The level to try next, after two wins in a row. */
  nextLevel = $state<number | null>(null);

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
    if (this.waiting) return play().moveWaits;
    // The own move may have been the last one; the table will say so.
    if (this.own && this.scene?.ending) return say(this.scene.ending.words);
    if (this.seatFree) return this.seated ? play().waitingFriend : play().waitingPlayer;
    if (this.myTurn && !this.sameScreen) return play().yourTurn;
    return play().turnOf(this.colour(this.state.turn));
  }

  /** Why the board cannot be played on now, for whoever tries; `null` where nobody would ask. */
  get idle(): string | null {
    if (!this.state || this.state.ending) return null;
    if (!this.past.live) return play().past;
    if (!this.seated) return play().watching;
    // Whoever plays both sides is waited for, and not told so.
    const onItsWay = this.own && this.sameScreen && !this.waiting;
    return play().notYet(onItsWay ? play().moveOnItsWay : this.status);
  }

  // ---- What is done --------------------------------------------------------------------------

  /** What can follow taps: the rules say so, wherever the table is. */
  follow(taps: CellId[]): Promise<Continuations<string>> {
    return tapsAt(this.line(), taps);
  }

  /** The act of that kind, if this visitor may do it now. */
  may(type: Act['type'], of?: OfferKind): Act | undefined {
    return this.state?.may.find((act) => act.type === type && (!of || ('of' in act && act.of === of)));
  }

  async act(act: Act): Promise<void> {
    try {
      if (!(await this.#comesAfter(act))) return;
      await connection.ask({ type: 'act', table: this.id, ply: this.moves.length, act });
    } catch (error) {
      notices.fail(error);
      connection.resync(this.id);
    }
  }

  /** What is done while a move is on its way is done after it, if it still makes sense then. */
  async #comesAfter(act: Act): Promise<boolean> {
    if (!this.own) return true;
    if (connection.awaits(this.id)) throw refused('offline');
    const played = await this.own.settled.then(
      () => true,
      // Why is told where it was played.
      () => false,
    );
    const wanted = JSON.stringify(act);
    return played && !!this.state?.may.some((may) => JSON.stringify(may) === wanted);
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
      if (next !== null && level.every((one) => rank(next) > rank(one))) this.nextLevel = next;
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
