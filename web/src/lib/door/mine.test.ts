// My games, with those that a server does not know yet.

import { beforeEach, describe, expect, test } from 'vitest';
import type { Results, TableCard, TablePage } from '../wire';
import { archived, completed, unsaved, withResults, withThose } from './mine';
import { Disk, cardOf } from './testing';

const card = (id: string, at: number, parts: Partial<TableCard> = {}): TableCard => ({
  ...cardOf(id, 1).card,
  at,
  ...parts,
});
const ids = (tables: TableCard[]) => tables.map(({ id }) => id).join('');
const results: Results = {
  all: { won: 2, drawn: 0, lost: 1 },
  streak: 1,
  longest: 1,
  games: [
    {
      game: 'go',
      all: { won: 2, drawn: 0, lost: 1 },
      opponents: [{ level: 2, tally: { won: 2, drawn: 0, lost: 1 } }],
      nextLevel: null,
    },
  ],
};
const against = (level: number) => ({
  sitters: [
    { type: 'computer', level },
    { type: 'guest', name: '' },
  ] as TableCard['sitters'],
});

let disk: Disk;
/** What was asked of this browser, and what it has. */
let asked: string[];
let here: TableCard[];
/** What it says of the results. */
let told: Results;
const local = () => ({
  storage: () => Promise.resolve(disk.page()),
  text: (_: string, path: string) => Promise.resolve(`record of ${path.split('/')[3]}\n`),
  json: <T>(_: string, path: string) => {
    asked.push(path);
    if (path.endsWith('/results')) return Promise.resolve(told as T);
    const rest = path.includes('before=') ? here.slice(2) : here.slice(0, 2);
    const page: TablePage = {
      tables: rest,
      before: !path.includes('before=') && here.length > 2 ? '2' : null,
      unreadable: [],
    };
    return Promise.resolve(page as T);
  },
});
type Keeper = Parameters<typeof completed>[2];
const complete = <T>(path: string, answer: T) => completed(path, answer, local() as unknown as Keeper);

beforeEach(async () => {
  disk = new Disk();
  asked = [];
  told = { ...results, games: [] };
  for (const [table, seq] of [['a', 3] as const, ['b', 2] as const, ['c', 1] as const]) {
    const events = Array.from({ length: seq }, () => 'e');
    await disk.page().append([{ table, seq: 1, events, card: cardOf(table, seq) }]);
  }
  await disk.page().setMirrored('a', 3);
  await disk.page().setMirrored('b', 1);
  here = [card('c', 9), card('b', 8), card('a', 1)];
});

describe('a list', () => {
  test('has what only this browser has, and the newer of two', async () => {
    expect(await unsaved(disk.page())).toEqual(new Set(['b', 'c']));
    const page: TablePage = { tables: [card('x', 10), card('b', 5), card('a', 1)], before: null, unreadable: [] };
    const { tables } = await complete('/api/me/tables?state=running', page);
    expect(ids(tables)).toBe('xcba');
    expect(tables.find(({ id }) => id === 'b')?.at).toBe(8);
    expect(asked).toEqual(['/api/me/tables?state=running', '/api/me/tables?state=running&before=2']);
  });

  test('that goes on has them only once', async () => {
    const page: TablePage = { tables: [card('b', 5), card('y', 1)], before: null, unreadable: [] };
    expect(ids((await complete('/api/me/tables?before=7', page)).tables)).toBe('y');
  });

  test('does not show a game as running that is over here', () => {
    expect(withThose([card('b', 5)], [], new Set(['b']))).toEqual([]);
  });

  test('is the server’s where it knows everything', async () => {
    await disk.page().setMirrored('b', 2);
    await disk.page().setMirrored('c', 1);
    const page: TablePage = { tables: [], before: null, unreadable: [] };
    expect(await complete('/api/me/tables', page)).toBe(page);
    expect(asked).toEqual([]);
  });
});

describe('results', () => {
  test('are listed by strength: full strength comes last, whatever its number', () => {
    const levels = [10, 11, 9].map((level, n) => card(`l${n}`, n + 1, { result: 'lost', ...against(level) }));
    const opponents = withResults(results, levels).games[0]?.opponents ?? [];
    expect(opponents.map(({ level }) => level)).toEqual([2, 9, 11, 10]);
  });

  test('count what ended here', () => {
    const ended = [
      card('c', 3, { result: 'won', ...against(1) }),
      card('b', 2, { result: 'won', ...against(2) }),
      card('z', 1, { result: null }),
    ];
    const sum = withResults(results, ended);
    expect(sum).toMatchObject({ all: { won: 4, lost: 1 }, streak: 3, longest: 3 });
    expect(sum.games[0]?.opponents).toEqual([
      { level: 1, tally: { won: 1, drawn: 0, lost: 0 } },
      { level: 2, tally: { won: 3, drawn: 0, lost: 1 } },
    ]);
    expect(withResults(results, [card('c', 3, { game: 'new', result: 'lost' })])).toMatchObject({
      streak: 0,
      games: [{ game: 'go' }, { game: 'new', opponents: [{ level: null }] }],
    });
    expect(results.all.won).toBe(2);
  });

  test('of games that ended here since bring this browser’s advice', async () => {
    here = [card('c', 2, { result: 'won', ...against(2) })];
    told = { ...results, games: [{ game: here[0]?.game ?? '', all: results.all, opponents: [], nextLevel: 3 }] };
    const other = { game: 'other', all: results.all, opponents: [], nextLevel: 7 };
    const sum = await complete('/api/me/results', { ...results, games: [other] });
    expect(sum.games.map(({ nextLevel }) => nextLevel)).toEqual([7, 3]);
  });

  test('of a server get those that it does not have', async () => {
    here = [card('a', 1, { result: 'lost' }), card('c', 2, { result: 'won', ...against(1) })];
    expect((await complete('/api/me/results', results)).all).toEqual({ won: 3, drawn: 0, lost: 1 });
    expect(await complete('/api/me', results)).toBe(results);
  });
});

describe('the archive', () => {
  test('has the finished games that a server does not have, once', async () => {
    here = [card('c', 2, { result: 'won' }), card('b', 1, { result: 'lost' })];
    const keeper = local() as unknown as Keeper;
    expect(await archived('record of b\n', keeper)).toBe('record of b\n\nrecord of c\n');
    expect(await archived('', keeper)).toBe('record of c\n\nrecord of b\n');
  });
});
