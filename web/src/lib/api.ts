// Everything that is asked by an address.

import { connection } from './door/choose.svelte';
import type { Method } from './door/door';
import { settings } from './settings.svelte';
import type {
  Arranged,
  Arrangement,
  Attempt,
  BoardStyle,
  Device,
  DeviceLink,
  GameInfo,
  LessonAnswer,
  LessonView,
  GameLine,
  GamesTaken,
  Me,
  NewTable,
  Opened,
  PuzzleAnswer,
  PuzzleAttempt,
  PuzzleFound,
  PuzzleName,
  PuzzleOutcome,
  PuzzleShelf,
  PuzzleSolution,
  PuzzleView,
  PuzzlesFound,
  PuzzlesNear,
  Reach,
  Results,
  RecordsRead,
  RecordsText,
  RecordTree,
  SolverRating,
  TablePage,
  TableView,
} from './wire';

/** An answer as JSON; throws [`Refused`]. Asking twice is harmless for `GET`. */
export function json<T>(method: Method, path: string, body?: unknown): Promise<T> {
  return connection.json<T>(method, path, body);
}

/** An answer as text. */
export function text(method: Method, path: string, body?: unknown): Promise<string> {
  return connection.text(method, path, body);
}

let known: Promise<GameInfo[]> | null = null;

/** The games, asked for once. */
export function games(): Promise<GameInfo[]> {
  known ??= json<GameInfo[]>('GET', '/api/games').catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

/** One game by its name. */
export async function game(name: string): Promise<GameInfo | undefined> {
  return (await games()).find((info) => info.name === name);
}

/** What a game is called; its name in addresses where that cannot be found out. */
export async function titleOf(name: string): Promise<string> {
  const info = await game(name).catch(() => undefined);
  return info?.title ?? name;
}

const part = encodeURIComponent;

export const api = {
  games,
  boards: () => json<BoardStyle[]>('GET', '/api/boards'),
  me: () => json<Me>('GET', '/api/me'),
  rename: (name: string) => json<Me>('PUT', '/api/me', { name }),
  deviceLink: () => json<DeviceLink>('POST', '/api/me/link'),
  devices: () => json<Device[]>('GET', '/api/me/devices'),
  signOut: (device: number) => json<Device[]>('DELETE', `/api/me/devices/${device}`),
  signOutOthers: () => json<Device[]>('DELETE', '/api/me/devices'),
  leave: () => json<Me>('DELETE', '/api/me'),
  reach: () => json<Reach>('GET', '/api/reach'),
  open: (table: NewTable) => json<Opened>('POST', '/api/tables', table),
  results: () => json<Results>('GET', '/api/me/results'),
  tables: (query: { state?: string; game?: string; result?: string; level?: string; before?: string }) => {
    const wish = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) if (value) wish.set(key, value);
    return json<TablePage>('GET', `/api/me/tables?${wish}`);
  },
  table: (id: string) => json<TableView>('GET', `/api/tables/${part(id)}`),
  lessons: (name: string) => json<LessonView[]>('GET', `/api/games/${part(name)}/lessons`),
  attempt: (name: string, lesson: string, attempt: Attempt) =>
    json<LessonAnswer>('POST', `/api/games/${part(name)}/lessons/${part(lesson)}`, attempt),
  puzzles: (name: string) => json<PuzzleShelf>('GET', `/api/games/${part(name)}/puzzles`),
  puzzleOfDay: (name: string, date: string) =>
    json<PuzzleView>('GET', `/api/games/${part(name)}/puzzles/day/${part(date)}`),
  puzzlesNear: (name: string, wish: PuzzlesNear) =>
    json<PuzzlesFound>('POST', `/api/games/${part(name)}/puzzles/near`, wish),
  findPuzzles: (name: string, puzzles: PuzzleName[]) =>
    json<PuzzleFound[]>('POST', `/api/games/${part(name)}/puzzles/find`, { puzzles }),
  attemptPuzzle: (name: string, attempt: PuzzleAttempt) =>
    json<PuzzleAnswer>('POST', `/api/games/${part(name)}/puzzles/attempt`, attempt),
  puzzleSolution: (name: string, puzzle: PuzzleName) =>
    json<PuzzleSolution>('POST', `/api/games/${part(name)}/puzzles/solution`, puzzle),
  ratePuzzle: (outcome: PuzzleOutcome) => json<SolverRating>('POST', '/api/puzzles/rating', outcome),
  readRecords: (records: RecordsText) => json<RecordsRead>('POST', '/api/records/read', records),
  writeRecord: (tree: RecordTree) => text('POST', '/api/records/write', tree),
  arrange: (arrangement: Arrangement) => json<Arranged>('POST', '/api/positions', arrangement),
  gamesFile: () => text('GET', '/api/me/games.json'),
  bringGames: (file: string) => json<GamesTaken>('POST', '/api/me/games.json', file),
  picture: (line: GameLine) => text('POST', `/api/picture?board=${part(settings.board)}`, line),
};

/** The address of a table's small picture, in the colours of the page, on the board that the visitor likes. */
export function smallPicture(address: string, theme: string): string {
  const url = new URL(address, location.href);
  url.searchParams.set('coordinates', 'false');
  url.searchParams.set('captions', 'false');
  url.searchParams.set('table', 'false');
  url.searchParams.set('width', '240');
  url.searchParams.set('theme', theme === 'system' ? 'auto' : theme);
  url.searchParams.set('board', settings.board);
  return url.pathname + url.search;
}

/** The address of a picture of a table: `picture.svg`, `picture.png` or `moves.svg`. */
export function keepsake(table: string, file: string, wish: Record<string, string>): string {
  return `/api/tables/${part(table)}/${file}?${new URLSearchParams(wish)}`;
}

/** The address of a picture of a start layout, on the board that the visitor likes. */
export function layoutPicture(name: string, layout: string): string {
  return `/api/games/${part(name)}/layouts/${part(layout)}.svg?board=${part(settings.board)}`;
}
