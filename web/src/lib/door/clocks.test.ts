// While a clock runs and somebody watches, storage hears that a page is here.

import { beforeEach, expect, test, vi } from 'vitest';
import { stateOf } from '../testing';
import type { TableState } from '../wire';
import { Clocks } from './clocks';

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
