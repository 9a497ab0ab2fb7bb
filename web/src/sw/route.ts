// Who answers a request: what is kept here, or the network as if there were no service worker.

import type { Seal } from './seal';

export type Route =
  /** The page of the app, whatever its address is. */
  | { kind: 'page' }
  /** A file of the app: of the build that the page names, where it names one. */
  | { kind: 'file'; name: string; version: string }
  | { kind: 'network' };

/** The pages that the app has paths for, where there is a server; on a site of files they stand behind `#`. */
const PAGES = ['t', 'mine', 'study', 'review', 'learn', 'puzzles'];

/** Whether the name of a file changes with its content. */
export function isHashed(name: string): boolean {
  return /^(assets|door)\/.*-[\w-]{8,}\.\w+$/.test(name);
}

/** What a request in the folder `scope` (a whole address, with a slash at the end) gets. */
export function routeOf(
  request: { url: string; method: string; mode: string },
  scope: string,
  seal: Seal,
  hasServer: boolean,
): Route {
  const url = new URL(request.url);
  const whole = url.origin + url.pathname;
  if (request.method !== 'GET' || !whole.startsWith(scope)) return { kind: 'network' };
  const name = whole.slice(scope.length);
  if (request.mode === 'navigate') {
    const page = name === '' || name === 'index.html' || (hasServer && PAGES.includes(name.split('/')[0] ?? ''));
    return { kind: page ? 'page' : 'network' };
  }
  // A page of another build may ask for files that this one does not have any more.
  if (!Object.hasOwn(seal.files, name) && !isHashed(name)) return { kind: 'network' };
  return { kind: 'file', name, version: url.searchParams.get('v') ?? '' };
}
