// Small scenes for tests. Whatever a scene must have, tests get it here and nowhere else.

import type { CellId, Change, Choice, Continuations, Counter, Owner, Piece, Place, Scene, Step, Theme } from '../wire';

const PIECES: Record<string, Piece> = {
  L: { tint: 'light', owner: 'first' },
  D: { tint: 'dark', owner: 'second' },
  N: { tint: 'neutral', owner: 'nobody' },
};

/** Pieces as letters, bottom first: `LD` is a dark piece on a light one. */
export function pieces(letters: string): Piece[] {
  return [...letters].map((letter) => {
    const piece = PIECES[letter];
    if (!piece) throw new Error(`no piece is called ${letter}`);
    return piece;
  });
}

/** The stacks of a scene as letters. */
export function letters(scene: Scene): string[] {
  return scene.cells.map(({ stack }) => stack.map(({ tint }) => tint.charAt(0).toUpperCase()).join(''));
}

/** A board of one row, `a1`, `b1` and so on, a unit apart, with half a unit of wood around it. */
export function row(...stacks: string[]): Scene {
  const right = stacks.length - 0.5;
  return {
    game: 'row',
    theme: 'row',
    stacking: true,
    motion: 'lift',
    board: {
      outline: [
        { x: -0.5, y: -0.5 },
        { x: right, y: -0.5 },
        { x: right, y: 0.5 },
        { x: -0.5, y: 0.5 },
      ],
      rounding: 0.2,
      cell: { type: 'round', radius: 0.45 },
    },
    cells: stacks.map((stack, x) => ({
      name: `${String.fromCharCode(97 + x)}1`,
      at: { x, y: 0 },
      stack: pieces(stack),
    })),
    labels: [],
    markers: [],
    trail: null,
    players: [
      { tint: 'light', name: { en: 'Light', fr: 'Clair' } },
      { tint: 'dark', name: { en: 'Dark', fr: 'Foncé' } },
    ],
    counters: [],
    turn: 'first',
    ending: null,
  };
}

/** The plainest look of such a board. */
export const THEME: Theme = {
  name: 'row',
  board: { surface: ['#ddd', '#bbb'], dimmed: ['#ccc', '#aaa'], grain: null },
  marks: { accent: '#087068', casing: '#fff', label: '#555' },
  gradients: [],
  cell: [],
  pieces: [],
  pile: {
    halfWidth: 40,
    halfDepth: 30,
    thickness: 8,
    step: 9,
    looseness: 0,
    fullSizeUpTo: 5,
    slimmestFrom: 5,
    slimming: 0,
  },
  knock: [],
  terminal: { ground: [0, 0, 0], faint: [0, 0, 0], accent: [0, 0, 0], trace: [0, 0, 0], stacks: 'pieces' },
};

/** Pieces of the other player that an owner has taken, of so many that win. */
export function captured(owner: Owner, value: number, of: number): Counter {
  return { kind: 'captured', owner, label: { en: 'Ejected', fr: 'Éjectées' }, value, of };
}

/** Pieces that an owner can still bring in, of so many at the start. */
export function supply(owner: Owner, value: number, of: number): Counter {
  return { kind: 'supply', owner, label: { en: 'Left', fr: 'Restent' }, value, of };
}

/** A figure that is only read. */
export function figure(owner: Owner, value: number): Counter {
  return { kind: 'figure', owner, label: { en: 'Towers', fr: 'Tours' }, value, of: null };
}

/** Pieces that travel at the same time: from where, to where, which. */
export function step(...travels: [Place, Place, string][]): Step {
  return { travels: travels.map(([from, to, which]) => ({ from, to, pieces: pieces(which) })) };
}

/** What a move changes, by its steps. */
export function change(...steps: Step[]): Change {
  return { animation: { steps }, markers: [], trail: null, counters: [], turn: 'second', ending: null };
}

/** What can follow some taps: the cells that can be tapped, and the move that is complete. */
export function next(choices: [CellId, Choice['role']][], complete: string | null = null): Continuations<string> {
  return {
    choices: choices.map(([cell, role]) => ({ cell, role, from: null })),
    complete,
    selected: [],
    grabs: [],
    hand: [],
    dropped: [],
  };
}
