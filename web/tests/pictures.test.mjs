// Pictures for people to look at: each board in light and dark, and those that the README shows.
// Where to, and how large they may be: GALET_PICTURES is the folder of the README's.

import assert from 'node:assert/strict';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { analyse } from './study.mjs';
import { host, site } from './site.mjs';
import { byMouse, computer, house, installed, me, playOn, plies, settled, sitDown } from './table.mjs';

const pictures = new URL('pictures/', import.meta.url).pathname;
const shown = process.env.GALET_PICTURES ?? pictures;
const HEAVIEST = 120_000;

let home;
before(async () => {
  for (const folder of [pictures, shown]) mkdirSync(folder, { recursive: true });
  home = await house();
});
after(() => home.close());

/** Games that have begun; the first player is to move. */
const BEGUN = [
  { name: 'abalone', setup: { layout: 'belgian-daisy', options: [] }, moves: 'a1b2 i5h5 b2c3 h5g5 b1c2 i6h6' },
  { name: 'avalam', setup: { options: [] }, moves: 'c9d8 b7c6 d8e7 f4e4 d7c6 h4g4 e7f6 g2g3' },
  { name: 'qawale', setup: { options: [] }, moves: 'a1nne d4sww a4ess d1nww' },
].map((game) => ({ ...game, moves: game.moves.split(' '), seats: [me, computer] }));

for (const theme of ['light', 'dark']) {
  test(`each board, ${theme}`, async () => {
    assert.deepEqual(BEGUN.map(({ name }) => name).sort(), home.games.map(({ name }) => name).sort());
    for (const game of BEGUN) {
      const page = await home.visitor({ width: 1280, height: 800, theme });
      await sitDown(page, game.name, game);
      await settled(page);
      await page.screenshot({ path: `${pictures}board-${game.name}-${theme}.png` });
      await page.context().close();
    }
  });
}

test('the pictures of the README', async () => {
  const shoot = async (page, name) => {
    await settled(page);
    const path = join(shown, `${name}.jpg`);
    await page.screenshot({ path, type: 'jpeg', quality: 78 });
    assert.ok(statSync(path).size < HEAVIEST, `${name}.jpg weighs ${statSync(path).size} bytes`);
    assert.deepEqual(page.complaints, []);
  };
  const take = async (page, name) => {
    await shoot(page, name);
    await page.context().close();
  };
  const desk = { width: 1280, height: 800 };
  const [abalone, avalam, qawale] = BEGUN;

  const start = await home.visitor(desk);
  await start.goto('/');
  await start.waitForSelector('.picture use', { state: 'attached' });
  await take(start, 'web-start');

  const play = await home.visitor({ ...desk, theme: 'dark' });
  await sitDown(play, abalone.name, abalone);
  await take(play, 'web-play');

  const study = await home.visitor(desk);
  await analyse(study, `/study/${avalam.name}?moves=${avalam.moves.join('+')}`);
  await take(study, 'web-study');

  const phone = await home.visitor({ width: 390, height: 800, touch: true, language: 'fr' });
  await sitDown(phone, qawale.name, qawale);
  await take(phone, 'web-phone');

  // Installed, in a window of its own, from a folder of files; then played on without any network.
  const files = await host(site());
  const app = await installed(files.url, { width: 900, height: 640 });
  await app.waitForSelector('.picture use', { state: 'attached' });
  assert.ok(await app.evaluate(() => matchMedia('(display-mode: standalone)').matches));
  await app.evaluate(() => navigator.serviceWorker.ready);
  await app.waitForFunction(() => navigator.serviceWorker.controller);
  await shoot(app, 'web-installed');
  await files.stop();
  await app.context().setOffline(true);
  await app.reload();
  await app.locator('.game .text .button').nth(1).click();
  await app.locator('dialog input[value=here]').check({ force: true });
  await app.locator('dialog button.start').click();
  await app.waitForSelector('main.page-t .cells');
  await playOn(app, byMouse(app), async () => (await plies(app)) >= 12);
  await take(app, 'web-offline');
});
