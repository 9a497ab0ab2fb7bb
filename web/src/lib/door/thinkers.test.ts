// Those that think: their desks, their files, their falls.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../testing';
import type { Report, Task } from '../wire';
import type { FileInfo } from './module';
import type { FromThinker, ToThinker } from './protocol';
import { Thinker } from './thinker';
import { Thinkers, type Workplace } from './thinkers';

interface FakeWorker {
  heard: (message: FromThinker) => void;
  posts: ToThinker[];
  ended: boolean;
}

const line = { game: 'go', setup: { options: [] }, moves: [] };
const PLAY: Task = { type: 'play', line, level: 1, clock: null, seed: '1' };
const HINT: Task = { type: 'hint', line };
const ANALYSE: Task = { type: 'analyse', line, lines: 3 };
const FILES: FileInfo[] = [
  { game: 'go', kind: 'network', file: 'go.net', bytes: 1 },
  { game: 'other', kind: 'network', file: 'other.net', bytes: 1 },
];

let workers: FakeWorker[];
let reports: Report[];
let missing: boolean[];
let network: boolean;
let again: () => void;
let place: Workplace;
let thinkers: Thinkers;

beforeEach(() => {
  workers = [];
  reports = [];
  missing = [];
  network = true;
  place = {
    make(heard) {
      const worker: FakeWorker = { heard, posts: [], ended: false };
      workers.push(worker);
      return { post: (message) => worker.posts.push(message), end: () => (worker.ended = true) };
    },
    module: {},
    files: FILES,
    fetch: vi.fn(() => (network ? Promise.resolve(new ArrayBuffer(1)) : Promise.reject(new TypeError('network')))),
    forget: vi.fn(() => Promise.resolve()),
    found: (report) => reports.push(report),
    missing: (are) => missing.push(are),
    patience: () => new Promise((tried) => (again = tried)),
  };
  thinkers = new Thinkers(place);
});

const errands = (worker: FakeWorker | undefined) =>
  worker?.posts.flatMap((message) => (message.type === 'errand' ? [[message.errand.type, message.errand.errand]] : []));
const begun = (n: number, ...numbers: number[]) =>
  eventually(() => expect(errands(workers[n])).toEqual(numbers.map((errand) => ['begin', errand])));

describe('an errand', () => {
  test('makes a worker, which gets the module and the files of the game, and only those', async () => {
    expect(workers).toHaveLength(0);
    thinkers.begin(1, PLAY);
    await begun(0, 1);
    expect(workers[0]?.posts.map(({ type }) => type)).toEqual(['start', 'resource', 'errand']);
    thinkers.begin(2, HINT);
    await begun(0, 1, 2);
    expect(place.fetch).toHaveBeenCalledTimes(1);
    expect(place.fetch).toHaveBeenCalledWith(FILES[0]);
  });

  test('of study has another worker', async () => {
    thinkers.begin(1, PLAY);
    thinkers.begin(2, ANALYSE);
    await eventually(() => expect(workers.map(errands)).toHaveLength(2));
    await eventually(() => expect(workers.flatMap((worker) => errands(worker) ?? [])).toHaveLength(2));
  });

  test('is dropped where it is thought about, and what comes late is nobody’s', async () => {
    thinkers.begin(1, ANALYSE);
    await begun(0, 1);
    thinkers.drop(1);
    expect(errands(workers[0])?.at(-1)).toEqual(['drop', 1]);
    workers[0]?.heard({ type: 'reports', reports: [{ errand: 1, found: { type: 'move', text: 'a' } }] });
    expect(reports).toEqual([]);
  });

  test('reports on its way, and ends', async () => {
    thinkers.begin(1, { type: 'review', line });
    await begun(0, 1);
    const found: Report[] = [
      { errand: 1, found: { type: 'progress', done: 1, of: 2 } },
      { errand: 1, found: { type: 'progress', done: 2, of: 2 } },
    ];
    workers[0]?.heard({ type: 'reports', reports: found });
    expect(reports).toEqual(found);
  });
});

describe('without a network', () => {
  beforeEach(() => (network = false));

  test('a question is answered with what is wrong', async () => {
    thinkers.begin(1, HINT);
    await eventually(() => expect(reports).toMatchObject([{ errand: 1, found: { type: 'failed' } }]));
    expect(reports[0]?.found).toMatchObject({ error: { code: 'no-net' } });
    network = true;
    thinkers.begin(2, HINT);
    await begun(0, 2);
  });

  test('the computer’s move is said to wait, and is found as soon as there is one', async () => {
    thinkers.begin(1, PLAY);
    await eventually(() => expect(missing).toEqual([true]));
    network = true;
    again();
    await begun(0, 1);
    expect(missing).toEqual([true, false]);
    expect(reports).toEqual([]);
  });

  test('a game that is left is not waited for', async () => {
    thinkers.begin(1, PLAY);
    await eventually(() => expect(missing).toEqual([true]));
    thinkers.drop(1);
    expect(missing).toEqual([true, false]);
  });
});

describe('a thinker that falls', () => {
  beforeEach(() => vi.spyOn(console, 'warn').mockReturnValue());

  test('is replaced, and its errands are begun once more, but not for ever', async () => {
    thinkers.begin(1, PLAY);
    await begun(0, 1);
    workers[0]?.heard({ type: 'crashed', why: 'unreachable' });
    expect(workers[0]?.ended).toBe(true);
    await begun(1, 1);
    workers[1]?.heard({ type: 'crashed', why: 'unreachable' });
    expect(reports).toMatchObject([{ errand: 1, found: { type: 'failed', error: { code: 'broken' } } }]);
  });

  test('over a damaged file gets another copy of it', async () => {
    thinkers.begin(1, PLAY);
    await begun(0, 1);
    workers[0]?.heard({ type: 'refused', game: 'go', error: { code: 'wrong-file', words: { en: '', fr: '' } } });
    expect(place.forget).toHaveBeenCalledWith(FILES[0]);
    await begun(1, 1);
    expect(place.fetch).toHaveBeenCalledTimes(2);
  });
});

describe('one that thinks', () => {
  test('hears what it is told between two slices', async () => {
    const said: FromThinker[] = [];
    const soon: (() => void)[] = [];
    const mind = {
      errand: vi.fn(() => []),
      reports: vi.fn((): Report[] => []),
      resource: vi.fn(() => null),
      slice: vi.fn(),
    };
    mind.slice.mockReturnValue(true);
    const thinker = new Thinker(
      (message) => said.push(message),
      (callback) => soon.push(callback),
    );
    const start = () => Promise.resolve(mind);
    await thinker.hear({ type: 'start', module: {} }, start);
    await thinker.hear({ type: 'errand', errand: { type: 'begin', errand: 1, what: ANALYSE } }, start);
    expect(mind.slice).toHaveBeenCalledTimes(1);
    soon.shift()?.();
    expect(mind.slice).toHaveBeenCalledTimes(2);
    await thinker.hear({ type: 'errand', errand: { type: 'drop', errand: 1 } }, start);
    // One loop, however many errands.
    expect(soon).toHaveLength(1);
    mind.slice.mockReturnValue(false);
    soon.shift()?.();
    expect(soon).toHaveLength(0);
    mind.slice.mockImplementation(() => {
      throw new Error('unreachable');
    });
    await thinker.hear({ type: 'errand', errand: { type: 'begin', errand: 2, what: ANALYSE } }, start);
    expect(said).toEqual([{ type: 'crashed', why: 'Error: unreachable' }]);
  });
});
