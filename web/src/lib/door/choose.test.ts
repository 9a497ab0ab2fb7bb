// Which of two doors answers, by what is asked and by who is there.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../testing';
import type { NewTable, Question } from '../wire';

const HERE = 'abcdefghijkm';
const THERE = 'abcdefghij';
const line = { game: 'go', setup: { options: [] }, moves: [] };
const LOOK: Question = { type: 'look', line };
const SOLO: NewTable = { ...line, seats: [{ type: 'me' }, { type: 'computer', level: 1 }], clock: { type: 'none' } };

const doors = vi.hoisted(() => {
  const door = (name: string) => ({
    ask: vi.fn(() => Promise.resolve(name)),
    stream: vi.fn(() => ({ answer: Promise.resolve(name), stop: vi.fn() })),
    watch: vi.fn(() => vi.fn()),
    resync: vi.fn(),
    json: vi.fn((): Promise<unknown> => Promise.resolve({ name })),
    text: vi.fn(() => Promise.resolve(name)),
    start: vi.fn(),
  });
  const storage = { clear: vi.fn() };
  return {
    capable: true,
    server: true,
    scriptless: false,
    storage,
    mirrorOf: vi.fn(() => Promise.resolve(null)),
    remote: {
      ...door('remote'),
      open: true,
      offline: false,
      turns: 2,
      name: null,
      storage: null,
      opened: vi.fn((): Promise<unknown> => new Promise(() => undefined)),
    },
    local: {
      ...door('local'),
      ready: true,
      keeps: true,
      turns: 1,
      trouble: null,
      known: vi.fn(() => Promise.resolve(true)),
      rename: vi.fn(() => Promise.resolve()),
      has: vi.fn(() => Promise.resolve(true)),
      watched: vi.fn((): string[] => []),
      search: vi.fn(() => Promise.resolve()),
      lost: false,
      refusal: vi.fn(() => ({ code: 'not-loaded' })),
    },
  };
});
vi.mock('./capable', () => ({ capable: () => doors.capable }));
vi.mock('../server', () => ({ hasServer: () => doors.server }));
vi.mock('./remote.svelte', () => ({ remote: doors.remote }));
vi.mock('./reflect.svelte', () => ({ mirrorOf: doors.mirrorOf }));
vi.mock('./storage', () => ({ openStorage: () => Promise.resolve(doors.storage) }));
vi.mock('./local.svelte', () => ({
  get local() {
    if (doors.scriptless) throw new Error('no script');
    return doors.local;
  },
}));

type Connection = (typeof import('./choose.svelte'))['connection'];

/** What pages ask, where these things are there. */
async function connect(
  there: { capable?: boolean; server?: boolean; ready?: boolean; keeps?: boolean } = {},
): Promise<Connection> {
  const { capable = true, server = true, ready = true, keeps = true } = there;
  Object.assign(doors, { capable, server });
  Object.assign(doors.local, { ready, keeps });
  doors.local.known.mockResolvedValue(ready);
  vi.resetModules();
  return (await import('./choose.svelte')).connection;
}

beforeEach(() => {
  vi.clearAllMocks();
  doors.remote.open = true;
  doors.local.has.mockResolvedValue(true);
  doors.remote.json.mockResolvedValue({ name: 'remote' });
});

