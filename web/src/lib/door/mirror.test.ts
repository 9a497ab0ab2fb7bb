// Games of this browser on a server, too.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Refused } from '../refusal';
import { eventually, phrase } from '../testing';
import { checksum, fileOf, nameFor } from './events';
import { Mirror } from './mirror.svelte';
import { Disk, cardOf, type Memory } from './testing';

vi.mock('./turn', () => ({ ahead: () => ({ come: Promise.resolve(), over: () => undefined }) }));

/** A server with lists of events, which refuses what a test wants it to. */
class Server {
  tables = new Map<string, string[]>();
  sent: [string, number, string[]][] = [];
  trouble: string | null = null;

  send(table: string, from: number, events: string[]): Promise<number> {
    this.sent.push([table, from, events]);
    if (this.trouble) return refuse(this.trouble);
    const list = this.tables.get(table) ?? [];
    if (list.length === 0 && from > 1) return refuse('no-such-table');
    if (from > list.length + 1) return refuse('missing-events');
    const same = events.every((event, n) => (list[from - 1 + n] ?? event) === event);
    if (!same) return refuse('other-events');
    this.tables.set(table, [...list, ...events.slice(Math.max(0, list.length - from + 1))]);
    return Promise.resolve(this.tables.get(table)?.length ?? 0);
  }

  events(table: string, from: number): Promise<string[]> {
    const list = this.tables.get(table);
    return list && !this.trouble ? Promise.resolve(list.slice(from - 1)) : refuse(this.trouble ?? 'no-such-table');
  }
}

const refuse = (code: string) => Promise.reject(new Refused({ code, words: phrase(code) }));

let disk: Disk;
/** The worker's side of storage, and the page's. */
let worker: Memory;
let server: Server;
let mirror: Mirror;
let watched: string[] | null;
const parted = vi.fn();
const renamed = vi.fn();
const taken = vi.fn();

async function store(table: string, ...events: string[]): Promise<void> {
  const seq = (await worker.events(table)).length + 1;
  await worker.append([{ table, seq, events, card: cardOf(table, seq + events.length - 1) }]);
}

beforeEach(() => {
  vi.useRealTimers();
  disk = new Disk();
  watched = null;
  worker = disk.page();
  server = new Server();
  parted.mockReset();
  renamed.mockReset();
  taken.mockReset();
  mirror = new Mirror(
    {
      storage: disk.page(),
      take: async (table, events) => {
        taken(table);
        if ((await worker.events(table)).length === 0) await store(table, ...events);
      },
      watched: () => watched ?? [...disk.cards.keys()],
      parted,
      renamed,
    },
    server,
  );
});

describe('what happens here', () => {
  test('is sent in order, from what is known to be there, together where it follows closely', async () => {
    await store('a', '1', '2');
    await mirror.start();
    expect(server.sent).toEqual([['a', 1, ['1', '2']]]);
    await store('a', '3');
    await store('a', '4');
    await eventually(() => expect(server.tables.get('a')).toEqual(['1', '2', '3', '4']));
    expect(server.sent.slice(1)).toEqual([['a', 3, ['3', '4']]]);
  });

  test('offline is offered once the server is back, whole and once, finished games too', async () => {
    server.trouble = 'offline';
    await store('a', '1', '2');
    await store('b', '1');
    await mirror.start();
    expect(server.sent).toHaveLength(1);
    server.trouble = null;
    await mirror.everything();
    await mirror.everything();
    expect(Object.fromEntries(server.tables)).toEqual({ a: ['1', '2'], b: ['1'] });
    expect(server.sent).toHaveLength(3);
    expect(mirror.why).toBeNull();
  });

  test('is sent again by itself after a while', async () => {
    await store('a', '1');
    server.trouble = 'too-fast';
    vi.useFakeTimers();
    await mirror.start();
    await vi.advanceTimersByTimeAsync(1_900);
    expect(server.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(server.sent).toHaveLength(2);
    // Each time it waits longer.
    await vi.advanceTimersByTimeAsync(3_700);
    expect(server.sent).toHaveLength(2);
    server.trouble = null;
    await vi.advanceTimersByTimeAsync(400);
    expect(server.tables.get('a')).toEqual(['1']);
  });

  test('goes in parts where it is long', async () => {
    const events = Array.from({ length: 250 }, (_, n) => `${n}`);
    await store('a', ...events);
    await mirror.start();
    expect(server.sent.map(([, from, part]) => [from, part.length])).toEqual([
      [1, 100],
      [101, 100],
      [201, 50],
    ]);
  });

  test('is sent anew to a server that has lost it', async () => {
    await store('a', '1', '2');
    await mirror.start();
    server.tables.set('a', ['1']);
    await store('a', '3', '4');
    await eventually(() => expect(server.tables.get('a')).toEqual(['1', '2', '3', '4']));
    server.tables.clear();
    await store('a', '5');
    await eventually(() => expect(server.tables.get('a')).toHaveLength(5));
  });

  test('that is refused for good is left alone, one knows why, and others go on', async () => {
    for (const table of ['a', 'b', 'c', 'd', 'e']) await store(table, '1');
    const send = server.send.bind(server);
    server.send = (table, from, events) => (table < 'd' ? refuse('misfit') : send(table, from, events));
    await mirror.start();
    expect([...server.tables.keys()]).toEqual(['d', 'e']);
    expect(mirror.why).toEqual(phrase('misfit'));
  });

  test('that is refused for now is sent later by itself, ever more slowly', async () => {
    for (const table of ['a', 'b', 'c', 'd', 'e']) await store(table, '1');
    server.trouble = 'internal';
    vi.useFakeTimers();
    await mirror.start();
    expect(server.sent).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.sent.length).toBeLessThan(60);
    server.trouble = null;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.tables.size).toBe(5);
    expect(mirror.why).toBeNull();
  });

  test('under a name that is somebody else’s gets a name of its own', async () => {
    watched = [];
    await store('a', '1');
    const send = server.send.bind(server);
    server.send = (table, from, events) => (table === 'a' ? refuse('no-such-table') : send(table, from, events));
    await mirror.start();
    const name = nameFor(['1']);
    await eventually(() => expect(server.tables.get(name)).toEqual(['1']));
    expect([...disk.cards.keys()]).toEqual([name]);
    expect(mirror.why).toBeNull();
    expect(renamed).toHaveBeenCalledExactlyOnceWith('a', name);
  });

  test('keeps its name where somebody opens it while another is being found', async () => {
    watched = [];
    await store('a', '1');
    server.send = () => refuse('no-such-table');
    taken.mockImplementation(() => (watched = ['a']));
    await mirror.start();
    expect(taken).toHaveBeenCalledWith(nameFor(['1']));
    expect([...disk.cards.keys()]).toEqual(['a']);
    expect(renamed).not.toHaveBeenCalled();
  });

  test('is sent by the page whose turn it is alone', async () => {
    await store('a', '1', '2');
    server.tables.set('a', ['1']);
    await mirror.refresh(['a']);
    await new Promise((soon) => setTimeout(soon, 500));
    expect(server.sent).toEqual([]);
  });
});

