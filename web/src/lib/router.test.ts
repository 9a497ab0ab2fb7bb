// Addresses and links without page loads.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { router } from './router.svelte';

beforeEach(() => {
  document.body.innerHTML = '<main id="content" tabindex="-1"></main>';
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  router.go('/', 'replace');
  vi.mocked(window.scrollTo).mockClear();
});

/** Clicks a link, or what is in it; says whether the browser was left to follow it. */
function click(html: string, init: MouseEventInit = {}): boolean {
  document.body.insertAdjacentHTML('beforeend', html);
  const target = document.body.lastElementChild?.querySelector('.target') ?? document.body.lastElementChild;
  let followed = true;
  const last = (event: Event) => {
    followed = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', last, { once: true });
  target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  return followed;
}

describe('a place', () => {
  test('is the path in parts, decoded, and the query', () => {
    router.go('/learn/a%20b/3?x=1&x=2');
    expect(router.place).toMatchObject({ name: 'learn', path: ['a b', '3'] });
    expect(router.place.query.getAll('x')).toEqual(['1', '2']);
  });

  test('with a broken escape is read as it stands', () => {
    router.go('/t/%zz');
    expect(router.place.path).toEqual(['%zz']);
  });

  test('does not care about slashes at the end or doubled', () => {
    router.go('/study//go/');
    expect(router.place).toMatchObject({ name: 'study', path: ['go'] });
  });

  test('has a page, or none', () => {
    expect(router.page('')).toBeTypeOf('function');
    expect(router.page('t')).toBeTypeOf('function');
    expect(router.page('nothing')).toBeUndefined();
    expect(router.page('constructor')).toBeUndefined();
  });
});

describe('going somewhere', () => {
  test('begins a new page at its top, with the focus on its content', () => {
    router.go('/mine');
    expect(location.pathname).toBe('/mine');
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
    expect(document.activeElement?.id).toBe('content');
  });

  test('on the same page leaves it where it is', () => {
    router.go('/study/a');
    vi.mocked(window.scrollTo).mockClear();
    router.go('/study/b');
    expect(window.scrollTo).not.toHaveBeenCalled();
    expect(router.place.path).toEqual(['b']);
  });

  test('adds to the history, or replaces what is there', () => {
    const before = history.length;
    router.go('/mine');
    expect(history.length).toBe(before + 1);
    router.go('/mine?state=finished', 'replace');
    expect(history.length).toBe(before + 1);
  });

  test('back is heard', () => {
    history.replaceState(null, '', '/learn/go');
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(router.place).toMatchObject({ name: 'learn', path: ['go'] });
  });
});

describe('a click', () => {
  test('on a plain link, or on something in it, stays in the app', () => {
    expect(click('<a href="/mine?state=finished#x"><b class="target">x</b></a>')).toBe(false);
    expect(router.place.name).toBe('mine');
    expect(location.search + location.hash).toBe('?state=finished#x');
  });

  test.each([
    ['to a page that the app does not have', '<a href="/api/docs">x</a>', {}],
    ['to another site', '<a href="https://example.org/mine">x</a>', {}],
    ['to a download', '<a href="/mine" download>x</a>', {}],
    ['to another window', '<a href="/mine" target="_blank">x</a>', {}],
    ['to a place on this page', '<a href="#content">x</a>', {}],
    ['with a key that means a new tab', '<a href="/mine">x</a>', { ctrlKey: true }],
    ['with the other button', '<a href="/mine">x</a>', { button: 1 }],
    ['beside links', '<p>x</p>', {}],
  ])('%s is the browser’s', (_, html, init) => {
    expect(click(html, init)).toBe(true);
    expect(router.place.name).toBe('');
  });
});
