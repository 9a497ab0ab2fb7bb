// The connection: questions and answers, drops, sleep, and tables that are watched.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { change } from '../board/testing';
import type { Watcher } from './door';
import { played, stateOf, tableOf } from '../testing';
import type { Message, Question, ReviewView } from '../wire';

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static made: FakeSocket[] = [];

  readyState = FakeSocket.CONNECTING;
  readonly sent: { id: number; what: Question }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  #once: (() => void)[] = [];

  constructor(readonly address: URL) {
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { id: number; what: Question });
  }

  /** All that is listened for this way is the next message. */
  addEventListener(_type: 'message', listener: () => void): void {
    this.#once.push(listener);
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  // ---- What the server and the network do ----

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  say(message: Message): void {
    this.raw(JSON.stringify(message));
  }

  raw(data: string): void {
    this.onmessage?.(new MessageEvent('message', { data }));
    for (const listener of this.#once.splice(0)) listener();
  }

  drop(code = 1006): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }

  get asked(): string[] {
    return this.sent.map(({ what }) => what.type);
  }
}

type Connection = (typeof import('./remote.svelte'))['remote'];
let connection: Connection;
const socket = (): FakeSocket => {
  const last = FakeSocket.made.at(-1);
  if (!last) throw new Error('no socket was opened');
  return last;
};
const settle = () => vi.advanceTimersByTimeAsync(0);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** What pages added to the window stays there: each test takes its own away. */
const listeners: [EventTarget, string, EventListener][] = [];

beforeEach(async () => {
  vi.useFakeTimers();
  FakeSocket.made = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json({ name: '', turns: 2 }))),
  );
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target);
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
      listeners.push([target, type, listener as EventListener]);
      add(type, listener as EventListener);
    });
  }
  vi.resetModules();
  connection = (await import('./remote.svelte')).remote;
});

afterEach(() => {
  for (const [target, type, listener] of listeners.splice(0)) target.removeEventListener(type, listener);
  vi.clearAllTimers();
  vi.useRealTimers();
});

async function connected(): Promise<FakeSocket> {
  connection.start();
  await settle();
  socket().open();
  return socket();
}

/** A failure's code, of a promise that fails. */
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no failure',
    (error: { code?: string }) => error.code,
  );

describe('opening', () => {
  test('waits until it is known who the visitor is', async () => {
    connection.start();
    expect(FakeSocket.made).toHaveLength(0);
    await settle();
    expect(FakeSocket.made).toHaveLength(1);
    expect(socket().address.href).toBe('ws://galet.test/api/socket');
    expect(connection.turns).toBe(2);
    connection.start();
    await settle();
    expect(FakeSocket.made).toHaveLength(1);
  });

  test('goes on without an answer over HTTP', async () => {
    vi.mocked(fetch).mockRejectedValue(new TypeError('network'));
    connection.start();
    await settle();
    expect(FakeSocket.made).toHaveLength(1);
    expect(connection.turns).toBeNull();
  });

  test('sends what was asked before it was open, in order', async () => {
    void connection.ask({ type: 'watch', table: 'a' }).catch(() => undefined);
    void connection.ask({ type: 'leave', table: 'a' });
    await settle();
    expect(socket().sent).toEqual([]);
    socket().open();
    expect(socket().sent.map(({ id, what }) => [id, what.type])).toEqual([
      [1, 'watch'],
      [2, 'leave'],
    ]);
  });
});

