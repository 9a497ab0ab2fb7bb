// While a clock runs and somebody watches, storage hears that a page is here.

import { beforeEach, expect, test, vi } from 'vitest';
import { stateOf } from '../testing';
import type { TableState } from '../wire';
import { Clocks, steadyTime } from './clocks';

const TABLE = 'tttttttttttt';
const beat = vi.fn();
let clocks: Clocks;

beforeEach(() => {
  vi.useFakeTimers();
  beat.mockReset();
  clocks = new Clocks(beat);
  return () => vi.useRealTimers();
});

function stands(running: TableState['clock']['running']): void {
  const clock: TableState['clock'] = { terms: { type: 'sudden-death', initial: 60 }, left: [60_000, 60_000], running };
  const state = stateOf({ clock });
  clocks.said({ type: 'happened', table: TABLE, happening: { type: 'other' }, state });
}

test('it beats every second, from the first on, and stops with the clock', () => {
  clocks.asked({ type: 'watch', table: TABLE });
  stands('first');
  expect(beat).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(3_000);
  expect(beat).toHaveBeenCalledTimes(4);
  expect(beat).toHaveBeenLastCalledWith([TABLE]);
  stands(null);
  vi.advanceTimersByTime(3_000);
  expect(beat).toHaveBeenCalledTimes(4);
});

test('nobody who watches, no beat', () => {
  clocks.asked({ type: 'watch', table: TABLE });
  stands('first');
  clocks.asked({ type: 'leave', table: TABLE });
  vi.advanceTimersByTime(3_000);
  expect(beat).toHaveBeenCalledTimes(1);
});

test('time never goes back, stands never still, and follows a clock that is ahead', () => {
  let [wall, steady] = [1_000_000, 0];
  const now = steadyTime(
    () => wall,
    () => steady,
    1_000_000,
  );
  const pass = (byWall: number, bySteady: number) => {
    wall += byWall;
    steady += bySteady;
    return now();
  };
  expect(pass(10, 10)).toBe(1_000_010);
  // Somebody sets the clock back.
  expect(pass(-5_000, 10)).toBe(1_000_020);
  // The clock is right again, and then the machine sleeps.
  expect(pass(5_010, 10)).toBe(1_000_030);
  expect(pass(60_000, 0)).toBe(1_060_020);
  // What it has followed too far is not taken back, and time goes on.
  expect(pass(-30_000, 10)).toBe(1_060_030);
  expect(pass(10, 10)).toBe(1_060_040);
});
