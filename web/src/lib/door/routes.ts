// Which door a question goes to. It is decided here and nowhere else.

import type { NewTable, Question } from '../wire';
import type { Method } from './door';

/** `local`: games of this browser, which no server plays. `study`: whoever is ready, this browser first.
 * `engine`: this browser, if it comes soon: what takes a while is not the server's to pay for.
 * `remote`: games with others and the visitor. `mine`: the server's word, this browser's without one. */
export type Route = 'local' | 'study' | 'engine' | 'remote' | 'mine';

const LOCAL_NAME = /^[a-km-np-z2-9]{12}$/;

/** What of the visitor this browser can tell, too. */
const MINE = ['', 'tables', 'results', 'archive.pgn'];

/** Whether a table is one of this browser's: their names are longer than those of a server. */
export function isLocal(table: string): boolean {
  return LOCAL_NAME.test(table);
}

/** Where a question of the connection goes. */
export function routeOf(question: Question): Route {
  switch (question.type) {
    case 'watch':
    case 'leave':
    case 'move':
    case 'act':
    case 'taps':
    case 'hint':
      return isLocal(question.table) ? 'local' : 'remote';
    case 'analyse':
    case 'review':
    case 'judge':
    case 'make-puzzles':
      return 'engine';
    default:
      return 'study';
  }
}

/** Where a request goes. */
export function routeOfRequest(method: Method, path: string, body?: unknown): Route {
  const [, area, name = '', more] = path.split('?', 1)[0]?.split('/').slice(1) ?? [];
  switch (area) {
    case 'games':
    case 'boards':
    case 'records':
    case 'positions':
    case 'puzzles':
    case 'picture':
      return 'study';
    case 'tables':
      if (method === 'POST' && name === '') return isForOneScreen(body) ? 'local' : 'remote';
      return isLocal(name) ? 'local' : 'remote';
    case 'me':
      if (name === 'games.json') return 'local';
      return !more && MINE.includes(name) ? 'mine' : 'remote';
    default:
      return 'remote';
  }
}

/** Whether nobody far away is needed for a table. */
function isForOneScreen(body: unknown): boolean {
  const { seats } = (body ?? {}) as Partial<NewTable>;
  return seats !== undefined && seats.every(({ type }) => type === 'me' || type === 'computer');
}
