// Where things are. A unit of the plane is 100 units of the picture.

import type { CellId, PileShape, Point, Scene } from '../wire';

export const UNIT = 100;

/** The height that a stack may take up in its cell. */
const ROOM = 97;

/** Where the pieces of a stack lie in their cell: tall stacks are slimmer. */
export interface Pile {
  scale: number;
  /** The middle of the lowest piece, downwards from the middle of the cell. */
  bottom: number;
  step: number;
}

export function pile(shape: PileShape, height: number): Pile {
  const gaps = Math.max(0, height - 1);
  const slimsOver = Math.max(1, shape.slimmestFrom - shape.fullSizeUpTo);
  const scale = 1 - Math.min(1, Math.max(0, (height - shape.fullSizeUpTo) / slimsOver)) * shape.slimming;
  const body = (2 * shape.halfDepth + shape.thickness) * scale;
  const step = gaps > 0 ? Math.min(shape.step, Math.max(0, ROOM - body) / gaps) : 0;
  return { scale, bottom: (step * gaps - shape.thickness * scale) / 2, step };
}

/** A number from -1 to 1 that looks like chance and is always the same. */
export function wobble(a: number, b: number): number {
  let h = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 7, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 2 ** 31 - 1;
}

/** How one piece of a stack is placed, as an SVG transform. */
export function lies({ looseness }: PileShape, cell: number, level: number, p: Pile): string {
  const x = wobble(cell, level * 2) * looseness * p.scale;
  const turn = looseness > 0 ? ` rotate(${(wobble(cell, level * 2 + 1) * 7).toFixed(1)})` : '';
  const scale = p.scale < 1 ? ` scale(${p.scale.toFixed(3)})` : '';
  return `translate(${x.toFixed(2)} ${(p.bottom - p.step * level).toFixed(2)})${turn}${scale}`;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boxOf(points: Point[], margin = 0): Box {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  };
}

/** The plane as seen from one side of the table. */
export class View {
  readonly #box: Box;
  readonly flipped: boolean;

  constructor(scene: Scene, flipped: boolean) {
    this.#box = boxOf([...scene.board.outline, ...scene.cells.map((cell) => cell.at)]);
    this.flipped = flipped;
  }

  /** A place of the scene, in units of the picture. */
  at(p: Point): Point {
    const { left, right, top, bottom } = this.#box;
    const x = this.flipped ? left + right - p.x : p.x;
    const y = this.flipped ? top + bottom - p.y : p.y;
    return { x: x * UNIT, y: y * UNIT };
  }
}

/** A closed path through corners (units of the picture), each rounded. */
export function rounded(corners: Point[], rounding: number): string {
  const parts = corners.map((corner, i) => {
    const towards = (other: Point) => {
      const [dx, dy] = [other.x - corner.x, other.y - corner.y];
      const share = Math.min(0.5, rounding / (Math.hypot(dx, dy) || 1));
      return `${f(corner.x + dx * share)} ${f(corner.y + dy * share)}`;
    };
    const before = corners[(i + corners.length - 1) % corners.length] ?? corner;
    const after = corners[(i + 1) % corners.length] ?? corner;
    return `${i === 0 ? 'M' : 'L'}${towards(before)}Q${f(corner.x)} ${f(corner.y)} ${towards(after)}`;
  });
  return `${parts.join('')}Z`;
}

const f = (x: number) => x.toFixed(1);

/** Long, slightly wavy lines of wood across a box (units of the picture), of two widths. */
export function grain(box: Box, width: 0 | 1): string {
  const lines: string[] = [];
  const count = Math.min(120, Math.floor((box.bottom - box.top) / 19));
  const across = box.right - box.left;
  for (let line = 0; line < count; line++) {
    if (Math.floor((line % 3) / 2) !== width) continue;
    const y = (n: number, strength: number) =>
      f(box.top + line * 19 + Math.sin(line * 0.3 + n * 1.7) * 16 + wobble(line, n) * 5 * strength);
    lines.push(
      `M${f(box.left)} ${y(0, 1)}C${f(box.left + across / 3)} ${y(1, 2)} ${f(box.left + (across * 2) / 3)} ${y(2, 2)} ${f(box.right)} ${y(3, 1)}`,
    );
  }
  return lines.join('');
}

/** How far a place lies outside the outline, in its units; negative inside. Good for convex boards. */
export function outside(outline: Point[], p: Point): number {
  const middle = boxOf(outline);
  const centre = { x: (middle.left + middle.right) / 2, y: (middle.top + middle.bottom) / 2 };
  let most = -Infinity;
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length] ?? a;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = Math.hypot(dx, dy) || 1;
    const side = (q: Point) => (dx * (q.y - a.y) - dy * (q.x - a.x)) / length;
    most = Math.max(most, -Math.sign(side(centre)) * side(p));
  });
  return most;
}

/** The cell next to another one in the direction of an arrow key, as seen on the screen. */
export function neighbour(points: Point[], from: CellId, dx: number, dy: number): CellId | null {
  const start = points[from];
  if (!start) return null;
  let best: CellId | null = null;
  let least = Infinity;
  points.forEach((p, id) => {
    if (id === from) return;
    const [x, y] = [p.x - start.x, p.y - start.y];
    const distance = Math.hypot(x, y);
    const along = (x * dx + y * dy) / distance;
    if (along < 0.45) return;
    // Near ones before straight ones: the rows of a hexagon are not above each other.
    const angle = Math.acos(Math.min(1, along));
    const cost = distance * (1 + 2 * angle * angle);
    if (cost < least) {
      least = cost;
      best = id;
    }
  });
  return best;
}

/** The cell under a place of the picture, within reach of a finger. */
export function cellAt(points: Point[], p: Point, reach = 62): CellId | null {
  let best: CellId | null = null;
  let least = reach;
  points.forEach((q, id) => {
    // A stack rises above its cell.
    const distance = Math.hypot(p.x - q.x, p.y - q.y + 4);
    if (distance < least) {
      least = distance;
      best = id;
    }
  });
  return best;
}