describe('what happened elsewhere', () => {
  test('is brought here when it is looked for', async () => {
    server.tables.set('far', ['1', '2']);
    await mirror.fetch('far');
    expect(await worker.events('far')).toEqual(['1', '2']);
    expect(await worker.mirrored('far')).toBe(2);
    await expect(mirror.fetch('nowhere')).rejects.toThrow();
  });

  test('is seen when the page is looked at again', async () => {
    await store('a', '1', '2');
    await mirror.start();
    server.tables.get('a')?.push('3');
    await mirror.refresh();
    expect(await worker.events('a')).toEqual(['1', '2', '3']);
    server.trouble = 'offline';
    await mirror.refresh();
    expect(await worker.events('a')).toEqual(['1', '2', '3']);
  });

  test('is seen when a table is opened, and when the connection is there again', async () => {
    await store('a', '1');
    await store('b', '1');
    await mirror.start();
    for (const table of ['a', 'b']) server.tables.get(table)?.push('2');
    await Promise.all([mirror.refresh(['a']), mirror.refresh(['a'])]);
    expect(await worker.events('a')).toEqual(['1', '2']);
    expect(await worker.events('b')).toEqual(['1']);
    await mirror.again();
    expect(await worker.events('b')).toEqual(['1', '2']);
    expect(parted).not.toHaveBeenCalled();
  });

  test('and otherwise here are two games, and both are kept', async () => {
    await store('a', '1', '2');
    await mirror.start();
    server.tables.get('a')?.push('theirs');
    await store('a', 'mine');
    await eventually(() => expect(parted).toHaveBeenCalledTimes(1));
    const name = nameFor(['1', '2', 'mine']);
    expect(parted).toHaveBeenCalledWith('a', name);
    expect(await worker.events('a')).toEqual(['1', '2', 'theirs']);
    expect(await worker.events(name)).toEqual(['1', '2', 'mine']);
    await eventually(() => expect(server.tables.get(name)).toEqual(['1', '2', 'mine']));
    expect(server.tables.get('a')).toEqual(['1', '2', 'theirs']);
  });

  test('does not take the place of what is stored here while it comes', async () => {
    await store('a', '1', '2');
    await mirror.start();
    server.tables.get('a')?.push('theirs');
    vi.spyOn(server, 'events').mockImplementationOnce(async () => {
      await store('a', 'mine');
      return ['theirs'];
    });
    await mirror.refresh(['a']);
    expect(await worker.events(nameFor(['1', '2', 'mine']))).toEqual(['1', '2', 'mine']);
    expect(await worker.events('a')).toEqual(['1', '2', 'theirs']);
    expect([...disk.cards.keys()]).toHaveLength(2);
  });

  test('is never half here, and what was only on the way is gone', async () => {
    await store('a', '1');
    await mirror.start();
    server.tables.get('a')?.push('2');
    const heard: number[] = [];
    disk.page().listen(({ table, seq }) => table === 'a' && heard.push(seq));
    await mirror.refresh(['a']);
    expect(heard).toEqual([2]);
    expect(disk.cards.get('a')).toEqual(cardOf('a', 2));
    expect([...disk.cards.keys()]).toEqual(['a']);
    expect(server.tables.size).toBe(1);
    expect(await worker.mirrored('a')).toBe(2);
  });

  test('beyond what was sent here comes too', async () => {
    await store('a', '1');
    server.tables.set('a', ['1', '2']);
    await mirror.start();
    expect(await worker.events('a')).toEqual(['1', '2']);
    expect(parted).not.toHaveBeenCalled();
  });
});

test('events have a number, a name and a file, always the same', () => {
  expect(checksum([])).toBe(0xcbf29ce484222325n);
  const [one, other] = [nameFor(['{"é":1}']), nameFor(['{"é":2}'])];
  expect(one).toMatch(/^[a-km-np-z2-9]{12}$/);
  expect(one).not.toBe(other);
  expect(JSON.parse(fileOf('x', ['{"a":1}', '{"b":2}']))).toMatchObject({
    format: 'galet-games',
    version: 1,
    games: [{ table: 'x', events: [{ a: 1 }, { b: 2 }] }],
  });
});
