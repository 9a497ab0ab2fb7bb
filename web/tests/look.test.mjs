// Every page in both languages, both themes and two sizes: axe finds nothing, nothing is cut off,
// and there is a picture for people to look at.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { computer, house, me, settled, sitDown, violations } from './table.mjs';

const pictures = new URL('pictures/', import.meta.url).pathname;
let home;
before(async () => {
  mkdirSync(pictures, { recursive: true });
  home = await house();
});
after(() => home.close());

const VIEWS = [
  { width: 1440, height: 900, theme: 'light', language: 'en' },
  { width: 768, height: 1024, theme: 'dark', language: 'en' },
  { width: 360, height: 640, theme: 'dark', language: 'fr' },
];

for (const view of VIEWS) {
  test(`pages at ${view.width} pixels, ${view.theme}, ${view.language}`, async () => {
    const page = await home.visitor(view);
    const look = async (name) => {
      await settled(page);
      await page.screenshot({ path: `${pictures}${name}-${view.width}-${view.theme}.png` });
      assert.deepEqual(await violations(page), [], name);
      const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= room, `${name} is wider than the screen`);
    };
    await page.goto('/');
    await page.waitForSelector('.picture use', { state: 'attached' });
    assert.equal(await page.getAttribute('html', 'lang'), view.language);
    await look('start');
    await page.locator('.game .button').first().click();
    await page.locator('dialog[open] summary').click();
    await look('new');
    for (const { name } of home.games) {
      await sitDown(page, name, { seats: [me, computer] });
      await look(name);
      const [high, room] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
      assert.ok(high <= room, 'a table does not scroll');
    }
    await sitDown(page, home.games[0].name, { seats: [me, { type: 'friend' }] });
    await page.waitForSelector('dialog[open]');
    await look('share');
    await page.goto('/mine');
    await page.waitForSelector('li .open');
    await look('mine');
    await page.locator('header .tools button').last().click();
    await page.waitForSelector('dialog[open]');
    await look('settings');
    await page.goto('/no/such/page');
    await look('nothing');
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('the language and the colours can be changed and are remembered', async () => {
  const page = await home.visitor();
  await page.goto('/');
  await page.getByRole('button', { name: /Français/ }).click();
  await page.getByRole('button', { name: 'Couleurs sombres' }).click();
  await page.reload();
  await page.waitForSelector('h1');
  assert.equal(await page.getAttribute('html', 'lang'), 'fr');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  await page.context().close();
});

test('a server that does not answer has a face, and trying again helps', async () => {
  const page = await home.visitor();
  // Nor can this browser answer instead.
  const answers = /\/api\/games$|\/door\/manifest\.json(\?|$)/;
  await page.route(answers, (route) => route.abort());
  await page.goto('/');
  await page.waitForSelector('.face');
  await page.unroute(answers);
  await page.locator('.face .button').click();
  await page.waitForSelector('.game .button');
  await page.goto('/t/nosuchtable');
  await page.waitForSelector('.face .button');
  assert.match(await page.locator('.face').innerText(), /cannot be opened/);
  await page.context().close();
});

test('a lost connection is said, and forgotten when it is back', async () => {
  const page = await home.visitor();
  let broken = true;
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    if (broken) socket.close();
    else socket.connectToServer();
  });
  await page.goto('/mine');
  await page.waitForSelector('.banner');
  assert.match(await page.locator('.banner').innerText(), /No connection/);
  broken = false;
  await page.waitForSelector('.banner', { state: 'detached' });
  await page.context().close();
});
