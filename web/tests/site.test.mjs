// The app as a folder of files, under a path of a host that knows nothing: everything but friends.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { host, kept, sealOf, site, whole } from './site.mjs';
import { score } from './study.mjs';
import { byMouse, eventually, house, playOn, plies, violations } from './table.mjs';

let place, home;
before(async () => {
  place = await host(site());
  home = await house(place);
});
after(() => home.close());

/** Opens a new game from the start page: which, and against whom. */
async function begin(page, n, opponent) {
  await page.goto('./#/');
  await page.locator('.game .text .button').nth(n).click();
  await page.locator(`dialog input[value=${opponent}]`).check({ force: true });
  await page.locator('dialog button.start').click();
  await page.waitForURL(/\/some\/games\/#\/t\/[a-z2-9]{12}$/);
  await page.waitForSelector('main.page-t .cells');
}

test('a game of each kind, a lesson, analysis and review need no server', async () => {
  const page = await home.visitor({ settings: { speed: 'off' } });
  await page.goto('./');
  await page.waitForSelector('.game .picture use', { state: 'attached' });
  const count = await page.locator('.game').count();
  assert.ok(count > 2);
  assert.deepEqual(await violations(page), []);
  // Hovering, copying and new tabs see addresses that this host can answer.
  const links = await page.$$eval('a:not(.skip)', (all) => all.map((link) => link.getAttribute('href')));
  assert.ok(links.length > count && links.every((link) => link.startsWith('#/')), links.join(' '));
  for (let n = 0; n < count; n++) {
    await begin(page, n, 'computer');
    await playOn(page, byMouse(page), async () => (await plies(page)) >= 4);
  }
  const [, address] = page.url().split('#');
  await page.locator('a.skip').focus();
  await page.keyboard.press('Enter');
  assert.equal(page.url().split('#')[1], address, 'a place on a page is no route');
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.move').length >= 4);
  await begin(page, 0, 'here');
  await playOn(page, byMouse(page), async () => (await plies(page)) >= 2);

  await page.goto('./#/learn');
  await page.locator('main li a').first().click();
  await page.locator('.course .button.primary').click();
  await page.waitForSelector('article .board .cells');
  await page.goto('./#/study/avalam?moves=c9d8+b7c6+d8e7');
  await score(page).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.goto('./#/review?game=avalam&moves=c9d8+b7c6+d8e7');
  await page.waitForSelector('dl.figures');
  await page.goto('./#/mine');
  await page.waitForFunction((n) => document.querySelectorAll('li.card').length >= n, count + 1);
  assert.deepEqual(page.complaints, []);
  assert.deepEqual(place.missed, []);
  await page.context().close();
});

test('puzzles need no server, and no network once the app is kept: wrong moves are refuted, answers counted', async () => {
  const page = await home.visitor({ settings: { speed: 'off' }, keeps: true });
  await page.goto('./#/puzzles');
  await page.waitForSelector('.picture use', { state: 'attached' });
  const seal = sealOf(site());
  await eventually('the whole app is kept', async () => (await kept(page))[seal.version] === whole(seal));
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('.picture use', { state: 'attached' });
  const games = await page.$$eval('main li a', (links) => links.map((link) => link.getAttribute('href')));
  assert.ok(games.length > 2);
  for (const [n, game] of games.entries()) {
    await page.goto(`./${game}/day`);
    await page.waitForSelector('.cells.interactive');
    if (n === 0) {
      // A move at random is hardly ever the right one.
      await playOn(page, byMouse(page), async () => (await page.locator('.verdict').count()) > 0);
      await page.locator('.verdict.wrong').waitFor();
      await page.locator('.out .move').first().waitFor();
    }
    await page.getByRole('button', { name: /solution/i }).click();
    await page.getByText('This was the solution.').waitFor();
    await page.locator('.after ol > li').first().waitFor();
    await page.goto(`./${game}/next`);
    await page.getByRole('button', { name: /solution/i }).click();
    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await page.waitForSelector('.cells.interactive');
    await page.goto(`./${game}`);
    await page.getByText('0 of 2 solved at the first try').waitFor();
    // Two ratings make a curve.
    await page.getByRole('img', { name: /^Rating after each puzzle/ }).waitFor();
  }
  assert.deepEqual(page.complaints, []);
  assert.deepEqual(place.missed, []);
  await page.context().close();
});

test('what needs somebody far away is explained', async () => {
  const page = await home.visitor({ language: 'fr' });
  await page.goto('./#/');
  await page.locator('.game .text .button').first().click();
  await page.locator('dialog input[value=friend]').check({ force: true });
  assert.match(await page.locator('dialog .needs').innerText(), /galet serve/);
  assert.ok(await page.locator('dialog button.start').isDisabled());
  await page.goto('./#/t/abcdefghij');
  await page.getByRole('heading', { name: 'Cette partie est ailleurs' }).waitFor();
  assert.match(await page.locator('.face').innerText(), /serveur de Galet/);
  await page.goto('./#/t/abcdefghijkm');
  await page.getByRole('heading', { name: 'pas dans ce navigateur' }).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a folder without the module says what is missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'galet-site-'));
  cpSync(site(), folder, { recursive: true });
  for (const name of readdirSync(join(folder, 'door'))) rmSync(join(folder, 'door', name));
  writeFileSync(join(folder, 'door/manifest.json'), '{"module":null,"bytes":0,"nets":[]}\n');
  place.folder = folder;
  const page = await home.visitor();
  await page.goto('./');
  await page.locator('.face .title').waitFor();
  assert.match(await page.locator('.face').innerText(), /without the module/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
  place.folder = site();
  rmSync(folder, { recursive: true, force: true });
});
