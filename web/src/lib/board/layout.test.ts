// Where everything of a scene is on the picture, from both sides of the table.

import { describe, expect, test } from 'vitest';
import { cellAt, neighbour } from './geometry';
import { Layout, type LayoutWish } from './layout';
import { captured, figure, row, supply } from './testing';

const WISH: LayoutWish = { flipped: false, coordinates: true, trays: true, wide: false, margin: 10 };
const layout = (scene = row('L', '', 'D'), wish: Partial<LayoutWish> = {}) => new Layout(scene, { ...WISH, ...wish });

describe('the picture', () => {
  test('has a hundred units to a unit of the plane', () => {
    expect(layout().points).toEqual([
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 200, y: 0 },
    ]);
  });

  test('holds the board and its margin', () => {
    const { box, width, height, viewBox } = layout();
    expect(box).toEqual({ left: -60, top: -60, right: 260, bottom: 60 });
    expect([width, height]).toEqual([320, 120]);
    expect(viewBox).toBe('-60 -60 320 120');
  });

  test('turned round, shows the last cell where the first was', () => {
    const [seen, turned] = [layout(), layout(undefined, { flipped: true })];
    expect(turned.points).toEqual(seen.points.toReversed());
    expect(turned.box).toEqual(seen.box);
  });

  test('grows for coordinates, if they are wished', () => {
    const scene = { ...row('L'), labels: [{ at: { x: 0, y: 1 }, text: 'a' }] };
    expect(layout(scene).box.bottom).toBe(122);
    expect(layout(scene, { coordinates: false }).box.bottom).toBe(60);
    expect(layout(scene, { coordinates: false }).labels).toEqual([]);
  });

  test('says how large marks are: neither tiny on small boards nor huge on large ones', () => {
    expect(layout(row('L')).detail).toBe(0.55);
    expect(layout(row(...Array<string>(9).fill('')), { margin: 0 }).detail).toBeCloseTo(0.9);
    expect(layout(row(...Array<string>(30).fill(''))).detail).toBe(1.1);
  });

  test('paints what is behind first', () => {
    const scene = row('', '', '');
    const depths = [2, 0, 1];
    const cells = scene.cells.map((cell, n) => ({ ...cell, at: { x: 0, y: depths[n] ?? 0 } }));
    expect(layout({ ...scene, cells }).order).toEqual([1, 2, 0]);
    expect(layout({ ...scene, cells }, { flipped: true }).order).toEqual([0, 2, 1]);
  });

  test('paints cells at the same depth in their order', () => {
    expect(layout().order).toEqual([0, 1, 2]);
  });

  test('draws the way of the last move', () => {
    const scene = {
      ...row('L', 'D'),
      trail: {
        points: [
          { x: 0, y: 0 },
          { x: 1, y: 0 },
        ],
      },
    };
    expect(layout(scene).trail).toEqual([
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ]);
    expect(layout().trail).toEqual([]);
  });

  test('a cell that does not exist has a place all the same', () => {
    expect(layout().point(99)).toEqual({ x: 0, y: 0 });
  });
});

describe('trays and supplies', () => {
  const scene = { ...row('L', '', '', '', 'D'), counters: [captured('first', 2, 6), supply('second', 3, 8)] };

  test('stand beside the board, with room for all they can hold', () => {
    const [taken, left] = layout(scene).trays;
    expect(taken).toMatchObject({ side: 'first', tint: 'dark', taken: 2 });
    expect(taken?.places).toHaveLength(6);
    expect(left).toMatchObject({ side: 'second', tint: 'dark', taken: 3 });
    expect(left?.places).toHaveLength(8);
  });

  test('belong to the near edge of their owner, also when the table is turned', () => {
    const y = (flipped: boolean) => layout(scene, { flipped }).trays.map(({ places }) => Math.sign(places[0]?.y ?? 0));
    expect(y(false)).toEqual([1, -1]);
    expect(y(true)).toEqual([-1, 1]);
  });

  test('go to the side where there is more room', () => {
    const [taken] = layout(scene, { wide: true }).trays;
    expect(taken?.places.every(({ x }) => x > 4.5)).toBe(true);
  });

  test('lie inside the picture', () => {
    for (const wide of [false, true])
      for (const flipped of [false, true]) {
        const { box, trays } = layout(scene, { wide, flipped });
        const places = trays.flatMap((tray) => tray.places);
        expect(places).toHaveLength(14);
        for (const { x, y } of places) {
          expect(x * 100).toBeGreaterThan(box.left);
          expect(x * 100).toBeLessThan(box.right);
          expect(y * 100).toBeGreaterThan(box.top);
          expect(y * 100).toBeLessThan(box.bottom);
        }
      }
  });

  test('are not made for figures, nor where nobody wants them', () => {
    expect(layout({ ...scene, counters: [figure('first', 3)] }).trays).toEqual([]);
    expect(layout(scene, { trays: false }).trays).toEqual([]);
  });

  test('a piece is lost to the next free place and comes from the last taken one', () => {
    const seen = layout(scene);
    const [taken, left] = seen.trays;
    expect(seen.tray('lost', 'second').at.x).toBeCloseTo((taken?.places[2]?.x ?? 0) * 100);
    expect(seen.tray('supply', 'second').at.x).toBeCloseTo((left?.places[2]?.x ?? 0) * 100);
  });

  test('without a tray pieces go to the edge of the other side and come from the own one', () => {
    const seen = layout();
    expect(seen.tray('lost', 'first').at).toEqual({ x: 100, y: seen.box.top });
    expect(seen.tray('supply', 'first').at).toEqual({ x: 100, y: seen.box.bottom });
    const turned = layout(undefined, { flipped: true });
    expect(turned.tray('supply', 'first').at.y).toBe(turned.box.top);
  });
});

describe('finding cells', () => {
  const { points } = layout(row('', '', ''));

  test('arrow keys lead to the neighbour in that direction, and not off the board', () => {
    expect(neighbour(points, 1, 1, 0)).toBe(2);
    expect(neighbour(points, 1, -1, 0)).toBe(0);
    expect(neighbour(points, 2, 1, 0)).toBeNull();
    expect(neighbour(points, 1, 0, 1)).toBeNull();
    expect(neighbour(points, 9, 1, 0)).toBeNull();
  });

  test('in rows that are not above each other, the nearer one is found', () => {
    const hexagon = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 50, y: 87 },
      { x: 150, y: 87 },
    ];
    expect(neighbour(hexagon, 0, 0, 1)).toBe(2);
    expect(neighbour(hexagon, 3, 0, -1)).toBe(1);
  });

  test('a finger finds the nearest cell within its reach', () => {
    expect(cellAt(points, { x: 60, y: 0 })).toBe(1);
    expect(cellAt(points, { x: 40, y: 0 })).toBe(0);
    expect(cellAt(points, { x: 100, y: 90 })).toBeNull();
    expect(cellAt(points, { x: 100, y: 90 }, 100)).toBe(1);
  });
});
