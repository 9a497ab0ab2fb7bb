// What leaves the table: links with a title and a picture, keepsakes of a finished game, the page for
// another device; and what is not there, which says so.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import {
  byMouse,
  byTouch,
  dice,
  eventually,
  house,
  me,
  playOn,
  settled,
  severalNodes,
  sitDown,
  violations,
} from './table.mjs';

const pictures = new URL('pictures/', import.meta.url).pathname;
let home;
before(async () => {
  mkdirSync(pictures, { recursive: true });
  home = await house();
});
after(() => home.close());

/** The tags in the head of a page, by name. */
const tags = (html) =>
  Object.fromEntries(
    [...html.matchAll(/<meta property="([^"]+)" content="([^"]*)">/g)].map(([, name, text]) => [name, text]),
  );

test('a link tells what it leads to, in words and as a picture', async () => {
  const ann = await home.visitor();
  const id = await sitDown(ann, home.games[0].name, { seats: [me, { type: 'friend' }] });
  await ann.request.put('/api/me', { data: { name: '"><b>Zoé</b>' } });
  const page = async (language) =>
    (await ann.request.get(`/t/${id}`, { headers: { 'accept-language': language } })).text();
  const english = await page('en');
  assert.doesNotMatch(english, /<b>/, 'names stay text');
  assert.match(tags(english)['og:title'], new RegExp(`^${home.games[0].title}: an invitation$`));
  assert.match(tags(english)['og:description'], /^&quot;&gt;&lt;b&gt;Zoé&lt;\/b&gt; invites you to play\./);
  assert.match(tags(await page('fr'))['og:description'], /vous invite à jouer\./);
  const image = new URL(tags(english)['og:image']);
  const picture = await ann.request.get(image.href);
  assert.deepEqual([picture.status(), picture.headers()['content-type']], [200, 'image/png']);
  // The app is the same as on every page, and no other page has such tags.
  assert.match(english, /<script type="module"/);
  assert.deepEqual(tags(await (await ann.request.get('/mine')).text()), {});
  assert.deepEqual(tags(await (await ann.request.get('/t/nothinghere')).text()), {});
  assert.deepEqual(ann.complaints, []);
});

test('what is not there is missing, and is no page', async () => {
  const page = await home.visitor();
  const ask = async (path) => {
    const answer = await page.request.get(path);
    return [answer.status(), /text\/html/.test(answer.headers()['content-type'] ?? '')];
  };
  for (const path of ['/assets/x.js', '/favicon2.png', '/robots.txt', '/.git/config', '/t/x.png', '/api', '/api/x'])
    assert.deepEqual(await ask(path), [404, false], path);
  for (const path of ['/', '/mine', '/t/abcdefghij', '/favicon.svg']) assert.equal((await ask(path))[0], 200, path);
});

test('a finished game can be kept and sent', async () => {
  for (const [game, size, words] of [
    [home.games[0], { theme: 'light', language: 'en' }, ['Resign', 'Share', 'Share this game']],
    [
      home.games[1],
      { width: 390, height: 844, touch: true, theme: 'dark', language: 'fr' },
      ['Abandonner', 'Partager', 'Partager cette partie'],
    ],
  ]) {
    const page = await home.visitor(size);
    const id = await sitDown(page, game.name, { seats: [me, me] });
    const touch = !!size.touch;
    const table = async () => (await page.request.get(`/api/tables/${id}`)).json();
    const press = async (name) => {
      const button = page.getByRole('button', { name, exact: true }).first();
      if (touch && !(await button.isVisible())) await page.getByRole('button', { name: 'Plus', exact: true }).click();
      await button.click();
    };
    await playOn(page, (touch ? byTouch : byMouse)(page), async () => (await table()).moves.length >= 2, dice(3));
    await press(words[0]);
    await page.locator('dialog[open] .primary').click();
    await page.waitForSelector(touch ? 'section.end.sheet' : 'section.end');
    if (touch) await page.locator('section.end.sheet button').first().click();
    await press(words[1]);
    const dialog = page.locator('dialog[open]', { has: page.getByRole('heading', { name: words[2] }) });
    const links = dialog.locator('a[download]');
    await eventually('everything is offered', async () => (await links.count()) === 4);
    const kinds = [];
    for (const link of await links.all()) {
      const answer = await page.request.get(await link.getAttribute('href'));
      assert.equal(answer.status(), 200);
      kinds.push(answer.headers()['content-type'].split(';')[0]);
    }
    assert.deepEqual(kinds, ['application/vnd.chess-pgn', 'image/png', 'image/svg+xml', 'image/svg+xml']);
    const image = dialog.locator('img').first();
    await eventually('the picture is seen', () => image.evaluate((image) => image.naturalWidth > 0));
    assert.match(await dialog.locator('input[readonly]').inputValue(), new RegExp(`/t/${id}$`));
    // Nobody else is told of folders of this computer.
    if (severalNodes) assert.equal(await dialog.locator('code').count(), 0);
    else assert.match(await dialog.locator('code').innerText(), / serve --host 0\.0\.0\.0 --port \d+ --data /);
    await settled(page);
    assert.deepEqual(await violations(page), []);
    await page.screenshot({ path: `${pictures}share-${size.width ?? 1280}-${size.theme}.png` });
    assert.deepEqual(page.complaints, []);
  }
});

test('the page for another device is one of ours', async () => {
  const ann = await home.visitor();
  await ann.goto('/');
  await ann.request.get('/api/me');
  await ann.request.put('/api/me', { data: { name: 'Ann' } });
  const { path } = await (await ann.request.post('/api/me/link')).json();
  for (const [theme, language, question, colour, ground] of [
    ['light', 'en', 'Play as Ann in this browser, too?', 'rgb(11, 111, 105)', 'rgb(246, 242, 234)'],
    [
      'dark',
      'fr',
      'Jouer aussi dans ce navigateur sous le nom «\u00a0Ann\u00a0»\u00a0?',
      'rgb(102, 211, 201)',
      'rgb(29, 30, 33)',
    ],
  ]) {
    const page = await home.visitor({ theme, language, width: language === 'fr' ? 390 : 1366, height: 768 });
    await page.goto(path);
    assert.equal(await page.locator('h1').innerText(), question);
    assert.equal(await page.locator('html').getAttribute('lang'), language);
    const style = (selector, name) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element)[name], name);
    assert.equal(await style('form .button', 'backgroundColor'), colour);
    assert.equal(await style('html', 'backgroundColor'), ground);
    assert.deepEqual(await violations(page), []);
    await page.screenshot({ path: `${pictures}device-${language}-${theme}.png` });
    await page.goto('/device/nothing');
    assert.deepEqual(await violations(page), []);
    await page.screenshot({ path: `${pictures}device-used-${language}-${theme}.png` });
    assert.deepEqual(
      page.complaints.filter((text) => !/410/.test(text)),
      [],
    );
  }
});
