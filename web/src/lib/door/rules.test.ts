// What stands between the module and storage: order, clashes, failures, other pages.

import { beforeEach, describe, expect, type Mock, test, vi } from 'vitest';
import { eventually } from '../testing';
import type { Call, Question, Task, Told } from '../wire';
import { now } from './clocks';
import type { FromRules } from './protocol';
import { Rules, type Thinking } from './rules';
import { cardOf, Disk, type Memory, refusal, said, WordTables } from './testing';

const TABLE = 'tttttttttttt';

interface Page {
  rules: Rules;
  module: WordTables;
  storage: Memory;
  heard: FromRules[];
  givePuzzles: Mock<(game: string) => Promise<void>>;
  thinking: { [K in keyof Thinking]: ReturnType<typeof vi.fn> };
}

let disk: Disk;
let number = 0;

async function page(): Promise<Page> {
  const storage = disk.page();
  const module = new WordTables();
  const heard: FromRules[] = [];
  const rules = new Rules(module, storage, (message) => {
    heard.push(message);
    // Nobody keeps it elsewhere.
    if (message.type === 'missing') rules.looked(message.table);
  });
  const thinking = { begin: vi.fn(), drop: vi.fn() };
  const givePuzzles = vi.fn<(game: string) => Promise<void>>(() => Promise.resolve());
  await rules.start(thinking, givePuzzles);
  return { rules, module, storage, heard, thinking, givePuzzles };
}

const asked = (id: number, what: Question): Call => ({ type: 'ask', ask: { id, what } });

/** Plays a word, gives the number of the question. */
function play({ rules }: Page, ply: number, text: string): number {
  number += 1;
  rules.call(asked(number, { type: 'move', table: TABLE, ply, text }));
  return number;
}

const told = (one: Extract<Told, { type: 'say' | 'reply' }>): FromRules => ({ type: 'told', told: one });
const words = () => disk.events.get(TABLE);

beforeEach(() => {
  disk = new Disk();
  disk.events.set(TABLE, ['a']);
  disk.cards.set(TABLE, cardOf(TABLE, 1));
});

describe('a write', () => {
  test('is heard of only when it is stored', async () => {
    const one = await page();
    one.rules.call(asked(900, { type: 'watch', table: TABLE }));
    await eventually(() => expect(one.heard).toContainEqual(told(said(900))));
    const id = play(one, 1, 'b');
    expect(one.heard).not.toContainEqual(told(said(id)));
    // What changes nothing does not wait for it.
    one.rules.call(asked(901, { type: 'look', line: { game: 'go', setup: { options: [] }, moves: [] } }));
    expect(one.heard).toContainEqual(told(said(901)));
    await eventually(() => expect(one.heard).toContainEqual(told(said(id))));
    expect(words()).toEqual(['a', 'b']);
  });

  test('comes after those before it', async () => {
    const one = await page();
    const first = play(one, 1, 'b');
    await eventually(() => expect(one.module.tables.has(TABLE)).toBe(true));
    const ids = [first, play(one, 2, 'c'), play(one, 3, 'd')];
    await eventually(() => expect(words()).toEqual(['a', 'b', 'c', 'd']));
    const answers = one.heard.flatMap((message) =>
      message.type === 'told' && message.told.type === 'say' && message.told.message.type === 'answer'
        ? [message.told.message.to]
        : [],
    );
    expect(answers).toEqual(ids);
  });
});

describe('a table that is not in storage', () => {
  test('is looked for elsewhere, and there is none if it is nowhere', async () => {
    const one = await page();
    one.rules.call(asked(902, { type: 'watch', table: 'nnnnnnnnnnnn' }));
    await eventually(() => expect(one.heard).toContainEqual(told(refusal(902, 'no-such-table'))));
    expect(one.heard).toContainEqual({ type: 'missing', table: 'nnnnnnnnnnnn' });
  });

  test('is loaded once, with the time when a page was last here', async () => {
    disk.meta.set(`awake ${TABLE}`, 77);
    const one = await page();
    one.rules.call(asked(903, { type: 'watch', table: TABLE }));
    one.rules.call(asked(904, { type: 'watch', table: TABLE }));
    await eventually(() => expect(one.heard).toContainEqual(told(said(904))));
    const loads = one.module.calls.filter(({ type }) => type === 'load');
    expect(loads).toEqual([{ type: 'load', table: TABLE, events: ['a'], awake: 77 }]);
  });
});

