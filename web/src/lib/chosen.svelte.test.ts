// The game of a page, while its address changes.

import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from './api';
import { ChosenGame } from './chosen.svelte';
import { refused } from './refusal';
import { eventually } from './testing';
import type { GameInfo } from './wire';

const ask = vi.fn<(name: string) => Promise<string | null>>();
let address = $state('');
let chosen: ChosenGame<string>;
let leave: () => void;

beforeEach(() => {
  address = '';
  vi.spyOn(api, 'game').mockImplementation((name) =>
    Promise.resolve(name === 'nothing' ? undefined : ({ name } as GameInfo)),
  );
  ask.mockReset().mockImplementation((name) => Promise.resolve(name === 'bare' ? null : `of ${name}`));
  leave = $effect.root(() => {
    chosen = new ChosenGame(() => address, ask);
  });
  flushSync();
});
afterEach(() => leave());

function go(name: string) {
  address = name;
  flushSync();
}

const shows = (name: string) =>
  eventually(() => expect([chosen.info?.name, chosen.more]).toEqual([name, `of ${name}`]));

/** Goes to a game whose answer is on its way until it is let come. */
async function goWaiting(name: string) {
  let come: (answer: Promise<string>) => void = () => undefined;
  ask.mockReturnValueOnce(new Promise((resolve) => (come = resolve)));
  go(name);
  await eventually(() => expect(ask).toHaveBeenLastCalledWith(name));
  return come;
}

test('nothing is asked for until a game is chosen', async () => {
  expect(chosen.info).toBeNull();
  expect(ask).not.toHaveBeenCalled();
  go('one');
  await shows('one');
  expect(chosen.unknown).toBe(false);
});

test('nothing of a game is shown under the address of another, however late its answer comes', async () => {
  const come = await goWaiting('one');
  go('two');
  await shows('two');
  come(Promise.resolve('of one'));
  await new Promise((done) => setTimeout(done));
  await shows('two');
  address = 'one';
  expect([chosen.info, chosen.more]).toEqual([null, null]);
});

test('a failure is told where it happened, and can be tried again', async () => {
  ask.mockRejectedValueOnce(refused('offline'));
  go('one');
  await eventually(() => expect(chosen.failure?.code).toBe('offline'));
  await chosen.load();
  expect(chosen.failure).toBeNull();
  await shows('one');

  const come = await goWaiting('two');
  go('one');
  come(Promise.reject(refused('offline')));
  await new Promise((done) => setTimeout(done));
  await shows('one');
  expect(chosen.failure).toBeNull();
});

test.each(['nothing', 'bare'])('of a game by the name of %s there is nothing to show', async (name) => {
  go(name);
  await eventually(() => expect(chosen.unknown).toBe(true));
  expect(chosen.info).toBeNull();
  go('one');
  expect(chosen.unknown).toBe(false);
  await shows('one');
});
