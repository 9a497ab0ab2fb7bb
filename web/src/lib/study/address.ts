// A line in the address of the page, so that it can be kept and sent.

import type { GameLine, Setup } from '../wire';

/** The address of a line on the analysis board. */
export function addressOf(line: GameLine): string {
  const text = queryOf(line).toString();
  return `/study/${encodeURIComponent(line.game)}${text ? `?${text}` : ''}`;
}

/** The address of the review of a line that was not played at a table, with the names of the players if they
 * are known. */
export function reviewAddressOf(line: GameLine, names: [string, string] = ['', '']): string {
  const query = queryOf(line);
  query.set('game', line.game);
  names.forEach((name, n) => name && query.set(n === 0 ? 'first' : 'second', name));
  return `/review?${query.toString()}`;
}

function queryOf(line: GameLine): URLSearchParams {
  const query = new URLSearchParams();
  if (line.setup.layout) query.set('layout', line.setup.layout);
  for (const [key, value] of line.setup.options) query.append('option', `${key}=${value}`);
  if (line.setup.position) query.set('position', line.setup.position);
  if (line.moves.length > 0) query.set('moves', line.moves.join(' '));
  return query;
}

/** The line that an address asks for. */
export function lineIn(game: string, query: URLSearchParams): GameLine {
  const setup: Setup = {
    options: query.getAll('option').map((option): [string, string] => {
      const [key = '', ...value] = option.split('=');
      return [key, value.join('=')];
    }),
  };
  const layout = query.get('layout');
  const position = query.get('position');
  if (layout) setup.layout = layout;
  if (position) setup.position = position;
  const moves = (query.get('moves') ?? '').split(/[\s,]+/).filter(Boolean);
  return { game, setup, moves };
}
