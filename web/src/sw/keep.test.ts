// Each build is kept whole or not at all, as long as a page of it is open.

import { beforeEach, describe, expect, test } from 'vitest';
import { Keeper, lockOf } from './keep';
import { pretend } from './testing';

const SCOPE = 'http://host.test/galet/';
const CODE = 'assets/index-C9nX8zD4.js';
const NET = 'door/nets/x-0123abcd.net';

let browser: ReturnType<typeof pretend>;
beforeEach(() => (browser = pretend()));

/** Puts a build on the host: one script with a name of its own, one that is the same in all, an icon, a net. */
function build(version: string, meta = '') {
  const own = `assets/Start-${version.padEnd(8, 'x')}.js`;
  const texts: Record<string, string> = {
    [own]: `start of ${version}`,
    [CODE]: 'the same in all',
    'favicon.svg': `icon of ${version}`,
    [NET]: 'a network',
  };
  for (const [name, text] of Object.entries(texts)) browser.host.set(SCOPE + name, text);
  browser.host.set(SCOPE, `<meta name="galet-version" content="${version}" />${meta}`);
  const files = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, `hash of ${text}`]));
  return { keeper: new Keeper(SCOPE, { version, files, later: [NET] }), own };
}

const cacheOf = (version: string) => browser.kept.get(lockOf(SCOPE, version));
const request = (name: string) => ({ url: SCOPE + name }) as Request;

describe('a build', () => {
  test('is fetched whole, and what is heavy later', async () => {
    const { keeper, own } = build('one');
    await keeper.install();
    for (const name of [own, CODE, 'favicon.svg', '']) expect(cacheOf('one')?.has(SCOPE + name), name).toBe(true);
    expect(cacheOf('one')?.has(SCOPE + NET)).toBe(false);
    await keeper.complete();
    expect(cacheOf('one')?.get(SCOPE + NET)).toBe('a network');
    browser.host.clear();
    expect(await (await keeper.page())?.text()).toContain('content="one"');
    expect(await (await keeper.file(NET, '', request(NET))).text()).toBe('a network');
  });

  test.each([
    ['a file is missing', (own: string) => browser.host.delete(SCOPE + own)],
    ['a file is another', (own: string) => browser.host.set(SCOPE + own, 'a page that says: sign in here')],
    ['the page is of another build', () => browser.host.set(SCOPE, '<meta name="galet-version" content="two" />')],
  ])('is not kept at all when %s', async (_, damage) => {
    const { keeper, own } = build('one');
    damage(own);
    await expect(keeper.install()).rejects.toThrow();
    expect(browser.kept.size).toBe(0);
  });

  test('takes what an older one has under the same name', async () => {
    await build('one').keeper.install();
    browser.asked.length = 0;
    const { keeper, own } = build('two');
    await keeper.install();
    expect(browser.asked.sort()).toEqual([SCOPE, SCOPE + own, `${SCOPE}favicon.svg`].sort());
  });

  test('knows whether its page came from a server', async () => {
    const plain = build('one').keeper;
    await plain.install();
    expect(await plain.hasServer()).toBe(false);
    const served = build('two', '<meta name="galet-server" content="1">').keeper;
    await served.install();
    expect(await served.hasServer()).toBe(true);
  });

  test('heavy files come from the network when they are needed first, and stay', async () => {
    const { keeper } = build('one');
    await keeper.install();
    expect(await (await keeper.file(NET, '', request(NET))).text()).toBe('a network');
    expect(cacheOf('one')?.has(SCOPE + NET)).toBe(true);
  });

  test('heavy files come from the network, once each time, where there is no room for them', async () => {
    const { keeper } = build('one');
    await keeper.install();
    browser.disk.full = true;
    browser.asked.length = 0;
    expect(await (await keeper.file(NET, '', request(NET))).text()).toBe('a network');
    expect(browser.asked).toEqual([SCOPE + NET]);
    await keeper.complete();
    expect(cacheOf('one')?.has(SCOPE + NET)).toBe(false);
  });
});

describe('two builds', () => {
  test('give each page its own files', async () => {
    const one = build('one');
    await one.keeper.install();
    browser.locks.add(lockOf(SCOPE, 'one'));
    const two = build('two');
    await two.keeper.install();
    await two.keeper.tidy();
    browser.host.clear();
    const told = async (name: string, version: string) => (await two.keeper.file(name, version, request(name))).text();
    expect(await told('favicon.svg', 'one')).toBe('icon of one');
    expect(await told('favicon.svg', 'two')).toBe('icon of two');
    expect(await told('favicon.svg', '')).toBe('icon of two');
    expect(await told(one.own, '')).toBe('start of one');
  });

  test('a page of one that is not kept is given no file of the other', async () => {
    const { keeper, own } = build('one');
    await keeper.install();
    browser.host.set(`${SCOPE}favicon.svg`, 'icon of two');
    const told = async (name: string, version: string) => (await keeper.file(name, version, request(name))).text();
    expect(await told('favicon.svg', 'two')).toBe('icon of two');
    expect(await told('favicon.svg', 'one')).toBe('icon of one');
    // A name with a hash is the same file in all.
    browser.host.clear();
    expect(await told(own, 'two')).toBe('start of one');
  });

  test('the older goes with its last page, and nothing of others goes with it', async () => {
    await build('one').keeper.install();
    browser.kept.set('galet http://host.test/other/ one', new Map());
    browser.kept.set('something else', new Map());
    const { keeper } = build('two');
    await keeper.install();
    browser.locks.add(lockOf(SCOPE, 'one'));
    await keeper.tidy();
    expect(cacheOf('one')).toBeDefined();
    browser.locks.clear();
    // One that came afterwards is not its to throw away.
    await build('three').keeper.install();
    await keeper.tidy();
    expect(cacheOf('one')).toBeUndefined();
    expect(cacheOf('three')).toBeDefined();
    expect(browser.kept.size).toBe(4);
  });

  test('one that fails leaves the other as it was', async () => {
    const one = build('one').keeper;
    await one.install();
    const { keeper, own } = build('two');
    browser.host.delete(SCOPE + own);
    await expect(keeper.install()).rejects.toThrow('404');
    expect(await (await one.page())?.text()).toContain('content="one"');
    expect(browser.kept.size).toBe(1);
  });
});