describe('a question', () => {
  test('is answered by its number', async () => {
    const wire = await connected();
    const [first, second] = [
      connection.ask({ type: 'leave', table: 'a' }),
      connection.ask({ type: 'hint', table: 'b', ply: 0 }),
    ];
    const hint = { text: 'a1', say: { en: 'a', fr: 'a' }, gesture: [], piece: [], reasons: [] };
    wire.say({ type: 'answer', to: 2, answer: { type: 'hint', hint } });
    wire.say({ type: 'answer', to: 1, answer: { type: 'done' } });
    expect(await first).toEqual({ type: 'done' });
    expect(await second).toEqual({ type: 'hint', hint });
  });

  test('that is refused fails with the words of the server', async () => {
    const wire = await connected();
    const answer = connection.ask({ type: 'leave', table: 'a' });
    const words = { en: 'no', fr: 'non' };
    wire.say({ type: 'answer', to: 1, answer: { type: 'refused', error: { code: 'no-table', words } } });
    await expect(answer).rejects.toMatchObject({ code: 'no-table', words });
  });

  test('that nobody answers fails in the end', async () => {
    await connected();
    const failure = code(connection.ask({ type: 'leave', table: 'a' }));
    await pass(20_000);
    expect(await failure).toBe('offline');
  });

  test('for a review may take ten minutes longer', async () => {
    const wire = await connected();
    const line = { game: 'go', setup: { options: [] }, moves: [] };
    const answer = connection.ask({ type: 'review', line });
    await pass(600_000);
    const side = { accuracy: null, kept: null, costWords: null };
    const review: ReviewView = { scores: [], moves: [], sides: [side, side] };
    wire.say({ type: 'answer', to: 1, answer: { type: 'review', review } });
    expect((await answer).type).toBe('review');
  });

  test('survives nonsense and answers to nobody', async () => {
    const wire = await connected();
    const answer = connection.ask({ type: 'leave', table: 'a' });
    wire.raw('{nonsense');
    wire.say({ type: 'answer', to: 99, answer: { type: 'done' } });
    wire.say({ type: 'answer', to: 1, answer: { type: 'done' } });
    expect((await answer).type).toBe('done');
  });

  test('that reports on its way does so until nobody listens', async () => {
    const wire = await connected();
    const report = vi.fn();
    const line = { game: 'go', setup: { options: [] }, moves: [] };
    const { stop } = connection.stream({ type: 'review', line }, report);
    wire.say({ type: 'review-progress', to: 1, done: 1, of: 3 });
    stop();
    wire.say({ type: 'review-progress', to: 1, done: 2, of: 3 });
    expect(report.mock.calls).toEqual([[{ type: 'review-progress', to: 1, done: 1, of: 3 }]]);
  });
});

