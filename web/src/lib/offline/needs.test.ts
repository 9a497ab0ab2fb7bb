// What matters without a server, and without the way to it.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { offline } from '../i18n/offline';
import { Refused, refused } from '../refusal';

const there = vi.hoisted(() => ({ server: true, open: true, offline: false }));
vi.mock('../server', () => ({ hasServer: () => there.server }));
vi.mock('../socket.svelte', () => ({ connection: there }));
const { missingForFriends, needsServer, troubleAt } = await import('./needs');

const FRIENDS = 'abcdefghij';
const HERE = 'abcdefghijkm';
const noTable = new Refused({ code: 'no-such-table', words: { en: 'No.', fr: 'Non.' } });

const page = (address: string) => {
  const url = new URL(address, 'http://galet.test');
  const [name = '', ...path] = url.pathname.split('/').filter(Boolean);
  return { name, path, query: url.searchParams };
};

beforeEach(() => Object.assign(there, { server: true, open: true, offline: false }));

test('friends need a server and the way to it', () => {
  expect(missingForFriends()).toBeNull();
  there.offline = true;
  expect(missingForFriends()).toBe('network');
  there.server = false;
  expect(missingForFriends()).toBe('server');
});

describe('a server out of reach', () => {
  test.each(['/mine', `/t/${FRIENDS}`, `/review/${FRIENDS}`, `/study?table=${FRIENDS}`])('matters to %s', (address) =>
    expect(needsServer(page(address))).toBe(true),
  );

  test.each(['/', '/learn/x/3', '/study/x', `/t/${HERE}`, `/review/${HERE}`, '/review?game=x'])(
    'does not matter to %s while this browser answers',
    (address) => {
      expect(needsServer(page(address))).toBe(false);
      there.open = false;
      expect(needsServer(page(address))).toBe(true);
    },
  );
});

describe('a table that cannot be shown', () => {
  test('is a friend’s, and there is no network, or no server at all', () => {
    expect(troubleAt(FRIENDS, null)).toBeNull();
    expect(troubleAt(FRIENDS, noTable)).toBeNull();
    there.offline = true;
    expect(troubleAt(FRIENDS, null)?.text).toBe(offline().tableNeedsNetwork);
    there.server = false;
    expect(troubleAt(FRIENDS, null)?.text).toBe(offline().tableNeedsServer);
  });

  test('is on the server, and there is no way to it', () => {
    there.offline = true;
    expect(troubleAt(HERE, refused('offline'))?.text).toBe(offline().ownNeedsNetwork);
  });

  test('was played in another browser', () => {
    expect(troubleAt(HERE, null)).toBeNull();
    expect(troubleAt(HERE, noTable)?.text).toBe(offline().notHereText);
  });
});
