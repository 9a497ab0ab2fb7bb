// Trays of captured pieces and supplies: where they are beside the board.

import type { Owner, Point, Scene, Tint } from '../wire';
import { type Box, boxOf, outside } from './geometry';

/** A tray or a supply beside the board: places for pieces, the first ones taken. */
export interface Tray {
  /** Where pieces come to or from: `lost-first`, `supply-second`. */
  key: string;
  /** The player on whose side of the table it is. */
  side: Owner;
  tint: Tint;
  taken: number;
  places: Point[];
  scale: number;
}

export function placeKey(kind: 'lost' | 'supply', owner: Owner): string {
  return `${kind}-${owner}`;
}

/** The trays that the counters of a scene speak of, placed in free corners of the board's box, or
 * beside it where there is more room than above and below. */
export function trays(scene: Scene, flipped: boolean, wide: boolean): Tray[] {
  const box = boxOf(scene.board.outline);
  const list: Tray[] = [];
  for (const counter of scene.counters) {
    if (counter.owner === 'nobody' || counter.of === null) continue;
    const own = counter.owner === 'first' ? 0 : 1;
    if (counter.kind === 'figure') continue;
    const captured = counter.kind === 'captured';
    const holder = scene.players[captured ? 1 - own : own];
    if (!holder) continue;
    const other: Owner = counter.owner === 'first' ? 'second' : 'first';
    const slots = Math.max(counter.of, counter.value);
    const below = (counter.owner === 'first') !== flipped;
    const corner = inCorner(scene.board.outline, box, slots, below);
    list.push({
      key: captured ? placeKey('lost', other) : placeKey('supply', counter.owner),
      side: counter.owner,
      tint: holder.tint,
      taken: counter.value,
      places: corner ?? (wide ? beside(box, slots, below, flipped) : inRow(box, slots, below, flipped)),
      scale: corner ? 0.6 : 0.4,
    });
  }
  return list;
}

/** Two rows in the corner of the box, if the outline leaves it free. */
function inCorner(outline: Point[], box: Box, slots: number, below: boolean): Point[] | null {
  const gap = 0.58;
  const perRow = Math.ceil(slots / 2);
  const places = Array.from({ length: slots }, (_, n) => {
    const [row, column] = [Math.floor(n / perRow), n % perRow];
    const y = 0.2 + row * gap * 0.95;
    return {
      x: box.left + 0.25 + column * gap,
      y: below ? box.bottom - y : box.top + y,
    };
  });
  return places.every((p) => outside(outline, p) > 0.3) ? places : null;
}

/** Two columns where there are no coordinates, at the near or the far end. */
function beside(box: Box, slots: number, below: boolean, flipped: boolean): Point[] {
  const gap = 0.42;
  const perColumn = Math.ceil(slots / 2);
  return Array.from({ length: slots }, (_, n) => {
    const along = 0.3 + (n % perColumn) * gap;
    return {
      x: flipped
        ? box.left - 0.42 - Math.floor(n / perColumn) * gap
        : box.right + 0.42 + Math.floor(n / perColumn) * gap,
      y: below ? box.bottom - along : box.top + along,
    };
  });
}

function inRow(box: Box, slots: number, below: boolean, flipped: boolean): Point[] {
  const gap = Math.min(0.37, (box.right - box.left - 0.4) / slots);
  const left = (box.left + box.right) / 2 - ((slots - 1) * gap) / 2;
  // Coordinates stand between the board and the row, below it or, turned round, above it.
  const away = below !== flipped ? 0.62 : 0.3;
  const y = below ? box.bottom + away : box.top - away;
  return Array.from({ length: slots }, (_, n) => ({ x: left + n * gap, y }));
}
