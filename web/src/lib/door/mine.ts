// The visitor's games: what a server tells of them, and what it does not know yet.

import { rank } from '../levels';
import type { Results, TableCard, TablePage } from '../wire';
import type { Door } from './door';
import type { Storage } from './storage';

type Keeper = Door & { storage(): Promise<Storage> };

/** The tables of which a server does not have everything. */
export async function unsaved(storage: Storage): Promise<Set<string>> {
  const [cards, mirrored] = await Promise.all([storage.cards(), storage.allMirrored()]);
  const some = cards.filter(({ card, seq }) => (mirrored.get(card.id) ?? 0) < seq);
  return new Set(some.map(({ card }) => card.id));
}

/** What a server answered about the visitor's games, with those that it does not have as they are. */
export async function completed<T>(path: string, answer: T, local: Keeper): Promise<T> {
  const storage = await local.storage();
  const missing = await unsaved(storage);
  if (missing.size === 0) return answer;
  const url = new URL(path, location.href);
  if (url.pathname.endsWith('/tables')) {
    const page = answer as TablePage;
    const here = url.searchParams.has('before') ? [] : await listed(local, path);
    return { ...page, tables: withThose(page.tables, here, missing) } as T;
  }
  if (url.pathname.endsWith('/results')) {
    // Those that the server knows in part are counted when it knows the end.
    const finished = await listed(local, '/api/me/tables?state=finished');
    const ended = finished.filter(({ id }) => missing.has(id));
    if (ended.length === 0) return answer;
    return withAdvice(withResults(answer as Results, ended), ended, await local.json<Results>('GET', path)) as T;
  }
  return answer;
}

/** A server's file of the finished games, with those that it does not have. */
export async function archived(theirs: string, local: Keeper): Promise<string> {
  const missing = await unsaved(await local.storage());
  const ended = (await listed(local, '/api/me/tables?state=finished')).filter(({ id }) => missing.has(id));
  const records = await Promise.all(ended.map(({ id }) => local.text('GET', `/api/tables/${id}/record`)));
  // Of some it lacks only what came after the end.
  const more = records.filter((record) => !theirs.includes(record.trim()));
  return [theirs, ...more].filter((text) => text.trim() !== '').join('\n');
}

/** All tables of this browser that a list has. */
async function listed(local: Door, path: string): Promise<TableCard[]> {
  const tables: TableCard[] = [];
  for (let next: string | null = path; next !== null;) {
    const page: TablePage = await local.json<TablePage>('GET', next);
    tables.push(...page.tables);
    const more: string | null = page.before;
    next = more === null ? null : `${path}${path.includes('?') ? '&' : '?'}before=${encodeURIComponent(more)}`;
  }
  return tables;
}

/** The tables of a server's list, and those of this browser's that are newer here. */
export function withThose(theirs: TableCard[], here: TableCard[], missing: Set<string>): TableCard[] {
  const known = theirs.filter(({ id }) => !missing.has(id));
  return [...known, ...here.filter(({ id }) => missing.has(id))].toSorted((a, b) => b.at - a.at);
}

/** The results with games that ended here since. */
export function withResults(results: Results, ended: TableCard[]): Results {
  const sum = structuredClone(results);
  for (const { game, result, sitters } of ended.toSorted((a, b) => a.at - b.at)) {
    if (!result) continue;
    const level =
      sitters.map((sitter) => (sitter.type === 'computer' ? sitter.level : 0)).find((one) => one > 0) ?? null;
    sum.all[result] += 1;
    sum.streak = result === 'won' ? sum.streak + 1 : 0;
    sum.longest = Math.max(sum.longest, sum.streak);
    let of = sum.games.find((one) => one.game === game);
    if (!of) sum.games.push((of = { game, all: none(), opponents: [], nextLevel: null }));
    of.all[result] += 1;
    let opponent = of.opponents.find((one) => one.level === level);
    if (!opponent) of.opponents.push((opponent = { level, tally: none() }));
    opponent.tally[result] += 1;
    of.opponents.sort((a, b) => strength(a) - strength(b));
  }
  return sum;
}

/** Which level to try next is this browser's word on the games that ended here since: it knows how they ended. */
export function withAdvice(results: Results, ended: TableCard[], here: Results): Results {
  const since = new Set(ended.map(({ game }) => game));
  const advice = new Map(here.games.map(({ game, nextLevel }) => [game, nextLevel]));
  const games = results.games.map((of) =>
    since.has(of.game) ? { ...of, nextLevel: advice.get(of.game) ?? of.nextLevel } : of,
  );
  return { ...results, games };
}

/** People first, then the computer by its strength. */
const strength = ({ level }: { level: number | null }) => (level === null ? 0 : Math.min(rank(level), 255));

const none = () => ({ won: 0, drawn: 0, lost: 0 });
