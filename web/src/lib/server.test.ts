// Which page is one of a server, and where its files are.

import { afterEach, expect, test } from 'vitest';
import { hasServer, root, version } from './server';

const before = document.head.innerHTML;
afterEach(() => (document.head.innerHTML = before));

test('a page of `galet serve` may have any path: its files are at the top', () => {
  document.head.innerHTML =
    '<meta name="galet-server" content="1" /><meta name="galet-version" content="0123456789ab" />';
  expect([hasServer(), root(), version()]).toEqual([true, '/', '0123456789ab']);
});

test('a page of a folder has its files beside it', () => {
  document.head.innerHTML = '';
  expect([hasServer(), root(), version()]).toEqual([false, './', '']);
});
