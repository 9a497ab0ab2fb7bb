// The own move: drawn at once, and then what the table says of it.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { change, letters, next, row, step } from '../../lib/board/testing';
import { play } from '../../lib/i18n/play';
import { notices } from '../../lib/notices.svelte';
import { Refused, refused } from '../../lib/refusal';
import { settings } from '../../lib/settings.svelte';
import { connection } from '../../lib/socket.svelte';
import {
  answering,
  eventually,
  infoOf,
  lookOf,
  me,
  newGame,
  phrase,
  played,
  serving,
  stateOf,
  tableOf,
} from '../../lib/testing';
import type { Answer, ClockView, Happening, Question, TableState } from '../../lib/wire';
import { TableModel } from './model.svelte';

vi.mock('../../lib/sound', () => ({ chime: vi.fn(), tick: vi.fn() }));

let model: TableModel;
let asked: Question[];
let game: string;
let offline: boolean;
/** Answers the last move that was sent. */
let answer: { done: () => void; refuse: (code: string) => void };

const onward = (at: number) => change(step([{ cell: at }, { cell: at + 1 }, 'L']));
const moved = (text: string, at: number, words = text): Happening => ({
  type: 'moved',
  played: { ...played(text), say: phrase(words), left: 5_000 },
  change: onward(at),
});
const mine = (ply: number, parts: Partial<TableState> = {}) =>
  stateOf({ ply, seq: ply + 1, continuations: next([[ply, 'select']]), ...parts });
const theirs = (ply: number, parts: Partial<TableState> = {}) =>
  stateOf({ ply, seq: ply + 1, turn: 'second', ...parts });
const moves = () => model.moves.map(({ text }) => text).join(' ');
const at = () => letters(model.picture ?? row()).indexOf('L');
const sent = () => asked.filter(({ type }) => type === 'move');
const spoken = () => vi.mocked(notices.speak).mock.calls.map(([words]) => words);

beforeEach(() => {
  settings.language = 'en';
  game = newGame();
  serving({ '/api/games': [infoOf(game)] });
  asked = answering({
    look: ({ line }) => {
      const look = lookOf(line);
      const text = line.moves.at(-1) ?? '';
      return {
        type: 'look',
        look: { ...look, last: { text, say: phrase(text), change: onward(line.moves.length - 1) } },
      };
    },
    act: () => ({ type: 'done' }),
    'look-taps': () => ({ type: 'continuations', continuations: next([[1, 'finish']]) }),
    move: () =>
      new Promise<Answer>((done, failed) => {
        answer = {
          done: () => done({ type: 'done' }),
          refuse: (code) =>
            failed(code === 'offline' ? refused('offline') : new Refused({ code, words: phrase(code) })),
        };
      }),
  });
  vi.spyOn(connection, 'watch').mockReturnValue(() => undefined);
  vi.spyOn(connection, 'resync').mockReturnValue();
  vi.spyOn(notices, 'speak').mockReturnValue();
  vi.spyOn(notices, 'fail').mockReturnValue();
  offline = false;
  vi.spyOn(connection, 'offline', 'get').mockImplementation(() => offline);
  model = new TableModel('table');
  model.view(tableOf(game, ['a', 'b'], { continuations: next([[2, 'select']]), may: [{ type: 'resign' }] }));
});

/** Plays `c`, and waits until it stands there. */
async function playC(): Promise<string> {
  const outcome = model.move('c').then(
    () => 'played',
    (error: unknown) => (error instanceof Refused ? error.code : String(error)),
  );
  await eventually(() => expect(moves()).toBe('a b c'));
  return outcome;
}

test('what can follow taps is asked of the rules, not of the table', async () => {
  expect((await model.follow([2])).choices).toHaveLength(1);
  expect(asked).toEqual([{ type: 'look-taps', line: model.line(), taps: [2] }]);
});

