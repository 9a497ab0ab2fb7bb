// What a board shows and how it answers to hands: everything about it that is not markup.

import { untrack } from 'svelte';
import { boardWords } from '../i18n/board';
import { notices } from '../notices.svelte';
import { settings } from '../settings.svelte';
import { knock } from '../sound';
import type { CellId, Piece, Point } from '../wire';
import type { Stacks } from './change';
import { UNIT } from './geometry';
import { Gesture } from './gesture.svelte';
import { Keyboard } from './keyboard.svelte';
import { Layout } from './layout';
import { Pointer } from './pointer.svelte';
import { Stage } from './stage.svelte';
import { themes } from './themes.svelte';
import type { BoardProps, Highlight } from './types';
import { shake, WhyNot } from './whynot.svelte';

export class BoardModel {
  /** The picture on the page and the size of its frame in pixels. */
  svg = $state.raw<SVGSVGElement>();
  width = $state(0);
  height = $state(0);

  readonly props: BoardProps;
  readonly stage: Stage;
  readonly gesture: Gesture;
  readonly pointer: Pointer;
  readonly keyboard: Keyboard;

  constructor(props: BoardProps) {
    this.props = props;
    this.stage = new Stage(
      untrack(() => props.scene),
      { layout: () => this.layout, pile: () => this.theme?.pile, landed: (strength) => this.#sound(strength) },
    );
    this.gesture = new Gesture({
      follow: (taps) => props.follow?.(taps) ?? Promise.reject(new Error('nothing can follow')),
      move: (text, taps) => props.onmove?.(text, taps),
      foreign: (taps, begins) => this.#foreign(taps, begins),
      confirm: () => props.confirm ?? settings.confirm,
      failed: (error) => notices.fail(error),
    });
    this.pointer = new Pointer(this.gesture, {
      svg: () => this.svg,
      points: () => this.layout.points,
      interactive: () => this.interactive,
      ontap: () => props.ontap,
      height: (cell) => this.shown.cells[cell]?.stack.length ?? 0,
      pressed: (cell) => this.keyboard.pressed(cell),
      idle: (cell) => this.idle(cell),
    });
    this.keyboard = new Keyboard(this, this.#firstPiece());
    $effect(() => this.#arrive());
    $effect(() => this.#hearDrops());
    $effect(() => this.#sayTap());
  }

  // ---- The picture ---------------------------------------------------------------------------

  readonly shown = $derived.by(() => this.stage.shown);
  /** How the set looks; nothing is drawn before it is there. */
  readonly theme = $derived.by(() => themes.get(this.shown.theme));
  readonly full = $derived.by(() => (this.props.size ?? 'full') === 'full');
  readonly marks = $derived.by(() => this.props.marks ?? true);
  readonly layout: Layout = $derived.by(
    () =>
      new Layout(this.shown, {
        flipped: this.props.flipped ?? false,
        coordinates: this.full && settings.coordinates,
        trays: this.full && (this.props.trays ?? true),
        wide: this.width > this.height * 1.12,
        margin: this.full ? 12 : 16,
      }),
  );
  /** Units of the picture per pixel: letters keep their size on any screen. */
  readonly perPixel = $derived.by(() =>
    Math.max(this.layout.width / (this.width || 400), this.layout.height / (this.height || 400)),
  );
  readonly trail = $derived.by(() =>
    this.full && this.marks && !this.stage.animator.running && !this.gesture.begun ? this.layout.trail : [],
  );

  #firstPiece(): CellId {
    return untrack(() =>
      Math.max(
        0,
        this.props.scene.cells.findIndex((cell) => cell.stack.length > 0),
      ),
    );
  }

  #sound(strength: number): void {
    if (this.props.sounds && this.theme) knock(this.theme.knock, strength);
  }

  #arrive(): void {
    const { scene, animation = null, continuations = null } = this.props;
    untrack(() => {
      if (scene !== this.stage.latest) {
        // What was done by hand has been seen already.
        const { dropped = [], selected = [] } = this.gesture.now ?? {};
        // Those that were pushed along have not.
        const pieces = animation?.steps.flatMap((step) => step.travels).length ?? 0;
        const carried = this.pointer.carried && pieces <= selected.length;
        const seen = this.gesture.sent && (carried || dropped.length > 0);
        this.whyNot.clear();
        if (seen && carried) this.#sound(1);
        this.stage.arrive(scene, seen ? null : animation);
      }
      this.gesture.reset(continuations);
      this.pointer.carried = false;
    });
  }

  // ---- The move being made -------------------------------------------------------------------

  readonly interactive = $derived.by(() => this.full && (!!this.props.continuations || !!this.props.ontap));
  readonly stacks: Stacks = $derived.by(() => {
    const now = this.gesture.now;
    if (this.stage.animator.stacks) return this.stage.animator.stacks;
    const plain = this.shown.cells.map((cell) => cell.stack);
    if (!now || (now.hand.length === 0 && now.dropped.length === 0)) return plain;
    for (const cell of now.selected) plain[cell] = [];
    for (const { cell, piece } of now.dropped) plain[cell] = [...(plain[cell] ?? []), piece];
    return plain;
  });
  readonly selected: CellId[] = $derived.by(() => {
    const { now, pressing, begun } = this.gesture;
    if (pressing !== null) return [pressing];
    return begun && now && now.hand.length === 0 && now.dropped.length === 0 ? now.selected : [];
  });
  readonly choices = $derived.by(() =>
    this.full && this.gesture.now && !this.gesture.sent ? this.gesture.now.choices : [],
  );
  /** A move that waits for a yes is shown by an arrow, unless its pieces lie there already. */
  readonly arrows = $derived.by(() => {
    const { ready, sent, now, taps } = this.gesture;
    const asked = ready !== null && !sent && now?.dropped.length === 0;
    const given = this.props.arrows ?? [];
    return asked ? [...given, { cells: taps }] : given;
  });

  readonly highlights: Highlight[] = $derived.by(() => {
    const given = this.props.highlights ?? [];
    const cell = this.whyNot.mistake;
    return cell === null ? given : [...given, { cell, kind: 'bad' as const }];
  });

  /** How far lifted pieces follow the pointer: one goes anywhere, a group only shows its will. */
  readonly pull: Point = $derived.by(() => {
    const { press, at } = this.pointer;
    if (!press?.dragging || !at || this.selected.length === 0) return { x: 0, y: 0 };
    const [x, y] = [at.x - press.at.x, at.y - press.at.y];
    if (this.selected.length === 1) return { x, y };
    const length = Math.hypot(x, y) || 1;
    const most = Math.min(length, 45) / length;
    return { x: x * most, y: y * most };
  });
  /** Where the hand is held, and what is in it. */
  readonly hand: { pieces: Piece[]; at: Point } | null = $derived.by(() => {
    const pieces = this.gesture.now?.hand ?? [];
    if (pieces.length === 0 || this.gesture.sent) return null;
    const { at, touching, press } = this.pointer;
    if (at && (!touching || press)) return { pieces, at: { x: at.x + 26, y: at.y - 58 } };
    const above = this.layout.points[this.gesture.taps.at(-1) ?? -1];
    return above ? { pieces, at: { x: above.x + 30, y: above.y - 50 } } : null;
  });
  /** The next piece in hand over the cell where it would fall. */
  readonly ghost: { piece: Piece; at: Point } | null = $derived.by(() => {
    const { hovered, touching } = this.pointer;
    const piece = this.gesture.now?.hand[0];
    if (hovered === null || touching || !piece) return null;
    const role = this.gesture.choice(hovered)?.role;
    return role === 'drop' || role === 'finish' ? { piece, at: this.layout.point(hovered) } : null;
  });

  // ---- What makes no move --------------------------------------------------------------------

  readonly whyNot = new WhyNot({
    follow: (taps) => this.props.follow?.(taps) ?? Promise.resolve(),
    shake: () => shake(this.svg),
  });

  #foreign(taps: CellId[], begins: boolean): boolean | void {
    if (this.props.onforeign) {
      const taken = this.props.onforeign(taps, begins);
      if (!begins || taken) shake(this.svg);
      return taken;
    }
    if (!begins) void this.whyNot.answer(taps);
    // Another piece is chosen; where the two touch, perhaps they should have gone together.
    else if (this.#touch(taps)) void this.gesture.answered.then(() => this.whyNot.answer(taps, true));
  }

  #touch(taps: CellId[]): boolean {
    const [a, b] = taps.slice(-2).map((cell) => this.layout.point(cell));
    return !!a && !!b && Math.hypot(a.x - b.x, a.y - b.y) < UNIT * 1.5;
  }

  /** A cell was tapped while nobody may move. */
  idle(cell: CellId): void {
    if (this.props.idle) this.whyNot.tell(cell, this.props.idle);
  }

  /** Whether a sentence stands at the upper edge: away from the cell, and from the question below. */
  readonly above = $derived.by(() => {
    const cell = this.whyNot.said?.cell;
    if (cell === undefined || this.gesture.ready !== null) return true;
    const heights = this.layout.points.map(({ y }) => y);
    return this.layout.point(cell).y * 2 > Math.min(...heights) + Math.max(...heights);
  });

  #dropped = 0;

  #hearDrops(): void {
    const count = this.gesture.now?.dropped.length ?? 0;
    if (count > this.#dropped) untrack(() => this.#sound(0.7));
    this.#dropped = count;
  }

  #sayTap(): void {
    const last = this.gesture.taps.at(-1);
    if (last === undefined || this.gesture.sent) return;
    untrack(() => {
      const { now } = this.gesture;
      const words = boardWords();
      const name = this.shown.cells[last]?.name ?? '';
      const hand = now && now.hand.length > 0 ? ` ${words.inHand(now.hand.length)}.` : '';
      notices.speak(words.chosen(name, now?.choices.length ?? 0) + hand);
    });
  }
}
