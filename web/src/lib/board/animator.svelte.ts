// Pieces on their way from one picture to the next.

import type { Animation, Motion, Owner, Piece, PileShape, Place, Point, Step, Travel } from '../wire';
import { type Afoot, type Stacks, land, lift } from './change';
import { pile } from './geometry';

/** Where a travelling pile is, in units of the picture. */
interface Spot {
  x: number;
  y: number;
  scale: number;
  step: number;
}

export interface Flight {
  pieces: Piece[];
  at: Spot;
}

/** What the animator must know about the board. */
export interface Ground {
  pile: PileShape;
  motion: Motion;
  cell(id: number): Point;
  /** The place of the next piece in a tray or supply, if it is shown. */
  tray(kind: 'lost' | 'supply', owner: Owner): { at: Point; scale: number };
}

/** How high pieces rise on their way, and how many milliseconds the way takes besides its length. */
const WAYS: Record<Motion, { arc: number; time: number }> = {
  roll: { arc: 0, time: 170 },
  lift: { arc: 26, time: 130 },
  sow: { arc: 26, time: 130 },
};

/** How high a hand is held above the board. */
const HELD = 46;

export class Animator {
  /** The stacks to draw while something travels; `null` otherwise. */
  stacks = $state.raw<Stacks | null>(null);
  flights = $state.raw<Flight[]>([]);

  #stop: (() => void) | null = null;

  get running(): boolean {
    return this.stacks !== null;
  }

  /** Plays an animation that begins with these stacks. */
  async play(
    ground: Ground,
    before: Stacks,
    animation: Animation,
    speed: (ms: number) => number,
    landed: (step: Step) => void,
  ): Promise<void> {
    this.end();
    let stopped = false;
    this.#stop = () => (stopped = true);
    let afoot: Afoot = { stacks: before, hand: [] };
    for (const step of animation.steps) {
      const lifted = lift(afoot, step);
      const after = land(lifted, step);
      const ways = step.travels.map((travel) => ({
        pieces: travel.pieces,
        from: spot(ground, travel.from, travel, afoot),
        to: spot(ground, travel.to, travel, after),
      }));
      const held = step.travels.some((travel) => 'hand' in travel.from);
      const time = speed(duration(ground, step, ways));
      this.stacks = lifted.stacks;
      await frames(time, (share) => {
        if (stopped) return false;
        const eased = share * share * (3 - 2 * share);
        this.flights = ways.map(({ pieces, from, to }) => ({
          pieces,
          at: between(from, to, eased, held ? 0 : WAYS[ground.motion].arc),
        }));
        return true;
      });
      if (stopped) return;
      afoot = after;
      landed(step);
    }
    this.end();
  }

  /** Ends what is running, at once. */
  end(): void {
    this.#stop?.();
    this.#stop = null;
    this.stacks = null;
    this.flights = [];
  }
}

function duration(ground: Ground, step: Step, ways: { from: Spot; to: Spot }[]): number {
  if (step.travels.some((travel) => 'hand' in travel.from)) return 140;
  if (step.travels.some((travel) => 'hand' in travel.to)) return 120;
  const longest = Math.max(...ways.map(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y)));
  if (step.travels.some((travel) => 'lost' in travel.to)) return 420;
  return Math.min(250, WAYS[ground.motion].time + longest * 0.5);
}

function between(from: Spot, to: Spot, share: number, arc: number): Spot {
  const mix = (a: number, b: number) => a + (b - a) * share;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y) - Math.sin(Math.PI * share) * arc,
    scale: mix(from.scale, to.scale),
    step: mix(from.step, to.step),
  };
}

/** Where the lowest travelling piece of a travel is. */
function spot(ground: Ground, place: Place, travel: Travel, afoot: Afoot): Spot {
  if ('cell' in place) {
    const at = ground.cell(place.cell);
    const height = afoot.stacks[place.cell]?.length ?? 0;
    const { scale, bottom, step } = pile(ground.pile, height);
    return { x: at.x, y: at.y + bottom - step * (height - travel.pieces.length), scale, step };
  }
  if ('hand' in place) {
    const at = ground.cell(place.hand);
    const { scale, step } = pile(ground.pile, Math.max(1, travel.pieces.length));
    return { x: at.x, y: at.y - HELD, scale, step };
  }
  const [kind, owner] = 'lost' in place ? (['lost', place.lost] as const) : (['supply', place.supply] as const);
  const tray = ground.tray(kind, owner);
  return { ...tray.at, scale: tray.scale, step: 0 };
}

/** Calls `draw` with the share of the time that has passed, until it is over or refused. */
function frames(time: number, draw: (share: number) => boolean): Promise<void> {
  return new Promise((done) => {
    if (time <= 0 || document.hidden) {
      draw(1);
      done();
      return;
    }
    const start = performance.now();
    const frame = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - start) / time));
      if (!draw(share) || share >= 1) done();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}
