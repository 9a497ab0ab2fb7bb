// The local door as a page sees it, and which of two doors answers.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually, stateOf, tableOf } from '../testing';
import type { Answer, Call, Told } from '../wire';
import { Local } from './local.svelte';
import type { FromRules, ToRules } from './protocol';

class FakeWorker {
  posts: ToRules[] = [];
  ended = false;
  onmessage: ((event: MessageEvent<FromRules>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  postMessage(message: ToRules): void {
    this.posts.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  say(data: FromRules): void {
    this.onmessage?.(new MessageEvent('message', { data }));
  }

  answer(to: number, answer: Answer): void {
    this.say({ type: 'told', told: { type: 'say', message: { type: 'answer', to, answer } } });
  }

  reply(to: number, status: number, body: unknown): void {
    const told: Extract<Told, { type: 'reply' }> = { type: 'reply', to, status, kind: '', body: JSON.stringify(body) };
    this.say({ type: 'told', told });
  }

  get calls(): Call[] {
    return this.posts.flatMap((message) => (message.type === 'call' ? [message.call] : []));
  }
}

const TABLE = 'tttttttttttt';
let workers: FakeWorker[];
let local: Local;
const worker = () => workers.at(-1) as FakeWorker;
/** The number of the last question. */
const last = () => {
  const call = worker().calls.at(-1);
  return call?.type === 'ask' ? call.ask.id : call?.type === 'request' ? call.to : 0;
};

beforeEach(() => {
  workers = [];
  local = new Local(() => {
    workers.push(new FakeWorker());
    return worker() as unknown as Worker;
  });
});

describe('a question', () => {
  test('is sent at once, and answered by its number', async () => {
    const answers = [local.ask({ type: 'leave', table: TABLE }), local.ask({ type: 'leave', table: TABLE })];
    worker().answer(last(), { type: 'done' });
    expect(await answers[1]).toEqual({ type: 'done' });
    worker().answer(last() - 1, { type: 'refused', error: { code: 'stale', words: { en: 'a', fr: 'b' } } });
    await expect(answers[0]).rejects.toMatchObject({ code: 'stale' });
  });

  test('by an address gets what a server would say', async () => {
    const json = local.json('POST', '/api/tables', { game: 'go' });
    expect(worker().calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/tables', body: '{"game":"go"}' });
    worker().reply(last(), 201, { id: TABLE });
    expect(await json).toEqual({ id: TABLE });
    const refusal = local.json('GET', '/api/tables/x');
    worker().reply(last(), 404, { code: 'no-such-table', words: { en: 'a', fr: 'b' } });
    await expect(refusal).rejects.toMatchObject({ code: 'no-such-table' });
  });

  test('is refused in words where nothing answers', async () => {
    const early = local.ask({ type: 'leave', table: TABLE });
    worker().say({ type: 'absent', lost: false });
    await expect(early).rejects.toMatchObject({ code: 'no-module' });
    await expect(local.ask({ type: 'leave', table: TABLE })).rejects.toMatchObject({ code: 'no-module' });
    expect(await local.known()).toBe(false);
    expect(workers).toHaveLength(1);
  });
});

describe('a module that could not be fetched', () => {
  test('is fetched when it is next asked for', async () => {
    const known = local.known();
    worker().say({ type: 'absent', lost: true });
    expect(await known).toBe(false);
    expect(local.refusal().code).toBe('not-loaded');
    const again = local.known();
    expect(workers).toHaveLength(2);
    worker().say({ type: 'ready', keeps: true });
    expect(await again).toBe(true);
  });
});

describe('a worker that falls', () => {
  beforeEach(() => vi.spyOn(console, 'warn').mockReturnValue());

  const watcher = { view: vi.fn(), happened: vi.fn(), watched: vi.fn(), refused: vi.fn() };

  test('is replaced: tables are shown again, and what was under way is asked once more', async () => {
    local.watch(TABLE, watcher);
    worker().answer(last(), { type: 'table', view: tableOf('go') });
    await eventually(() => expect(watcher.view).toHaveBeenCalledTimes(1));
    const move = local.ask({ type: 'move', table: TABLE, ply: 0, text: 'a' });
    const report = vi.fn();
    const line = { game: 'go', setup: { options: [] }, moves: [] };
    const stream = local.stream({ type: 'analyse', request: { line, lines: 1, threads: 1 } }, report);
    worker().answer(last(), { type: 'done' });
    await stream.answer;
    worker().say({ type: 'crashed', why: 'unreachable' });
    expect(workers[0]?.ended).toBe(true);
    const asked = worker().calls.map((call) => (call.type === 'ask' ? call.ask.what.type : ''));
    expect(asked).toEqual(['move', 'analyse', 'watch']);
    worker().say({ type: 'crashed', why: 'unreachable' });
    await expect(move).rejects.toMatchObject({ code: 'broken' });
  });

  test('is not asked again for what it has answered', async () => {
    const line = { game: 'go', setup: { options: [] }, moves: [] };
    const refused = local.stream({ type: 'analyse', request: { line, lines: 1, threads: 1 } }, vi.fn());
    worker().answer(last(), { type: 'refused', error: { code: 'stale', words: { en: 'a', fr: 'b' } } });
    await expect(refused.answer).rejects.toMatchObject({ code: 'stale' });
    worker().say({ type: 'crashed', why: 'unreachable' });
    expect(worker().calls).toEqual([]);
  });

  test('again and again is given a rest, then given up, and it is said', async () => {
    vi.useFakeTimers();
    const known = local.known();
    const falls = () => worker().say({ type: 'crashed', why: 'unreachable' });
    falls();
    falls();
    expect(workers).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(500);
    falls();
    await vi.advanceTimersByTimeAsync(1_000);
    falls();
    vi.useRealTimers();
    expect(await known).toBe(false);
    expect(workers).toHaveLength(4);
    expect(local.refusal().code).toBe('failing');
  });

  test('whose script does not come is said to be not loaded, and tried again when it is next asked for', async () => {
    vi.useFakeTimers();
    const known = local.known();
    for (const rest of [0, 500, 1_000, 0]) {
      worker().onerror?.({ preventDefault: () => undefined, message: '' } as ErrorEvent);
      await vi.advanceTimersByTimeAsync(rest);
    }
    vi.useRealTimers();
    expect(await known).toBe(false);
    expect(local.refusal().code).toBe('not-loaded');
    const again = local.known();
    expect(workers).toHaveLength(5);
    worker().say({ type: 'ready', keeps: true });
    expect(await again).toBe(true);
  });
});

describe('what it hears', () => {
  test('of a table that is gone is found out by asking for it; what happens is passed on', async () => {
    const watcher = { view: vi.fn(), happened: vi.fn(), watched: vi.fn(), refused: vi.fn() };
    local.watch(TABLE, watcher);
    worker().answer(last(), { type: 'table', view: tableOf('go') });
    await eventually(() => expect(watcher.view).toHaveBeenCalledTimes(1));
    const state = stateOf({ seq: 1, watchers: 1 });
    const message = { type: 'happened', table: TABLE, happening: { type: 'other' }, state } as const;
    worker().say({ type: 'told', told: { type: 'say', message } });
    expect(watcher.happened).toHaveBeenCalledTimes(1);
    worker().say({ type: 'gone', table: TABLE });
    expect(worker().calls.at(-1)).toMatchObject({ ask: { what: { type: 'watch' } } });
    worker().say({ type: 'gone', table: 'uuuuuuuuuuuu' });
    expect(worker().calls).toHaveLength(2);
  });

  test('of a table that is missing lets it be looked for elsewhere', async () => {
    local.search = vi.fn(() => Promise.reject(new Error('nowhere')));
    local.start();
    worker().say({ type: 'missing', table: TABLE });
    await eventually(() => expect(worker().posts).toEqual([{ type: 'looked', table: TABLE }]));
    expect(local.search).toHaveBeenCalledWith(TABLE);
  });

  test('of a table that is opened is told to whoever knows how it went on elsewhere', () => {
    local.opened = vi.fn();
    local.watch(TABLE, { view: vi.fn(), happened: vi.fn(), watched: vi.fn(), refused: vi.fn() });
    expect(local.opened).toHaveBeenCalledWith(TABLE);
  });

  test('of trouble stays until it is over', () => {
    local.start();
    const [full, files] = [
      { en: 'full', fr: 'plein' },
      { en: 'files', fr: 'fichiers' },
    ];
    worker().say({ type: 'trouble', about: 'storage', words: full });
    worker().say({ type: 'trouble', about: 'files', words: files });
    expect(local.trouble).toEqual(full);
    worker().say({ type: 'trouble', about: 'storage', words: null });
    expect(local.trouble).toEqual(files);
  });
});
