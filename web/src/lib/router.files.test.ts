// The same addresses on a site of files, where everything stands behind `#`.

import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

type Module = typeof import('./router.svelte');
let at: Module['at'], linkTo: Module['linkTo'], currentAddress: Module['currentAddress'], router: Module['router'];

beforeAll(async () => {
  document.querySelector('meta[name="galet-server"]')?.remove();
  history.replaceState(null, '', '/some/folder/');
  ({ at, linkTo, currentAddress, router } = await import('./router.svelte'));
});

beforeEach(() => {
  document.body.innerHTML = '<main id="content" tabindex="-1"></main>';
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  router.go('/', 'replace');
});

function click(html: string): boolean {
  document.body.insertAdjacentHTML('beforeend', html);
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  window.addEventListener('click', (last) => last.preventDefault(), { once: true });
  const kept = vi.spyOn(event, 'preventDefault');
  document.body.lastElementChild?.dispatchEvent(event);
  // The last one is the test's own.
  return kept.mock.calls.length === 1;
}

describe('an address behind #', () => {
  test('is what links, copies and the bar show, below any folder', () => {
    expect(at('/mine?state=finished')).toBe('#/mine?state=finished');
    expect(linkTo('/study/go?moves=a1+b2')).toBe('http://galet.test/some/folder/#/study/go?moves=a1+b2');
    router.go('/learn/a%20b/3?x=1&x=2');
    expect(location.pathname + location.hash).toBe('/some/folder/#/learn/a%20b/3?x=1&x=2');
    expect(currentAddress()).toBe('/learn/a%20b/3?x=1&x=2');
  });

  test('is read in parts, decoded, with its query', () => {
    router.go('/review?game=go&position=a?b');
    expect(router.place).toMatchObject({ name: 'review', path: [] });
    expect(router.place.query.get('position')).toBe('a?b');
    router.go('/learn/a%20b/3');
    expect(router.place).toMatchObject({ name: 'learn', path: ['a b', '3'] });
  });

  test.each(['', '#', '#/', '#content'])('%j is the start page', (hash) => {
    history.replaceState(null, '', `/some/folder/${hash}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(router.place).toMatchObject({ name: '', path: [] });
  });

  test('is written down without leaving the page', () => {
    router.go('/study/go');
    const { place } = router;
    router.note('/study/go?moves=a1');
    expect(router.place).toBe(place);
    expect(currentAddress()).toBe('/study/go?moves=a1');
  });
});

describe('a click', () => {
  test('on a route stays in the app', () => {
    expect(click('<a href="#/mine?state=finished">x</a>')).toBe(false);
    expect(router.place.name).toBe('mine');
  });

  test('on a place of this page goes there and leaves the route alone', () => {
    router.go('/mine');
    expect(click('<a href="#content">x</a>')).toBe(false);
    expect(location.hash).toBe('#/mine');
    expect(document.activeElement?.id).toBe('content');
  });

  test.each([
    ['to another site', '<a href="https://example.org/#/mine">x</a>'],
    ['to another file of this one', '<a href="other.html">x</a>'],
    ['to a download', '<a href="#/mine" download>x</a>'],
    ['to another window', '<a href="#/mine" target="_blank">x</a>'],
  ])('%s is the browser’s', (_, html) => {
    expect(click(html)).toBe(true);
    expect(router.place.name).toBe('');
  });
});
