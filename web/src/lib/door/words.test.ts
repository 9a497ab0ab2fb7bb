// What the doors say.

import { expect, test } from 'vitest';
import { INABILITIES, inability } from './words';

test('refusals have names as the server’s have', () => {
  expect(inability('noStorage').code).toBe('no-storage');
  expect(inability('waitsForNet').code).toBe('waits-for-net');
});

test.each(INABILITIES)('%s is a sentence in both languages', (why) => {
  const { en, fr } = inability(why).words;
  for (const words of [en, fr]) expect(words).toMatch(/^[A-Z].*[.…]$/);
  expect(fr).not.toMatch(/[^\u00a0\u202f][:;!?]/);
});
