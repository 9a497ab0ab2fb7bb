// Mouse, finger and pen: taps, drags, hovering, and long presses that look into a stack.

import type { CellId, Point } from '../wire';
import { cellAt } from './geometry';
import type { Gesture } from './gesture.svelte';

interface Outside {
  svg: () => SVGSVGElement | undefined;
  points: () => Point[];
  interactive: () => boolean;
  /** Takes every tap instead of making moves. */
  ontap: () => ((cell: CellId) => void) | undefined;
  /** How many pieces stand on a cell before the move being made. */
  height: (cell: CellId) => number;
  /** A cell was pressed. */
  pressed: (cell: CellId) => void;
  /** A cell was tapped while nobody may move. */
  idle: (cell: CellId) => void;
}

interface Press {
  cell: CellId;
  pointer: number;
  /** Where it began: on the picture and on the screen. */
  at: Point;
  screen: Point;
  /** Whether the tap has been carried out at once. */
  tapped: boolean;
  dragging: boolean;
  over: CellId;
}

const LONG_PRESS = 450;
const HOVER = 550;

export class Pointer {
  /** Where it is on the picture; nowhere after a finger has left. */
  at = $state.raw<Point | null>(null);
  hovered = $state<CellId | null>(null);
  touching = $state(false);
  /** The cell whose stack is laid open. */
  peeked = $state<CellId | null>(null);
  press = $state.raw<Press | null>(null);
  /** Whether the move being made was carried to its place by hand. */
  carried = false;

  readonly #gesture: Gesture;
  readonly #outside: Outside;
  #timer = 0;
  /** The cell that is pressed while nobody may move. */
  #idle: CellId | null = null;

  constructor(gesture: Gesture, outside: Outside) {
    this.#gesture = gesture;
    this.#outside = outside;
  }

  get dragging(): boolean {
    return this.press?.dragging === true;
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = this.#place(event);
    const cell = cellAt(this.#outside.points(), at);
    this.touching = event.pointerType !== 'mouse';
    this.peeked = null;
    if (cell === null) {
      if (this.#outside.interactive()) void this.#gesture.tap(null);
      return;
    }
    this.#outside.pressed(cell);
    if (this.touching) this.#peekAfter(cell, LONG_PRESS);
    if (!this.#outside.interactive()) {
      this.#idle = cell;
      return;
    }
    const ontap = this.#outside.ontap();
    if (ontap) {
      ontap(cell);
      return;
    }
    // What selects does so at once, so that it can be dragged; the rest waits for the release,
    // so that a finger can still slide off.
    const role = this.#gesture.choice(cell)?.role;
    const now = this.#gesture.now;
    const anew = !role && this.#gesture.begins(cell) && !now?.dropped.length && !now?.selected.includes(cell);
    const tapped = role === 'select' || role === 'extend' || anew;
    this.press = {
      cell,
      pointer: event.pointerId,
      at,
      screen: { x: event.clientX, y: event.clientY },
      tapped,
      dragging: false,
      over: cell,
    };
    this.at = at;
    this.#outside.svg()?.setPointerCapture(event.pointerId);
    if (tapped) void this.#gesture.tap(cell);
  }

  moved(event: PointerEvent): void {
    const at = this.#place(event);
    const cell = cellAt(this.#outside.points(), at);
    const mouse = event.pointerType === 'mouse';
    if (mouse || this.press) this.at = at;
    if (cell !== this.hovered) {
      this.hovered = cell;
      if (cell !== null) this.#gesture.prefetch(cell);
      if (mouse) {
        this.peeked = null;
        if (cell !== null && !this.press) this.#peekAfter(cell, HOVER);
      }
    }
    if (!this.press || this.press.pointer !== event.pointerId) return;
    const far = Math.hypot(event.clientX - this.press.screen.x, event.clientY - this.press.screen.y);
    if (!this.press.dragging && far > (this.touching ? 14 : 7)) {
      clearTimeout(this.#timer);
      this.press = { ...this.press, dragging: true };
      void this.#gesture.grab(this.press.cell);
    }
    // Only the middle of a cell counts: a path may cut corners.
    const close = cellAt(this.#outside.points(), at, 40);
    if (this.press.dragging && close !== null && close !== this.press.over) {
      this.press = { ...this.press, over: close };
      void this.#gesture.pass(close);
    }
  }

  up(event: PointerEvent): void {
    clearTimeout(this.#timer);
    const ended = this.press;
    this.press = null;
    const cell = cellAt(this.#outside.points(), this.#place(event));
    const idle = this.#idle;
    this.#idle = null;
    if (idle !== null && idle === cell && this.peeked === null) this.#outside.idle(cell);
    if (!ended || ended.pointer !== event.pointerId) return;
    if (event.pointerType !== 'mouse') this.at = null;
    if (ended.dragging) {
      if (cell === null || cell === ended.cell) {
        void this.#gesture.letGo();
        return;
      }
      this.carried = !this.#gesture.now?.hand.length;
      void this.#gesture.release(cell).then(() => {
        if (!this.#gesture.sent && !this.#gesture.ready) this.carried = false;
      });
    } else if (!ended.tapped && this.peeked === null && cell === ended.cell) {
      void this.#gesture.tap(cell);
    }
  }

  /** The browser took the pointer away. */
  lost(): void {
    clearTimeout(this.#timer);
    this.#idle = null;
    if (this.dragging) void this.#gesture.letGo();
    this.press = null;
  }

  left(): void {
    clearTimeout(this.#timer);
    this.hovered = null;
    this.peeked = null;
    if (!this.press) this.at = null;
  }

  #place(event: PointerEvent): Point {
    const matrix = this.#outside.svg()?.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }

  #peekAfter(cell: CellId, time: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#outside.height(cell) < 2 || this.dragging) return;
      // A long press looks, it does not begin a move; the touch that began one is taken back.
      const began = this.press?.tapped === true && this.#gesture.taps.length === 1;
      if (this.#gesture.begun && !began) return;
      if (began) this.#gesture.cancel();
      this.peeked = cell;
    }, time);
  }
}