describe('the own move', () => {
  test('stands there before the table has answered, and nobody may move then', async () => {
    const outcome = model.move('c');
    await eventually(() => expect(at()).toBe(3));
    expect([moves(), model.movement?.steps.length, spoken()]).toEqual(['a b c', 1, ['c']]);
    expect(model.state).toMatchObject({ ply: 3, turn: 'second', continuations: null });
    expect([model.myTurn, model.status]).toEqual([false, play().turnOf('Dark')]);
    expect(sent()).toEqual([{ type: 'move', table: 'table', ply: 2, text: 'c' }]);
    // Whoever is very quick does not move twice.
    await model.move('d');
    expect(sent()).toHaveLength(1);
    model.happened(moved('c', 2), theirs(3));
    await outcome;
  });

  test('is what whoever plays both sides waits for', async () => {
    model.view(tableOf(game, ['a', 'b'], { seats: [me, me], continuations: next([[2, 'select']]) }));
    const outcome = model.move('c');
    expect(model.idle).toBe(play().notYet(play().moveOnItsWay));
    model.happened(moved('c', 2), mine(3, { seats: [me, me] }));
    await outcome;
    expect(model.idle).toBe(play().notYet(model.status));
  });

  test('is confirmed: not drawn nor spoken again, in the words of the table', async () => {
    const outcome = playC();
    await eventually(() => expect(at()).toBe(3));
    const { scene, animation } = model;
    answer.done();
    model.happened(moved('c', 2, 'in its words'), theirs(3));
    expect(await outcome).toBe('played');
    expect([model.scene, model.animation]).toEqual([scene, animation]);
    expect(model.scene).toBe(scene);
    expect(model.moves[2]).toMatchObject({ say: { en: 'in its words' }, left: 5_000 });
    expect(spoken()).toEqual(['c']);
    model.happened(moved('d', 3), mine(4));
    expect([moves(), at()]).toEqual(['a b c d', 4]);
  });

  test('that the table draws otherwise is shown as the table has it', async () => {
    void playC();
    await eventually(() => expect(at()).toBe(3));
    const other: Happening = {
      type: 'moved',
      played: played('c'),
      change: change(step([{ cell: 2 }, { cell: 7 }, 'L'])),
    };
    model.happened(other, theirs(3));
    expect([moves(), at(), model.animation]).toEqual(['a b c', 7, null]);
  });

  test('that is confirmed before it is drawn is drawn once', async () => {
    const outcome = model.move('c');
    model.happened(moved('c', 2), theirs(3));
    await outcome;
    await eventually(() => expect(asked.map(({ type }) => type)).toContain('look'));
    await Promise.resolve();
    expect([moves(), at(), spoken()]).toEqual(['a b c', 3, ['c']]);
  });

  test('that is refused goes back, with the reason', async () => {
    const [scene, state] = [model.scene, model.state];
    const outcome = playC();
    await eventually(() => expect(at()).toBe(3));
    answer.refuse('illegal-move');
    expect(await outcome).toBe('illegal-move');
    expect([moves(), model.animation]).toEqual(['a b', null]);
    expect(model.scene).toBe(scene);
    expect(model.state).toBe(state);
    expect(connection.resync).toHaveBeenCalledTimes(1);
    void playC();
    await eventually(() => expect(sent()).toHaveLength(2));
  });

  test('waits for a lost connection, visibly, and is there when it is back', async () => {
    const outcome = playC();
    await eventually(() => expect(at()).toBe(3));
    offline = true;
    expect([model.waiting, model.status]).toEqual([true, play().moveWaits]);
    offline = false;
    model.view(tableOf(game, ['a', 'b', 'c'], { turn: 'second' }));
    // What the connection has sent again comes too late, and nobody hears of it.
    answer.refuse('stale');
    expect(await outcome).toBe('played');
    expect([moves(), at(), model.waiting]).toEqual(['a b c', 3, false]);
  });

  test('is sent again where the table does not have it, once', async () => {
    const outcome = playC();
    await eventually(() => expect(at()).toBe(3));
    // While the connection itself still tries, nobody else does.
    model.view(tableOf(game, ['a', 'b'], { continuations: next([[2, 'select']]) }));
    expect([sent().length, moves(), model.state?.continuations]).toEqual([1, 'a b c', null]);
    answer.refuse('offline');
    await eventually(() => expect(connection.resync).toHaveBeenCalled());
    expect(moves()).toBe('a b c');
    for (let n = 0; n < 2; n++) model.view(tableOf(game, ['a', 'b'], { continuations: next([[2, 'select']]) }));
    expect(sent()).toHaveLength(2);
    expect(sent()[1]).toEqual(sent()[0]);
    model.happened(moved('c', 2), theirs(3));
    expect(await outcome).toBe('played');
    expect(moves()).toBe('a b c');
  });

  test.each([
    ['another move', ['a', 'b', 'x'], {}],
    ['less', ['a'], {}],
    ['something else that happened', ['a', 'b'], { seq: 9 }],
    ['an end', ['a', 'b'], { ending: { winner: 'first' as const, reason: 'resigned', words: phrase('over') } }],
  ])('goes back where the table has %s after a long silence', async (_, has, state) => {
    const outcome = playC();
    await eventually(() => expect(at()).toBe(3));
    answer.refuse('offline');
    await eventually(() => expect(connection.resync).toHaveBeenCalled());
    model.view(tableOf(game, has, state));
    expect(await outcome).toBe('overtaken');
    expect([moves(), sent().length]).toEqual([has.join(' '), 1]);
  });

  test('that is out of date is asked about before it goes back', async () => {
    const outcome = playC();
    await eventually(() => expect(at()).toBe(3));
    answer.refuse('stale');
    await eventually(() => expect(connection.resync).toHaveBeenCalledTimes(1));
    expect(moves()).toBe('a b c');
    model.view(tableOf(game, ['a', 'b', 'x']));
    expect(await outcome).toBe('stale');
    expect(moves()).toBe('a b x');
  });

  test('does not mind who comes, goes or offers', async () => {
    void playC();
    await eventually(() => expect(at()).toBe(3));
    model.watched(4);
    model.happened({ type: 'other' }, mine(2, { seq: 4, offers: [{ of: 'draw', by: 'second' }] }));
    expect([moves(), model.state?.offers.length, model.state?.continuations]).toEqual(['a b c', 1, null]);
    model.happened(moved('c', 2), theirs(3));
    expect([moves(), model.state?.turn]).toEqual(['a b c', 'second']);
  });

  test.each<[string, Happening, TableState, string]>([
    ['another move', moved('x', 2), theirs(3), 'a b x'],
    ['a take-back', { type: 'took-back', plies: 1, scene: row('', 'L') }, theirs(1), 'a'],
    [
      'the end',
      { type: 'other' },
      stateOf({ ply: 2, turn: null, ending: { winner: 'first', reason: 'time', words: phrase('over') } }),
      'a b',
    ],
  ])('goes back before %s that came first', async (_, happening, state, expected) => {
    const outcome = playC();
    await eventually(() => expect(at()).toBe(3));
    model.past.go(2);
    model.happened(happening, state);
    answer.refuse('stale');
    expect(await outcome).toBe('overtaken');
    expect([moves(), model.state?.turn]).toEqual([expected, state.turn]);
    expect(model.past.at).toBeLessThanOrEqual(model.moves.length);
  });

  test('stops its player’s clock; the rest comes with the answer', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const clock: ClockView = {
      terms: { type: 'fischer', initial: 0, increment: 0 },
      left: [9_000, 8_000],
      running: 'first',
    };
    model.view(tableOf(game, ['a', 'b'], { clock }));
    vi.mocked(performance.now).mockReturnValue(3_500);
    void playC();
    await eventually(() => expect(moves()).toBe('a b c'));
    expect(model.state?.clock).toMatchObject({ left: [6_500, 8_000], running: null });
    model.happened({ type: 'other' }, mine(2, { clock: { ...clock, left: [5_000, 8_000] } }));
    expect(model.state?.clock).toMatchObject({ left: [6_500, 8_000], running: null });
    model.happened(moved('c', 2), theirs(3, { clock: { ...clock, left: [7_500, 8_000], running: 'second' } }));
    expect(model.state?.clock).toMatchObject({ left: [7_500, 8_000], running: 'second' });
  });

  test('that may be the last one says so, before the table does', async () => {
    const ending = { winner: 'first' as const, reason: 'over', words: phrase('It is over') };
    asked = answering({
      look: ({ line }) => ({
        type: 'look',
        look: {
          ...lookOf(line),
          last: { text: 'c', say: phrase('c'), change: { ...onward(2), turn: null, ending } },
        },
      }),
      move: () => ({ type: 'done' }),
    });
    void model.move('c');
    await eventually(() => expect(model.status).toBe('It is over'));
    expect(model.state?.ending).toBeNull();
  });

  test('comes first: what is done meanwhile follows it, if it still makes sense', async () => {
    void playC();
    await eventually(() => expect(at()).toBe(3));
    const acts = [model.act({ type: 'resign' }), model.act({ type: 'accept', of: 'draw' })];
    expect(asked.filter(({ type }) => type === 'act')).toEqual([]);
    model.happened(moved('c', 2), theirs(3, { may: [{ type: 'resign' }] }));
    await Promise.all(acts);
    expect(asked.filter(({ type }) => type === 'act')).toEqual([
      { type: 'act', table: 'table', ply: 3, act: { type: 'resign' } },
    ]);
  });

  test('that goes back takes along what was done after it', async () => {
    const outcome = playC();
    await eventually(() => expect(at()).toBe(3));
    const act = model.act({ type: 'resign' });
    answer.refuse('illegal-move');
    await Promise.all([outcome, act]);
    expect(asked.filter(({ type }) => type === 'act')).toEqual([]);
    offline = true;
    void playC();
    await model.act({ type: 'resign' });
    expect(notices.fail).toHaveBeenCalledTimes(1);
  });
});
