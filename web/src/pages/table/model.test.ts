// A table as one visitor sees it.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { change, letters, next, row, step } from '../../lib/board/testing';
import { play } from '../../lib/i18n/play';
import { notices } from '../../lib/notices.svelte';
import { refused } from '../../lib/refusal';
import { settings } from '../../lib/settings.svelte';
import { connection } from '../../lib/socket.svelte';
import {
  answering,
  computer,
  eventually,
  guest,
  infoOf,
  looking,
  me,
  newGame,
  nobody,
  phrase,
  played,
  serving,
  stateOf,
  tableOf,
} from '../../lib/testing';
import type { Happening, Question, TableState } from '../../lib/wire';
import { tableActions } from './actions';
import { TableModel } from './model.svelte';

vi.mock('../../lib/sound', () => ({ chime: vi.fn(), tick: vi.fn() }));

let model: TableModel;
let asked: Question[];
let game: string;
const stop = vi.fn();

const ending = (winner: 'first' | 'second' | 'nobody') => ({ winner, reason: 'over', words: phrase('It is over') });
const hintOf = (text: string, gesture: number[]) => ({
  text,
  say: phrase(text),
  gesture,
  piece: gesture.slice(0, 1),
  reasons: [],
});
const moved = (text: string, steps = change()): Happening => ({ type: 'moved', played: played(text), change: steps });

beforeEach(() => {
  settings.language = 'en';
  settings.flip = false;
  settings.sound = true;
  game = newGame();
  serving({ '/api/games': [infoOf(game)] });
  asked = answering({ ...looking, act: () => ({ type: 'done' }), move: () => ({ type: 'done' }) });
  vi.spyOn(connection, 'watch').mockReturnValue(stop);
  vi.spyOn(connection, 'resync').mockReturnValue();
  vi.spyOn(notices, 'speak').mockReturnValue();
  vi.spyOn(notices, 'fail').mockReturnValue();
  model = new TableModel('table');
});

