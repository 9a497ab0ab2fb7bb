// Games that a browser keeps: on the server and on other devices too, through times without a server, and where
// two devices went on differently; their pictures, and all of them as one file.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { byMouse, dice, eventually, house, playOn, plies } from './table.mjs';

let home;
before(async () => (home = await house()));
after(() => home.close());

/** Makes another browser the same person. */
async function link(page, other) {
  const { path } = await (await page.request.post('/api/me/link')).json();
  await other.goto(path);
  await other.locator('form button').click();
  await other.waitForURL('/');
}

/** Begins a game on one screen, which the browser keeps. */
async function begin(page) {
  await page.goto('/');
  await page.locator('.game .button').nth(1).click();
  await page.getByRole('radio', { name: 'Same screen' }).check();
  await page.locator('dialog button.start').click();
  await page.waitForURL(/\/t\//);
  await page.waitForSelector('.cells');
  const id = new URL(page.url()).pathname.slice(3);
  assert.equal(id.length, 12);
  return id;
}

async function playUntil(page, count, seed) {
  await playOn(page, byMouse(page), async () => (await plies(page)) >= count, dice(seed));
}

const on = async (page, id) => {
  const answer = await page.request.get(`/api/tables/${id}`);
  return answer.ok() ? (await answer.json()).moves.map(({ text }) => text).join(' ') : '';
};
const shown = (page) => page.locator('ol .move').allInnerTexts();
const lookedAt = (page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('a game is on other devices, goes on there, and is kept twice where it parted', async () => {
  const ann = await home.visitor({ settings: { speed: 'off' } });
  const phone = await home.visitor({ width: 1000, settings: { speed: 'off' } });
  const id = await begin(ann);
  await playUntil(ann, 2, 1);
  await eventually('the server has it', async () => (await on(ann, id)).split(' ').length === 2);

  await link(ann, phone);
  await phone.goto('/mine');
  await phone.locator('li .open').click();
  await eventually('it is here', async () => (await plies(phone)) === 2);
  await playUntil(phone, 3, 2);
  await eventually('the server has it', async () => (await on(ann, id)).split(' ').length === 3);
  await lookedAt(ann);
  await eventually('it goes on', async () => (await plies(ann)) === 3);
  assert.deepEqual(await shown(ann), await shown(phone));

  // Without a server both play on, each in their own way.
  await home.pause();
  await playUntil(ann, 4, 3);
  const annsWay = (await shown(ann)).join(' ');
  await playUntil(phone, 5, 40);
  const phonesWay = (await shown(phone)).join(' ');
  assert.notEqual(phonesWay.split(' ').slice(0, 4).join(' '), annsWay);
  await ann.goto('about:blank');
  await home.resume();
  // The phone is the first to be back.
  await eventually('what was played meanwhile is there', async () => (await on(phone, id)) === phonesWay);
  await ann.goto('/mine');
  await ann.getByText('This game went on differently on another device').first().waitFor();
  await eventually('both are listed', async () => (await ann.locator('li .open').count()) === 2);
  const [one, other] = await ann
    .locator('li .open')
    .evaluateAll((links) => links.map((link) => link.pathname.slice(3)));
  const copy = one === id ? other : one;
  await eventually('both are on the server', async () => (await on(ann, copy)) === annsWay);
  assert.equal(await on(ann, id), phonesWay);

  // Pictures are drawn here, and the games go out as one file.
  await eventually('pictures are seen', () =>
    ann.locator('li .open img').evaluateAll((all) => all.length === 2 && all.every((one) => one.naturalWidth > 0)),
  );
  assert.match(await ann.locator('li .open img').first().getAttribute('src'), /^blob:/);
  const [file] = await Promise.all([
    ann.waitForEvent('download'),
    ann.getByRole('button', { name: 'Save games as a file' }).click(),
  ]);
  const path = await file.path();
  const bob = await home.visitor();
  await bob.goto('/mine');
  const input = bob.locator('input[type=file]');
  await input.waitFor({ state: 'attached' });
  const bring = (contents) =>
    input.setInputFiles({ name: 'games.json', mimeType: 'application/json', buffer: Buffer.from(contents) });
  const text = readFileSync(path, 'utf8');
  await bring(text.replace(/"sum":"./, '"sum":"x'));
  await bob.getByText('this game has been changed since it was written').first().waitFor();
  await bring(text);
  await bob.getByText('2 games came.', { exact: true }).first().waitFor();
  await eventually('they are listed', async () => (await bob.locator('li .open').count()) === 2);
  await bring(text);
  await bob.getByText('2 were here already.', { exact: true }).first().waitFor();

  // A game that only this browser has gives its PNG, too.
  await bob.locator('li .open').first().click();
  await bob.getByRole('button', { name: 'Resign' }).click();
  await bob.locator('dialog[open] .primary').click();
  await bob.waitForSelector('.panel section.end');
  await bob.getByRole('button', { name: 'Share' }).first().click();
  const [png] = await Promise.all([
    bob.waitForEvent('download'),
    bob.locator('dialog[open] a[download$=".png"]').click(),
  ]);
  const bytes = readFileSync(await png.path());
  assert.deepEqual([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16)], ['PNG', 1080]);
  // A server that was away, the empty page, and a game that parted are told by the browser, too. So is that
  // the names of the games in Ann's file are hers: Bob's browser finds others for them.
  const away = /net::ERR_(CONNECTION_REFUSED|EMPTY_RESPONSE|CONNECTION_RESET)$|localStorage/;
  const refused = (status) => new RegExp(`the server responded with a status of ${status} `);
  for (const [page, expected] of [
    [ann, refused(409)],
    [phone, refused(409)],
    [bob, refused(404)],
  ])
    assert.deepEqual(
      page.complaints.filter((text) => !away.test(text) && !expected.test(text)),
      [],
    );
});