describe('with both doors', () => {
  test('tables answer where they are kept', async () => {
    const connection = await connect();
    expect(await connection.ask({ type: 'hint', table: HERE, ply: 0 })).toBe('local');
    expect(await connection.ask({ type: 'hint', table: THERE, ply: 0 })).toBe('remote');
    connection.watch(HERE, {} as never);
    await eventually(() => expect(doors.local.watch).toHaveBeenCalled());
  });

  test('study is the server’s until this browser is ready', async () => {
    const connection = await connect();
    expect(await connection.ask(LOOK)).toBe('remote');
    await connection.local();
    expect(await connection.ask(LOOK)).toBe('local');
    expect(await connection.json('GET', '/api/games')).toEqual({ name: 'local' });
  });

  test('a server that does not come keeps nobody from studying', async () => {
    doors.remote.open = false;
    const connection = await connect();
    expect(await connection.ask(LOOK)).toBe('local');
  });

  test('an analysis is stopped where it was begun', async () => {
    const connection = await connect();
    const analysis = () =>
      connection.stream({ type: 'analyse', request: { line, lines: 1, threads: 1 } }, () => undefined);
    // The engine is not the server's to pay for.
    expect(await analysis().answer).toBe('local');
    expect(await connection.ask({ type: 'stop-analysis' })).toBe('local');
    // Where this browser does not come, the server thinks.
    const slow = await connect();
    doors.local.known.mockReturnValue(new Promise(() => undefined));
    doors.local.ready = false;
    vi.useFakeTimers();
    const late = slow.stream({ type: 'analyse', request: { line, lines: 1, threads: 1 } }, () => undefined).answer;
    await vi.advanceTimersByTimeAsync(15_000);
    vi.useRealTimers();
    expect(await late).toBe('remote');
    expect(await slow.ask({ type: 'stop-analysis' })).toBe('remote');
  });

  test('new games without anybody far away are played here', async () => {
    const connection = await connect();
    expect(await connection.json('POST', '/api/tables', SOLO)).toEqual({ name: 'local' });
    const friends = { ...SOLO, seats: [{ type: 'me' }, { type: 'friend' }] };
    expect(await connection.json('POST', '/api/tables', friends)).toEqual({ name: 'remote' });
  });

  test('one’s own lists come from here while the server is out of reach', async () => {
    const connection = await connect();
    expect(await connection.json('GET', '/api/me/tables?')).toEqual({ name: 'remote' });
    const { refused } = await import('../refusal');
    doors.remote.json.mockRejectedValue(refused('offline'));
    expect(await connection.json('GET', '/api/me/tables?')).toEqual({ name: 'local' });
    await expect(connection.json('GET', '/api/reach')).rejects.toMatchObject({ code: 'offline' });
  });

  test('a name is known to both, and who leaves leaves nothing here', async () => {
    const connection = await connect();
    await connection.local();
    await connection.json('PUT', '/api/me', { name: 'remote' });
    expect(doors.local.rename).toHaveBeenCalledWith('remote');
    await connection.json('DELETE', '/api/me');
    expect(doors.storage.clear).toHaveBeenCalled();
  });

  test('games are played here even if nothing can be mirrored', async () => {
    doors.mirrorOf.mockRejectedValueOnce(new Error('no script'));
    const connection = await connect();
    expect(await connection.local()).toBe(doors.local);
    expect(doors.mirrorOf).toHaveBeenCalledWith(doors.local);
  });

  test('only tables of the server wait for the way to it', async () => {
    const connection = await connect();
    expect(connection.awaits(THERE)).toBe(false);
    doors.remote.offline = true;
    expect([connection.awaits(THERE), connection.awaits(HERE)]).toEqual([true, false]);
    doors.remote.offline = false;
  });

  test('the archive is this browser’s while the server is out of reach', async () => {
    const connection = await connect();
    const { refused } = await import('../refusal');
    doors.remote.offline = true;
    doors.remote.text.mockRejectedValueOnce(refused('offline'));
    const door = await connection.near('/api/me/archive.pgn');
    doors.remote.offline = false;
    expect(await door?.text('GET', '/api/me/archive.pgn')).toBe('local');
  });

  test('waiting games are counted together', async () => {
    const connection = await connect();
    expect(connection.turns).toBe(2);
    await connection.local();
    expect(connection.turns).toBe(3);
  });

  test('a table that is left before its door is there is not watched', async () => {
    const connection = await connect();
    connection.watch(HERE, {} as never)();
    await connection.local();
    expect(doors.local.watch).not.toHaveBeenCalled();
  });
});

