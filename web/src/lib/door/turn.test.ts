// One page at a time.

import { expect, test, vi } from 'vitest';
import { ahead } from './turn';

/** Locks as a browser has them, in one page. */
class FakeLocks {
  #tail = Promise.resolve();

  request(_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>): Promise<void> {
    const before = this.#tail;
    const done = before.then(() => {
      if (signal.aborted) throw new DOMException('given up', 'AbortError');
      return work();
    });
    this.#tail = done.catch(() => undefined);
    return done;
  }
}

const state = async (promise: Promise<void>) => {
  let come = false;
  void promise.then(() => (come = true));
  for (let n = 0; n < 10; n += 1) await Promise.resolve();
  return come;
};

test('who comes later waits, and who gives up is passed over', async () => {
  vi.stubGlobal('navigator', { locks: new FakeLocks() });
  const [one, two, three] = [ahead('a'), ahead('a'), ahead('a')];
  expect(await state(one.come)).toBe(true);
  expect(await state(two.come)).toBe(false);
  two.over();
  one.over();
  expect(await state(three.come)).toBe(true);
  expect(await state(two.come)).toBe(false);
});

test('without locks it is everybody’s turn', async () => {
  vi.stubGlobal('navigator', {});
  expect(await state(ahead('a').come)).toBe(true);
  expect(await state(ahead('a').come)).toBe(true);
});
