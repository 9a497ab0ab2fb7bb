// A server for tests: it answers what a test lets it answer, and remembers what it was asked.

import { vi } from 'vitest';
import { THEME, change, next, row } from './board/testing';
import { connection } from './socket.svelte';
import type {
  Answer,
  GameInfo,
  GameLine,
  Look,
  MoveView,
  Phrase,
  Question,
  SeatView,
  TableState,
  TableView,
} from './wire';

export const phrase = (text: string): Phrase => ({ en: text, fr: `${text} (fr)` });

/** Waits for what comes in a few turns of the event loop, however busy the machine is. */
export const eventually = (check: () => void): Promise<void> => vi.waitFor(check, 60_000);

type Answers = { [T in Question['type']]?: (question: Extract<Question, { type: T }>) => Answer | Promise<Answer> };

/** Lets questions be answered like this; gives the list of what was asked. */
export function answering(answers: Answers): Question[] {
  const asked: Question[] = [];
  vi.spyOn(connection, 'ask').mockImplementation(async (question) => {
    asked.push(question);
    const answer = answers[question.type] as ((question: Question) => Answer | Promise<Answer>) | undefined;
    if (!answer) throw new Error(`nobody answers ${question.type}`);
    return answer(question);
  });
  return asked;
}

/** A look at a line: a board of one row with a light piece that has made as many steps as there are moves. */
export function lookOf(line: GameLine): Look {
  const at = line.moves.length;
  const cells = Array.from({ length: 9 }, (_, n) => (n === at ? 'L' : ''));
  const text = line.moves.at(-1);
  return {
    scene: { ...row(...cells), turn: at % 2 === 0 ? 'first' : 'second', markers: [{ cell: at, kind: 'last-to' }] },
    position: cells.join('/'),
    say: phrase(`after ${at}`),
    last: text ? { text, say: phrase(text), change: change() } : null,
    continuations: next([[at, 'select']]),
    warnings: [],
  };
}

/** Answers looks like that. */
export const looking: Answers = { look: ({ line }) => ({ type: 'look', look: lookOf(line) }) };

let games = 0;

/** The name of a game that nobody has looked at yet: looks are kept. */
export function newGame(): string {
  games += 1;
  return `game-${games}`;
}

export const guest = (name = ''): SeatView => ({ sitter: { type: 'guest', name }, you: false, present: true });
export const me: SeatView = { ...guest(), you: true };
export const computer: SeatView = { sitter: { type: 'computer', level: 3 }, you: false, present: true };
export const nobody: SeatView = { sitter: { type: 'nobody' }, you: false, present: false };

export const played = (text: string): MoveView => ({ text, say: phrase(text), left: null });

/** The state of a table between this visitor and another guest, at the beginning unless told otherwise. */
export function stateOf(parts: Partial<TableState> = {}): TableState {
  return {
    seq: 1,
    ply: 0,
    seats: [me, guest('Bob')],
    clock: { terms: { type: 'none' }, left: null, running: null },
    turn: 'first',
    thinking: false,
    notice: null,
    offers: [],
    ending: null,
    rematch: null,
    may: [],
    away: null,
    continuations: null,
    watchers: 0,
    ...parts,
  };
}

/** A table after some moves. */
export function tableOf(game: string, moves: string[] = [], state: Partial<TableState> = {}): TableView {
  return {
    id: 'table',
    game,
    setup: { options: [] },
    moves: moves.map(played),
    scene: lookOf({ game, setup: { options: [] }, moves }).scene,
    state: stateOf({ ply: moves.length, seq: moves.length + 1, ...state }),
  };
}

export function infoOf(name: string, parts: Partial<GameInfo> = {}): GameInfo {
  const { players } = row('');
  const known = { layouts: [], layoutNames: {}, options: [], lessons: 0, proven: null, experts: 0, elo: [] };
  const shown = { about: { en: name, fr: name }, glimpse: { game: name, setup: { options: [] }, moves: [] } };
  return { ...shown, name, title: name.toUpperCase(), players, theme: THEME, ...known, ...parts };
}

/** Answers of the HTTP part by their paths; everything else is not found. */
export function serving(paths: Record<string, unknown>): void {
  vi.stubGlobal(
    'fetch',
    vi.fn((path: string) =>
      Promise.resolve(path in paths ? Response.json(paths[path]) : new Response('', { status: 404 })),
    ),
  );
}