describe('a table with a name of this browser’s kind', () => {
  const watcher = () => ({ view: vi.fn(), happened: vi.fn(), watched: vi.fn(), refused: vi.fn() });

  test('that is somebody else’s is shown by the server', async () => {
    const connection = await connect();
    doors.local.has.mockResolvedValue(false);
    doors.local.search.mockRejectedValueOnce(new Error('not one’s own'));
    connection.watch(HERE, watcher());
    await eventually(() => expect(doors.remote.watch).toHaveBeenCalled());
    expect(doors.local.search).toHaveBeenCalledWith(HERE);
    expect(doors.local.watch).not.toHaveBeenCalled();
    expect(await connection.json('GET', `/api/tables/${HERE}`)).toEqual({ name: 'remote' });
  });

  test('that is one’s own, of another device, is fetched', async () => {
    const connection = await connect();
    doors.local.has.mockResolvedValueOnce(false);
    expect(await connection.json('GET', `/api/tables/${HERE}`)).toEqual({ name: 'local' });
    expect(doors.local.search).toHaveBeenCalledTimes(1);
  });

  test('that cannot be had without the server is asked for again when it is there', async () => {
    const connection = await connect();
    const { refused } = await import('../refusal');
    doors.remote.open = false;
    let opened: (door: unknown) => void = () => undefined;
    doors.remote.opened.mockReturnValueOnce(new Promise((open) => (opened = open)));
    doors.local.has.mockResolvedValueOnce(false);
    doors.local.search.mockRejectedValueOnce(refused('offline'));
    const one = watcher();
    connection.watch(HERE, one);
    await eventually(() => expect(one.refused).toHaveBeenCalledWith(expect.objectContaining({ code: 'offline' })));
    expect(doors.remote.watch).not.toHaveBeenCalled();
    opened(null);
    await eventually(() => expect(doors.local.watch).toHaveBeenCalledWith(HERE, one));
  });

  test('is this browser’s where there is no server', async () => {
    const connection = await connect({ server: false });
    doors.local.has.mockResolvedValue(false);
    connection.watch(HERE, watcher());
    await eventually(() => expect(doors.local.watch).toHaveBeenCalled());
    expect(doors.local.search).not.toHaveBeenCalled();
  });
});

describe('with a server alone', () => {
  test.each([{ capable: false }, { ready: false }, { keeps: false }])(
    'new games are played there: %o',
    async (there) => {
      const connection = await connect(there);
      expect(await connection.json('POST', '/api/tables', SOLO)).toEqual({ name: 'remote' });
    },
  );

  test('it answers everything', async () => {
    const connection = await connect({ capable: false });
    expect(await connection.ask(LOOK)).toBe('remote');
    expect(await connection.ask({ type: 'hint', table: HERE, ply: 0 })).toBe('remote');
  });
});

describe('without a server', () => {
  test('this browser answers what it can', async () => {
    const connection = await connect({ server: false });
    expect(await connection.ask(LOOK)).toBe('local');
    expect(await connection.json('GET', '/api/me')).toEqual({ name: 'local' });
    expect(await connection.json('POST', '/api/tables', SOLO)).toEqual({ name: 'local' });
    expect(connection.turns).toBe(1);
    connection.start();
    expect(doors.remote.start).not.toHaveBeenCalled();
  });

  test('what needs one is refused in words', async () => {
    const connection = await connect({ server: false });
    await expect(connection.json('GET', '/api/reach')).rejects.toMatchObject({ code: 'no-server' });
    const watcher = { view: vi.fn(), happened: vi.fn(), watched: vi.fn(), refused: vi.fn() };
    connection.watch(THERE, watcher);
    await eventually(() =>
      expect(watcher.refused).toHaveBeenCalledWith(expect.objectContaining({ code: 'no-server' })),
    );
  });

  test('a script that did not come is said so, and fetched the next time', async () => {
    doors.scriptless = true;
    const connection = await connect({ server: false });
    await expect(connection.ask(LOOK)).rejects.toMatchObject({ code: 'not-loaded' });
    doors.scriptless = false;
    expect(await connection.ask(LOOK)).toBe('local');
  });

  test('a browser that cannot, or keeps nothing, says so', async () => {
    const old = await connect({ server: false, capable: false });
    await expect(old.ask(LOOK)).rejects.toMatchObject({ code: 'no-local' });
    doors.local.lost = true;
    const lost = await connect({ server: false, ready: false });
    await expect(lost.ask(LOOK)).rejects.toMatchObject({ code: 'not-loaded' });
    // The next time it may be there.
    doors.local.lost = false;
    Object.assign(doors.local, { ready: true });
    doors.local.known.mockResolvedValue(true);
    expect(await lost.ask(LOOK)).toBe('local');
    const forgetful = await connect({ server: false, keeps: false });
    await expect(forgetful.json('POST', '/api/tables', SOLO)).rejects.toMatchObject({ code: 'no-storage' });
  });
});
