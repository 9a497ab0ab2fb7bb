// Addresses and pages: the history of the browser, no library.

import type { Component } from 'svelte';

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
};

interface Place {
  /** The first part of the path. */
  name: string;
  path: string[];
  query: URLSearchParams;
}

function here(): Place {
  const [name = '', ...path] = location.pathname.split('/').filter(Boolean).map(decoded);
  return { name, path, query: new URLSearchParams(location.search) };
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
    addEventListener('popstate', () => (this.place = here()));
    document.addEventListener('click', (event) => this.#clicked(event));
  }

  /** Goes to an address of this site. */
  go(address: string, how: 'push' | 'replace' = 'push'): void {
    if (how === 'push') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    const before = this.place.name;
    this.place = here();
    if (before === this.place.name) return;
    scrollTo(0, 0);
    // Screen readers and the Tab key begin anew with a new page.
    document.getElementById('content')?.focus({ preventScroll: true });
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
    const address = new URL(link.href);
    const name = address.pathname.split('/')[1] ?? '';
    if (!this.page(name) || link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    this.go(address.pathname + address.search + address.hash);
  }
}

/** The addresses of the site. */
export const router = new Router();
