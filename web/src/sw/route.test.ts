// What is answered from here, and what goes to the network as if there were no service worker.

import { describe, expect, test } from 'vitest';
import { isHashed, routeOf } from './route';

const seal = {
  version: 'new',
  files: { 'favicon.svg': 'sha256-a', 'assets/index-C9nX8zD4.js': 'sha256-b', 'door/manifest.json': 'sha256-c' },
  later: [],
};

const get = (url: string, mode = 'cors', method = 'GET') => ({ url, mode, method });
const serve = (path: string, mode?: string, method?: string) =>
  routeOf(get(`http://galet.test${path}`, mode, method), 'http://galet.test/', seal, true);
const files = (path: string, mode?: string) =>
  routeOf(get(`http://host.test${path}`, mode), 'http://host.test/some/galet/', seal, false);

describe('with a server', () => {
  test.each([
    '/',
    '/?game=x',
    '/t/abcdefghij',
    '/learn/x/3',
    '/puzzles/x/day',
    '/study?table=x',
    '/mine',
    '/index.html',
  ])('%s is the page', (path) => expect(serve(path, 'navigate')).toEqual({ kind: 'page' }));

  test.each(['/api/docs', '/device/secret', '/health', '/api/me/archive.pgn', '/nothing'])(
    '%s is the server’s',
    (path) => {
      expect(serve(path, 'navigate')).toEqual({ kind: 'network' });
      expect(serve(path)).toEqual({ kind: 'network' });
    },
  );

  test('what changes something is the server’s', () => {
    expect(serve('/', 'navigate', 'POST')).toEqual({ kind: 'network' });
    expect(serve('/favicon.svg', 'cors', 'HEAD')).toEqual({ kind: 'network' });
  });
});

describe('a site of files', () => {
  test('has one page; what else lies in its folder is not ours', () => {
    expect(files('/some/galet/', 'navigate')).toEqual({ kind: 'page' });
    expect(files('/some/galet/index.html', 'navigate')).toEqual({ kind: 'page' });
    for (const path of ['/some/galet/study', '/some/galet/other/', '/some/', '/']) {
      expect(files(path, 'navigate'), path).toEqual({ kind: 'network' });
    }
  });

  test('has files, of this build or of the one that a page names', () => {
    expect(files('/some/galet/favicon.svg')).toEqual({ kind: 'file', name: 'favicon.svg', version: '' });
    expect(files('/some/galet/door/manifest.json?v=old')).toEqual({
      kind: 'file',
      name: 'door/manifest.json',
      version: 'old',
    });
    expect(files('/some/galet/assets/Study-DTbG-2El.js')).toMatchObject({ kind: 'file' });
    expect(files('/favicon.svg')).toEqual({ kind: 'network' });
    expect(files('/some/galet/sw.js')).toEqual({ kind: 'network' });
    expect(files('/some/galet/constructor')).toEqual({ kind: 'network' });
  });
});

test('a name with a hash means one content for ever', () => {
  for (const name of ['assets/index-C9nX8zD4.js', 'assets/QrCode--yiaP6XP.js', 'door/door-0123abcd.wasm']) {
    expect(isHashed(name), name).toBe(true);
  }
  for (const name of ['door/manifest.json', 'favicon.svg', 'icon-512.png', 'sw.js']) {
    expect(isHashed(name), name).toBe(false);
  }
});