describe('a drop', () => {
  test('is repaired, and what was under way is asked again under its number', async () => {
    const before = await connected();
    const answer = connection.ask({ type: 'move', table: 'a', ply: 3, text: 'a1' });
    before.drop();
    expect(connection.open).toBe(false);
    await pass(250);
    expect(socket()).not.toBe(before);
    socket().open();
    expect(socket().sent).toEqual(before.sent);
    socket().say({ type: 'answer', to: 1, answer: { type: 'done' } });
    expect((await answer).type).toBe('done');
  });

  test('fails acts, which were meant for their moment', async () => {
    const before = await connected();
    const failure = code(connection.ask({ type: 'act', table: 'a', ply: 3, act: { type: 'resign' } }));
    before.drop();
    expect(await failure).toBe('offline');
    await pass(250);
    socket().open();
    expect(socket().sent).toEqual([]);
  });

  test('is waited for longer and longer, up to eight seconds, and anew after a success', async () => {
    await connected();
    const waits: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const count = FakeSocket.made.length;
      socket().drop();
      let waited = 0;
      while (FakeSocket.made.length === count) {
        await pass(250);
        waited += 250;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
    socket().open();
    socket().drop();
    const count = FakeSocket.made.length;
    await pass(250);
    expect(FakeSocket.made).toHaveLength(count + 1);
  });

  test('is said only when it lasts', async () => {
    (await connected()).drop();
    await pass(250);
    socket().open();
    await pass(5_000);
    expect(connection.offline).toBe(false);
    socket().drop();
    await pass(1_500);
    expect(connection.offline).toBe(true);
    socket().open();
    expect(connection.offline).toBe(false);
  });

  test('of a server that says goodbye is known to be a restart', async () => {
    const wire = await connected();
    wire.say({ type: 'goodbye' });
    wire.drop();
    expect(connection.goodbye).toBe(true);
    await pass(250);
    socket().open();
    expect(connection.goodbye).toBe(false);
  });

  test('takes along what the server said of its disk', async () => {
    const wire = await connected();
    const words = { en: 'full', fr: 'plein' };
    wire.say({ type: 'storage', working: false, words });
    expect(connection.storage).toEqual(words);
    wire.say({ type: 'storage', working: true, words: { en: 'fine', fr: 'bien' } });
    expect(connection.storage).toBe(null);
    wire.say({ type: 'storage', working: false, words });
    wire.drop();
    await pass(250);
    // A server that still cannot save says so again.
    socket().open();
    expect(connection.storage).toBe(null);
  });

  test('shows that the engine takes longer', async () => {
    const { notices } = await import('../notices.svelte');
    const wire = await connected();
    wire.say({ type: 'slow', words: { en: 'It takes longer.', fr: 'Cela prend plus de temps.' } });
    expect(notices.list.at(-1)?.text).toBe('It takes longer.');
  });

  test('is repaired at once when the network comes back', async () => {
    (await connected()).drop();
    const count = FakeSocket.made.length;
    window.dispatchEvent(new Event('online'));
    expect(FakeSocket.made).toHaveLength(count + 1);
    await pass(10_000);
    expect(FakeSocket.made).toHaveLength(count + 1);
  });

  test('of an older socket does not disturb the one in use', async () => {
    const before = await connected();
    before.drop();
    await pass(250);
    socket().open();
    before.drop();
    before.say({ type: 'turns', turns: 9 });
    expect(connection.open).toBe(true);
    expect(connection.turns).toBe(2);
  });
});

describe('a table that is watched', () => {
  const watcher = { view: vi.fn(), happened: vi.fn(), watched: vi.fn(), refused: vi.fn() } satisfies Watcher;

  beforeEach(() => {
    for (const mock of Object.values(watcher)) mock.mockReset();
  });

  /** Answers the last question to watch. */
  async function shown(wire: FakeSocket, view = tableOf('go', ['a', 'b'])) {
    const id = wire.sent.findLast(({ what }) => what.type === 'watch')?.id ?? 0;
    wire.say({ type: 'answer', to: id, answer: { type: 'table', view } });
    await settle();
  }

  const moved = (ply: number, seq: number): Message => ({
    type: 'happened',
    table: 'go',
    happening: { type: 'moved', played: played('x'), change: change() },
    state: stateOf({ ply, seq }),
  });

  async function watched(): Promise<FakeSocket> {
    const wire = await connected();
    connection.watch('go', watcher);
    await shown(wire);
    return wire;
  }

  test('is shown first, then what happens, in order', async () => {
    const wire = await watched();
    expect(watcher.view).toHaveBeenCalledTimes(1);
    wire.say(moved(3, 4));
    wire.say(moved(4, 5));
    expect(watcher.happened.mock.calls.map(([, state]) => (state as { ply: number }).ply)).toEqual([3, 4]);
  });

  test('is asked for anew when something was missed', async () => {
    const wire = await watched();
    wire.say(moved(4, 5));
    expect(watcher.happened).not.toHaveBeenCalled();
    expect(wire.asked).toEqual(['watch', 'watch']);
    await shown(wire, tableOf('go', ['a', 'b', 'c', 'd']));
    expect(watcher.view).toHaveBeenCalledTimes(2);
    wire.say(moved(5, 6));
    expect(watcher.happened).toHaveBeenCalledTimes(1);
  });

  test('knows how many moves were taken back', async () => {
    const wire = await watched();
    const { scene } = tableOf('go');
    wire.say({
      type: 'happened',
      table: 'go',
      happening: { type: 'took-back', plies: 2, scene },
      state: stateOf({ ply: 0, seq: 4 }),
    });
    expect(watcher.happened).toHaveBeenCalledTimes(1);
    expect(wire.asked).toEqual(['watch']);
  });

  test('does not hear the same twice, nor what is old', async () => {
    const wire = await watched();
    wire.say(moved(3, 4));
    wire.say(moved(3, 4));
    wire.say(moved(2, 2));
    expect(watcher.happened).toHaveBeenCalledTimes(1);
  });

  test('hears of coming and going, which is no event', async () => {
    const wire = await watched();
    const state = stateOf({ ply: 2, seq: 3, watchers: 1 });
    wire.say({ type: 'happened', table: 'go', happening: { type: 'other' }, state });
    expect(watcher.happened).toHaveBeenCalledWith({ type: 'other' }, state);
  });

  test('hears how many look on', async () => {
    const wire = await watched();
    wire.say({ type: 'watchers', table: 'go', watchers: 3 });
    wire.say({ type: 'watchers', table: 'elsewhere', watchers: 5 });
    expect(watcher.watched.mock.calls).toEqual([[3]]);
  });

  test('ignores an answer that a push has overtaken', async () => {
    const wire = await watched();
    connection.resync('go');
    wire.say(moved(3, 4));
    await shown(wire);
    expect(watcher.view).toHaveBeenCalledTimes(1);
  });

  test('is shown anew after a drop, and before what else is asked', async () => {
    const before = await watched();
    void connection.ask({ type: 'hint', table: 'go', ply: 2 });
    before.drop();
    await pass(250);
    socket().open();
    expect(socket().asked).toEqual(['watch', 'hint']);
    await shown(socket());
    expect(watcher.view).toHaveBeenCalledTimes(2);
    expect(watcher.refused).not.toHaveBeenCalled();
  });

  test('that does not exist is refused, and a lost connection is no refusal', async () => {
    const wire = await connected();
    connection.watch('go', watcher);
    const words = { en: 'no', fr: 'non' };
    wire.say({ type: 'answer', to: 1, answer: { type: 'refused', error: { code: 'no-table', words } } });
    await settle();
    expect(watcher.refused).toHaveBeenCalledTimes(1);
    connection.resync('go');
    await pass(20_000);
    expect(watcher.refused).toHaveBeenCalledTimes(1);
  });

  test('is left once, and hears nothing more', async () => {
    const wire = await connected();
    const leave = connection.watch('go', watcher);
    await shown(wire);
    leave();
    leave();
    wire.say(moved(3, 4));
    expect(watcher.happened).not.toHaveBeenCalled();
    expect(wire.asked).toEqual(['watch', 'leave']);
  });

  test('is not left by somebody whose place another watcher has taken', async () => {
    const wire = await connected();
    const leave = connection.watch('go', watcher);
    const other = { view: vi.fn(), happened: vi.fn(), watched: vi.fn(), refused: vi.fn() };
    connection.watch('go', other);
    leave();
    await shown(wire);
    expect(other.view).toHaveBeenCalledTimes(1);
    expect(wire.asked).not.toContain('leave');
  });

  test('on a laptop that slept: a socket that stays silent is replaced', async () => {
    const before = await watched();
    window.dispatchEvent(new Event('pageshow'));
    expect(before.asked).toEqual(['watch', 'watch']);
    await pass(5_000);
    expect(socket()).not.toBe(before);
    socket().open();
    expect(socket().asked).toEqual(['watch']);
  });

  test('on a laptop that slept: a socket that answers is kept', async () => {
    const wire = await watched();
    window.dispatchEvent(new Event('pageshow'));
    await shown(wire);
    await pass(10_000);
    expect(FakeSocket.made).toHaveLength(1);
    expect(connection.open).toBe(true);
  });
});

describe('a browser that was signed out', () => {
  test('loads its page anew, and connects as nobody only then', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    const wire = await connected();
    wire.drop(4001);
    await pass(20_000);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(FakeSocket.made).toHaveLength(1);
  });

  test('by its own wish goes elsewhere by itself', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    const wire = await connected();
    connection.leaving = true;
    wire.drop(4001);
    await pass(20_000);
    expect(reload).not.toHaveBeenCalled();
    expect(FakeSocket.made).toHaveLength(1);
  });
});
