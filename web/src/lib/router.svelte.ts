// Addresses and pages: the history of the browser, no library.
//
// Everything in the app speaks of addresses like `/mine?state=finished`. With a server they are just that. On a
// site of files the host knows no such paths, so the same address stands behind `#`: `#/mine?state=finished`.

import type { Component } from 'svelte';
import { hasServer } from './server';

/** What every page is given. */
export interface PageProps {
  /** The parts of the path after the first: `/learn/avalam/3` gives `['avalam', '3']`. */
  path: string[];
  query: URLSearchParams;
}

type Page = Component<PageProps>;
type Load = () => Promise<{ default: Page }>;

const PAGES: Record<string, Load> = {
  '': () => import('../pages/start/Start.svelte'),
  t: () => import('../pages/table/Table.svelte'),
  mine: () => import('../pages/mine/Mine.svelte'),
  study: () => import('../pages/study/Study.svelte'),
  review: () => import('../pages/review/Review.svelte'),
  learn: () => import('../pages/learn/Learn.svelte'),
  puzzles: () => import('../pages/puzzles/Puzzles.svelte'),
};

interface Place {
  /** The first part of the path. */
  name: string;
  path: string[];
  query: URLSearchParams;
}

const PATHS = hasServer();

/** What `href` of a link to an address of the app is. */
export function at(address: string): string {
  return PATHS ? address : `#${address}`;
}

/** The whole of an address, to be sent to others. */
export function linkTo(address: string): string {
  return new URL(at(address), location.href).href;
}

/** The address of the app that a browser's address means; `null` when it is a place on a page. */
function addressIn(url: URL | Location): string | null {
  if (PATHS) return url.pathname + url.search;
  if (url.hash === '' || url.hash === '#') return '/';
  return url.hash.startsWith('#/') ? url.hash.slice(1) : null;
}

/** Path and query of where the visitor is, as the app writes them. */
export function currentAddress(): string {
  return addressIn(location) ?? '/';
}

function here(): Place {
  const [path = '', ...query] = currentAddress().split('?');
  const [name = '', ...rest] = path.split('/').filter(Boolean).map(decoded);
  return { name, path: rest, query: new URLSearchParams(query.join('?')) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  /** Where the visitor is. */
  place = $state.raw<Place>(here());

  constructor() {
    // Also fires when only what stands behind `#` was changed, by hand or by a link.
    addEventListener('popstate', () => (this.place = here()));
    document.addEventListener('click', (event) => this.#clicked(event));
  }

  /** Goes to an address of this site. */
  go(address: string, how: 'push' | 'replace' = 'push'): void {
    if (how === 'push') history.pushState(null, '', at(address));
    else history.replaceState(null, '', at(address));
    const before = this.place.name;
    this.place = here();
    if (before === this.place.name) return;
    scrollTo(0, 0);
    // Screen readers and the Tab key begin anew with a new page.
    document.getElementById('content')?.focus({ preventScroll: true });
  }

  /** Writes down where the visitor has come to on the page that is open. */
  note(address: string): void {
    history.replaceState(null, '', at(address));
  }

  /** How to load the page of a place; nothing when there is none. */
  page(name: string): Load | undefined {
    return Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  }

  /** Plain links work without a page load; those with `download`, a target or a key do not. */
  #clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    const url = new URL(link.href);
    if (PATHS) {
      const name = url.pathname.split('/')[1] ?? '';
      if (!this.page(name) || link.getAttribute('href')?.startsWith('#')) return;
      event.preventDefault();
      this.go(url.pathname + url.search + url.hash);
      return;
    }
    if (url.pathname !== location.pathname || url.search !== location.search) return;
    event.preventDefault();
    const address = addressIn(url);
    if (address !== null) this.go(address);
    else showPlace(url.hash.slice(1));
  }
}

/** Goes to a place on the page as the browser would, but leaves the address, which is a route, alone. */
function showPlace(id: string): void {
  const place = document.getElementById(decoded(id));
  place?.scrollIntoView();
  place?.focus({ preventScroll: true });
}

/** The addresses of the site. */
export const router = new Router();