describe('puzzles that are not here yet', () => {
  const request: Call = { type: 'request', to: 905, method: 'GET', path: '/api/games/go/puzzles', body: null };
  /** A module without puzzles until it is asked again. */
  function without({ module }: Page): void {
    const door = module.door.bind(module);
    let asked = 0;
    module.door = (call) => {
      if (call.type !== 'request') return door(call);
      asked += 1;
      return asked === 1 ? [{ type: 'fetch-puzzles', game: 'go', again: call }] : door(call);
    };
  }

  test('are fetched, and the question is asked again', async () => {
    const one = await page();
    without(one);
    one.rules.call(request);
    const body = { type: 'reply', to: 905, status: 200, kind: 'text/plain', body: 'ok' } as const;
    await eventually(() => expect(one.heard).toContainEqual(told(body)));
    expect(one.givePuzzles.mock.calls).toEqual([['go']]);
  });

  test('that cannot be fetched are refused in words', async () => {
    const one = await page();
    without(one);
    one.givePuzzles.mockImplementation(() => Promise.reject(new Error('no network')));
    one.rules.call(request);
    await eventually(() => expect(JSON.stringify(one.heard)).toContain('no-puzzles'));
  });
});

describe('two pages at one game', () => {
  test('see what the other stores', async () => {
    const [one, other] = [await page(), await page()];
    play(other, 1, 'b');
    await eventually(() => expect(words()).toEqual(['a', 'b']));
    play(one, 2, 'c');
    await eventually(() => expect(words()).toEqual(['a', 'b', 'c']));
    await eventually(() => expect(other.module.tables.get(TABLE)).toEqual(['a', 'b', 'c']));
  });

  test('at the same moment: one is first, the other hears that it is late', async () => {
    const [one, other] = [await page(), await page()];
    for (const { rules } of [one, other]) rules.call(asked(905, { type: 'watch', table: TABLE }));
    await eventually(() => expect(other.heard).toContainEqual(told(said(905))));
    const ids = [play(one, 1, 'b'), play(other, 1, 'x')] as const;
    // Made upon a word that will not be.
    const after = play(other, 2, 'y');
    await eventually(() => expect(other.heard).toContainEqual(told(refusal(ids[1], 'stale'))));
    expect(one.heard).toContainEqual(told(said(ids[0])));
    // The word `b` came first: `y` is the third by its number, and is made anew upon it.
    await eventually(() => expect(other.heard.some((message) => isAnswerTo(message, after))).toBe(true));
    expect(words()).toEqual(['a', 'b', 'y']);
    const made = other.module.calls.filter((call) => call.type === 'ask' && call.ask.id === after);
    expect(made, 'an event that was made upon another one is never stored').toHaveLength(2);
    await eventually(() => expect(one.module.tables.get(TABLE)).toEqual(words()));
    expect(other.module.tables.get(TABLE)).toEqual(words());
  });

  test('what was missed is found out when a page comes back', async () => {
    const [one, other] = [await page(), await page()];
    one.rules.call(asked(910, { type: 'watch', table: TABLE }));
    await eventually(() => expect(one.heard).toContainEqual(told(said(910))));
    // Nobody tells it.
    disk.pages = disk.pages.filter((storage) => storage !== one.storage);
    play(other, 1, 'b');
    await eventually(() => expect(words()).toEqual(['a', 'b']));
    expect(one.module.tables.get(TABLE)).toEqual(['a']);
    one.rules.check();
    await eventually(() => expect(one.module.tables.get(TABLE)).toEqual(['a', 'b']));
  });

  test('a table in whose place another one of the same length was put is loaded anew', async () => {
    const one = await page();
    one.rules.call(asked(911, { type: 'watch', table: TABLE }));
    await eventually(() => expect(one.heard).toContainEqual(told(said(911))));
    const other = disk.page();
    await other.replace(TABLE, await other.read(TABLE), ['x'], cardOf(TABLE, 1));
    await eventually(() => expect(one.module.tables.get(TABLE)).toEqual(['x']));
    expect(one.heard).toContainEqual({ type: 'gone', table: TABLE });
  });

  test('nothing is added to a table that another one has taken the place of', async () => {
    const one = await page();
    one.rules.call(asked(912, { type: 'watch', table: TABLE }));
    await eventually(() => expect(one.heard).toContainEqual(told(said(912))));
    // Nobody tells it.
    disk.pages = disk.pages.filter((storage) => storage !== one.storage);
    const other = disk.page();
    await other.replace(TABLE, await other.read(TABLE), ['x', 'y'], cardOf(TABLE, 2));
    await other.replace(TABLE, await other.read(TABLE), ['x'], cardOf(TABLE, 1));
    play(one, 1, 'b');
    await eventually(() => expect(words()).toEqual(['x', 'b']));
    expect(one.module.tables.get(TABLE)).toEqual(['x', 'b']);
  });

  test('a table that one forgets is gone in the other', async () => {
    const [one, other] = [await page(), await page()];
    other.rules.call(asked(906, { type: 'watch', table: TABLE }));
    await eventually(() => expect(other.module.tables.has(TABLE)).toBe(true));
    await one.storage.remove(TABLE);
    await eventually(() => expect(other.heard).toContainEqual({ type: 'gone', table: TABLE }));
    expect(other.module.tables.has(TABLE)).toBe(false);
  });
});

