// Where everything of a scene is on the picture, as seen from one side of the table.

import type { Owner, Point, Scene } from '../wire';
import { type Box, boxOf, UNIT, View } from './geometry';
import { placeKey, type Tray, trays } from './trays';

export interface LayoutWish {
  flipped: boolean;
  coordinates: boolean;
  trays: boolean;
  /** Whether there is more room beside the board than above and below it. */
  wide: boolean;
  /** The margin around the board, in units of the picture. */
  margin: number;
}

export class Layout {
  /** The middles of the cells. */
  readonly points: Point[];
  readonly outline: Point[];
  readonly labels: { at: Point; text: string }[];
  readonly trays: Tray[];
  /** Everything that is to be seen. */
  readonly box: Box;
  /** How large marks and signs are: small boards are drawn large, their marks are not. */
  readonly detail: number;
  /** The cells from the far edge to the near one: what stands in front covers what is behind. */
  readonly order: number[];
  readonly trail: Point[];
  readonly #flipped: boolean;

  constructor(scene: Scene, wish: LayoutWish) {
    const view = new View(scene, wish.flipped);
    const points = scene.cells.map((cell) => view.at(cell.at));
    this.points = points;
    this.outline = scene.board.outline.map((p) => view.at(p));
    this.labels = wish.coordinates ? scene.labels.map(({ at, text }) => ({ at: view.at(at), text })) : [];
    this.trays = wish.trays ? trays(scene, wish.flipped, wish.wide) : [];
    this.trail = scene.trail?.points.map((p) => view.at(p)) ?? [];
    this.box = this.#around(wish.margin);
    const size = Math.max(this.box.right - this.box.left, this.box.bottom - this.box.top);
    this.detail = Math.min(1.1, Math.max(0.55, size / 1000));
    this.order = points.map((_, n) => n).sort((a, b) => (points[a]?.y ?? 0) - (points[b]?.y ?? 0) || a - b);
    this.#flipped = wish.flipped;
  }

  #around(margin: number): Box {
    const board = boxOf(this.outline, margin);
    const corners: Point[] = [
      { x: board.left, y: board.top },
      { x: board.right, y: board.bottom },
    ];
    const add = (p: Point, x: number, y: number) =>
      corners.push({ x: p.x - x, y: p.y - y }, { x: p.x + x, y: p.y + y });
    for (const { at } of this.labels) add(at, 22, 22);
    for (const tray of this.trays) for (const p of tray.places) add({ x: p.x * UNIT, y: p.y * UNIT }, 20, 26);
    return boxOf(corners);
  }

  get width(): number {
    return this.box.right - this.box.left;
  }

  get height(): number {
    return this.box.bottom - this.box.top;
  }

  get viewBox(): string {
    return `${this.box.left} ${this.box.top} ${this.width} ${this.height}`;
  }

  point(cell: number): Point {
    return this.points[cell] ?? { x: 0, y: 0 };
  }

  /** Where the next piece comes to in a tray, or from in a supply. */
  tray(kind: 'lost' | 'supply', owner: Owner): { at: Point; scale: number } {
    const tray = this.trays.find((one) => one.key === placeKey(kind, owner));
    const place = tray?.places[kind === 'lost' ? tray.taken : tray.taken - 1];
    if (tray && place) return { at: { x: place.x * UNIT, y: place.y * UNIT }, scale: tray.scale };
    // Without a tray, pieces come from and go to the edge on their owner's side.
    const below = ((owner === 'first') !== this.#flipped) === (kind === 'supply');
    return { at: { x: (this.box.left + this.box.right) / 2, y: below ? this.box.bottom : this.box.top }, scale: 0.5 };
  }
}