describe('what comes', () => {
  test('a view is the picture, the moves and the title', async () => {
    model.view(tableOf(game, ['a', 'b']));
    expect(model.picture).toBe(model.scene);
    expect(model.moves.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(model.lastMove?.text).toBe('b');
    await eventually(() => expect(model.title).not.toBe(''));
  });

  test('the same moves again leave a half-made move alone', () => {
    const view = tableOf(game, ['a'], { continuations: next([[0, 'select']]) });
    model.view(view);
    const [scene, continuations] = [model.scene, model.state?.continuations];
    model.view(structuredClone(view));
    expect(model.scene).toBe(scene);
    expect(model.state?.continuations).toBe(continuations);
  });

  test('other moves are another picture, without a way to it', () => {
    model.view(tableOf(game, ['a']));
    model.happened(moved('b'), stateOf({ ply: 2 }));
    model.view(tableOf(game, ['a', 'c']));
    expect(model.animation).toBeNull();
    expect(letters(model.scene ?? row())[2]).toBe('L');
  });

  test('a move changes the picture and is spoken; a hint is no longer of use', () => {
    model.view(tableOf(game));
    model.hint = hintOf('a', [0]);
    model.happened(moved('a', change(step([{ cell: 0 }, { cell: 3 }, 'L']))), stateOf({ ply: 1, turn: 'second' }));
    expect(letters(model.scene ?? row())[3]).toBe('L');
    expect(model.movement?.steps).toHaveLength(1);
    expect(model.hint).toBeNull();
    expect(notices.speak).toHaveBeenCalledWith('a');
  });

  test('a move that makes it the visitor’s turn says so', () => {
    model.view(tableOf(game, ['a']));
    model.happened(moved('b'), stateOf({ ply: 2, continuations: next([[0, 'select']]) }));
    expect(notices.speak).toHaveBeenCalledWith(`b ${play().yourTurn}.`);
  });

  test('what was taken back is gone from the list and from the picture', () => {
    model.view(tableOf(game, ['a', 'b', 'c']));
    const { scene } = tableOf(game, ['a']);
    model.happened({ type: 'took-back', plies: 2, scene }, stateOf({ ply: 1 }));
    expect(model.moves.map(({ text }) => text)).toEqual(['a']);
    expect(model.picture).toBe(scene);
  });

  test('the end is spoken once', () => {
    model.view(tableOf(game, ['a']));
    model.happened({ type: 'other' }, stateOf({ ply: 1, ending: ending('first') }));
    model.happened({ type: 'other' }, stateOf({ ply: 1, ending: ending('first'), watchers: 1 }));
    expect(vi.mocked(notices.speak).mock.calls).toEqual([['It is over']]);
  });

  test('closing ends watching', () => {
    model.close();
    expect(stop).toHaveBeenCalledTimes(1);
  });
});

describe('who is who', () => {
  test.each([
    ['two guests', [me, guest()], { mine: ['first'], sameScreen: false, againstComputer: false }],
    ['a game against the computer', [computer, me], { mine: ['second'], sameScreen: false, againstComputer: true }],
    ['two at one screen', [me, me], { mine: ['first', 'second'], sameScreen: true, againstComputer: false }],
    ['somebody who watches', [guest(), computer], { mine: [], seated: false, againstComputer: false }],
  ] as const)('%s', (_, [first, second], expected) => {
    model.view(tableOf(game, [], { seats: [first, second] }));
    expect(model).toMatchObject(expected);
  });

  test('a player of the second side sits at the near edge, unless they want it otherwise', () => {
    model.view(tableOf(game, [], { seats: [guest(), me] }));
    expect(model.flipped).toBe(true);
    settings.flip = true;
    expect(model.flipped).toBe(false);
    model.view(tableOf(game, [], { seats: [me, me] }));
    expect(model.flipped).toBe(true);
  });

  test.each<[string, Partial<TableState>, () => string]>([
    ['my turn', { seats: [me, guest()] }, () => play().yourTurn],
    ['theirs', { seats: [me, guest()], turn: 'second' }, () => play().turnOf('Dark')],
    ['at one screen, the colour', { seats: [me, me] }, () => play().turnOf('Light')],
    ['a friend is waited for', { seats: [me, nobody], turn: null }, () => play().waitingFriend],
    ['a player is waited for', { seats: [guest(), nobody], turn: null }, () => play().waitingPlayer],
    ['the end', { ending: ending('nobody'), turn: null }, () => 'It is over'],
  ])('the status says who is waited for: %s', (_, state, words) => {
    model.view(tableOf(game, [], state));
    expect(model.status).toBe(words());
  });
});

describe('what is done', () => {
  test('names the ply it was meant for', async () => {
    model.view(tableOf(game, ['a', 'b'], { may: [{ type: 'offer', of: 'draw' }] }));
    model.offer('draw');
    await eventually(() => expect(asked).toHaveLength(1));
    void model.move('c');
    expect(asked.slice(0, 2)).toEqual([
      { type: 'act', table: 'table', ply: 2, act: { type: 'offer', of: 'draw' } },
      { type: 'move', table: 'table', ply: 2, text: 'c' },
    ]);
  });

  test('is not asked for when it may not be done', () => {
    model.view(tableOf(game, [], { may: [{ type: 'offer', of: 'draw' }] }));
    model.offer('takeback');
    model.answer('accept', 'draw');
    expect(asked).toEqual([]);
    expect(model.may('offer', 'draw')).toBeDefined();
    expect(model.may('offer')).toBeDefined();
    expect(model.may('resign')).toBeUndefined();
  });

  test('that fails asks for the table anew: a move goes back, an act is told', async () => {
    asked = answering({});
    model.view(tableOf(game, ['a']));
    await expect(model.move('b')).rejects.toThrow();
    await model.act({ type: 'resign' });
    expect(connection.resync).toHaveBeenCalledTimes(2);
    expect(notices.fail).toHaveBeenCalledTimes(1);
  });

  test('a hint that comes after the next move is not shown', async () => {
    let answer: () => void = () => undefined;
    answering({
      hint: () =>
        new Promise((done) => {
          answer = () => done({ type: 'hint', hint: hintOf('x', [0, 1]) });
        }),
    });
    model.view(tableOf(game));
    const first = model.askHint();
    expect(model.hinting).toBe(true);
    model.happened(moved('a'), stateOf({ ply: 1 }));
    answer();
    await first;
    expect(model.hint).toBeNull();
    const second = model.askHint();
    answer();
    await second;
    expect(model.hint).not.toBeNull();
  });

  test('a hint tells the piece, then the move, then the reason, each on its own press', async () => {
    const reasons = [
      { kind: 'safe', words: phrase('It is safe.'), cells: [2, 3] },
      { kind: 'more', words: phrase('It is more.'), cells: [3] },
    ];
    const asked = answering({ hint: () => ({ type: 'hint', hint: { ...hintOf('x', [0, 1]), reasons } }) });
    const marked = () => model.highlights.map(({ cell }) => cell);
    model.view(tableOf(game));
    await model.askHint();
    const first = play().hintPiece(model.scene?.cells[0]?.name ?? '');
    expect([model.hintWords, marked(), model.arrows]).toEqual([first, [0], []]);
    await model.askHint();
    expect([model.hintWords, marked()]).toEqual(['x', []]);
    expect(model.arrows.map(({ cells }) => cells)).toEqual([[0, 1]]);
    await model.askHint();
    await model.askHint();
    expect([model.hintWords, marked()]).toEqual(['It is safe. It is more.', [2, 3]]);
    expect(
      vi
        .mocked(notices.speak)
        .mock.calls.map(([words]) => words)
        .slice(0, 3),
    ).toEqual([first, 'x', 'It is safe. It is more.']);
    expect(asked.filter(({ type }) => type === 'hint')).toHaveLength(1);
    model.past.go(0);
    model.hint = { ...hintOf('x', [0, 1]) };
    expect(model.hintWords).toBe(play().hintNoReason);
  });
});

describe('looking back', () => {
  beforeEach(() => model.view(tableOf(game, ['a', 'b', 'c'])));
  const at = () => letters(model.picture ?? row()).indexOf('L');

  test('goes step by step, and forward with the move under way', async () => {
    model.past.go(1);
    await eventually(() => expect(at()).toBe(1));
    expect(model.movement).toBeNull();
    model.past.go(2);
    await eventually(() => expect(at()).toBe(2));
    expect(model.movement).not.toBeNull();
    expect(model.past.at).toBe(2);
    expect(model.lastMove?.text).toBe('b');
  });

  test('ends in the present, however far one wants to go', async () => {
    model.past.go(-5);
    expect(model.past.ply).toBe(0);
    await eventually(() => expect(at()).toBe(0));
    model.past.go(3);
    expect(model.past.live).toBe(true);
    expect(at()).toBe(3);
    expect(model.movement).toBeNull();
  });

  test('shows the last of several wishes', async () => {
    model.past.go(2);
    model.past.go(1);
    model.past.go(0);
    await eventually(() => expect(at()).toBe(0));
    await Promise.resolve();
    expect(at()).toBe(0);
  });

  test('stays there when somebody else moves, and ends when it is one’s turn', async () => {
    model.past.go(1);
    await eventually(() => expect(at()).toBe(1));
    model.happened(moved('d'), stateOf({ ply: 4, turn: 'second' }));
    expect(model.past.ply).toBe(1);
    expect(model.moves).toHaveLength(4);
    model.happened(moved('e'), stateOf({ ply: 5, continuations: next([[0, 'select']]) }));
    expect(model.past.live).toBe(true);
  });

  test('that fails comes back to the present, and is told', async () => {
    vi.mocked(connection.ask).mockRejectedValue(refused('offline'));
    model.past.go(1);
    await eventually(() => expect(model.past.live).toBe(true));
    expect(notices.fail).toHaveBeenCalledTimes(1);
  });

  test('knows the way of the move on the screen; before the first there is none', async () => {
    const last = await model.past.lastStep();
    expect(letters(last?.before ?? row())).toEqual(letters(tableOf(game, ['a', 'b']).scene));
    model.past.go(0);
    expect(await model.past.lastStep()).toBeNull();
  });
});

describe('the actions', () => {
  const open = vi.fn();
  const names = (list: { name: string }[]) => list.map(({ name }) => name);
  const actions = () => tableActions(model, open, () => undefined);
  const words = () => play();

  test('against the computer: take back and hint; nobody offers it a draw', () => {
    model.view(tableOf(game, ['a', 'b'], { seats: [me, computer], may: [{ type: 'resign' }] }));
    const { takeback, hint, resign, replay, flip, rulesShort, share, stepBack, stepOn, moves, moreActions } = words();
    expect(names(actions().row)).toEqual([takeback, hint, resign, replay, flip, rulesShort, share]);
    expect(names(actions().bar)).toEqual([takeback, hint, stepBack, stepOn, moves, moreActions]);
    expect(names(actions().sheet)).toEqual([rulesShort, replay, flip, actions().sound.name, share, resign]);
  });

  test('against a person one asks to take back, shortly so on a phone', () => {
    model.view(tableOf(game, ['a'], { may: [{ type: 'offer', of: 'draw' }] }));
    expect(actions().row[0]).toMatchObject({ name: words().takebackAsk, short: words().takeback, disabled: true });
    expect(names(actions().row)).toContain(words().draw);
    expect(names(actions().bar)).toContain(words().replay);
  });

  test('who watches can only look', () => {
    model.view(tableOf(game, [], { seats: [guest(), guest()] }));
    expect(names(actions().row)).toEqual([words().replay, words().flip, words().rulesShort, words().share]);
    expect(actions().row[0]?.disabled).toBe(true);
  });

  test('who tries to move when nobody may is told why', () => {
    model.view(tableOf(game, ['a', 'b'], { turn: 'second', seats: [me, computer] }));
    expect(model.idle).toBe(words().notYet(model.status));
    model.past.go(1);
    expect(model.idle).toBe(words().past);
    model.past.go(null);
    model.view(tableOf(game, ['a', 'b'], { seats: [guest(), guest()] }));
    expect(model.idle).toBe(words().watching);
    model.view(tableOf(game, ['a', 'b'], { ending: ending('first'), turn: null }));
    expect(model.idle).toBeNull();
  });

  test('after the end it can be read again', () => {
    model.view(tableOf(game, ['a'], { ending: ending('first'), turn: null }));
    const [over] = actions().bar;
    over?.run();
    expect(over?.name).toBe(words().over);
    expect(open).toHaveBeenCalledWith('end');
  });

  test('sound and sides change with a tap', () => {
    model.view(tableOf(game, ['a']));
    expect(actions().sound.icon).toBe('sound');
    actions().sound.run();
    expect(actions().sound.icon).toBe('mute');
    actions()
      .row.find(({ icon }) => icon === 'flip')
      ?.run();
    expect(settings.flip).toBe(true);
  });

  test('no two have the same name in one place', () => {
    for (const seats of [
      [me, computer],
      [me, guest()],
      [me, me],
      [guest(), guest()],
    ] as const)
      for (const over of [null, ending('first')]) {
        model.view(
          tableOf(game, ['a'], {
            seats: [...seats],
            ending: over,
            may: [{ type: 'resign' }, { type: 'offer', of: 'draw' }, { type: 'offer', of: 'takeback' }],
          }),
        );
        const { row: inRow, bar, sheet } = actions();
        for (const list of [inRow, bar, sheet]) expect(new Set(names(list)).size).toBe(list.length);
      }
  });
});