function isAnswerTo(message: FromRules, id: number): boolean {
  return message.type === 'told' && message.told.type === 'say' && 'to' in message.told.message
    ? message.told.message.to === id
    : false;
}

describe('a disk that is full', () => {
  test('refuses in words, loses nothing, and says when all is well again', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const one = await page();
    one.rules.call(asked(907, { type: 'watch', table: TABLE }));
    await eventually(() => expect(one.heard).toContainEqual(told(said(907))));
    disk.trouble = new DOMException('full', 'QuotaExceededError');
    const id = play(one, 1, 'b');
    await eventually(() => expect(one.heard.some((message) => isAnswerTo(message, id))).toBe(true));
    expect(one.heard.find((message) => isAnswerTo(message, id))).toMatchObject({
      told: { message: { answer: { type: 'refused', error: { code: 'full' } } } },
    });
    expect(one.module.tables.get(TABLE)).toEqual(['a']);
    expect(one.heard.findLast(({ type }) => type === 'trouble')).toMatchObject({ about: 'storage' });
    disk.trouble = null;
    play(one, 1, 'b');
    await eventually(() => expect(words()).toEqual(['a', 'b']));
    expect(one.heard.findLast(({ type }) => type === 'trouble')).toMatchObject({ words: null });
  });
});

describe('what else the module says', () => {
  test('goes to those that think, and to the clock', async () => {
    const one = await page();
    const what: Task = { type: 'hint', line: { game: 'go', setup: { options: [] }, moves: [] } };
    vi.useFakeTimers();
    const answers: Told[][] = [
      [{ type: 'think', errand: 5, what }],
      [{ type: 'drop', errand: 5 }],
      [{ type: 'wake', at: now() + 500 }],
      [],
    ];
    const door = vi.spyOn(one.module, 'door').mockImplementation(() => answers.shift() ?? []);
    for (let n = 0; n < 3; n += 1) one.rules.call({ type: 'tick' });
    expect(one.thinking.begin).toHaveBeenCalledWith(5, what);
    expect(one.thinking.drop).toHaveBeenCalledWith(5);
    vi.advanceTimersByTime(499);
    expect(door).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(1);
    expect(door).toHaveBeenLastCalledWith({ type: 'tick' });
    vi.useRealTimers();
  });

  test('is waited for by the module’s own time, and again until it is done', async () => {
    const one = await page();
    vi.useFakeTimers();
    const at = now() + 500;
    const ticks: number[] = [];
    // It says when it wants to be woken once, and what is due then takes three attempts.
    const door = vi.spyOn(one.module, 'door').mockReturnValueOnce([{ type: 'wake', at }]);
    door.mockImplementation(() => (ticks.push(now() - at) < 3 ? [] : [{ type: 'wake', at: null }]));
    one.rules.call({ type: 'tick' });
    // Somebody sets the clock back: flags fall no later for that.
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(10_000);
    expect(ticks.map(Math.round)).toEqual([0, 20, 60]);
    vi.useRealTimers();
  });

  test('is not slept through', async () => {
    const one = await page();
    vi.useFakeTimers();
    const door = vi.spyOn(one.module, 'door').mockReturnValueOnce([{ type: 'wake', at: now() + 600_000 }]);
    door.mockReturnValue([{ type: 'wake', at: null }]);
    one.rules.call({ type: 'tick' });
    vi.advanceTimersByTime(60_000);
    expect(door).toHaveBeenCalledTimes(1);
    // The machine sleeps: nothing goes on but the clock on the wall.
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(10_000);
    expect(door).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  test('tells how many games wait that no server counts', async () => {
    disk.cards.set('uuuuuuuuuuuu', cardOf('uuuuuuuuuuuu', 3, true));
    const one = await page();
    expect(one.heard).toContainEqual({ type: 'turns', turns: 1 });
    play(one, 1, 'b');
    play(one, 2, 'c');
    await eventually(() => expect(one.heard.at(-2)).toEqual({ type: 'turns', turns: 2 }));
    await disk.page().setMirrored('uuuuuuuuuuuu', 3);
    await eventually(() => expect(one.heard.at(-1)).toEqual({ type: 'turns', turns: 1 }));
  });

  test('that throws is the end of this worker', async () => {
    const one = await page();
    one.rules.call(asked(909, { type: 'watch', table: TABLE }));
    vi.spyOn(one.module, 'door').mockImplementation(() => {
      throw new Error('unreachable');
    });
    await eventually(() => expect(one.heard).toContainEqual({ type: 'crashed', why: 'Error: unreachable' }));
  });
});
