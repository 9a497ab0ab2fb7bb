// Devices: listed, signed out, and everything about a person deleted, by mouse and by keyboard.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { eventually, house, me, settled, sitDown, violations } from './table.mjs';

const pictures = new URL('pictures/', import.meta.url).pathname;
let home;
before(async () => {
  mkdirSync(pictures, { recursive: true });
  home = await house();
});
after(() => home.close());

async function settings(page) {
  await page.locator('header .tools button').last().click();
  await page.waitForSelector('dialog[open] form');
}

/** Makes another browser the same person. */
async function link(page, other) {
  const { path } = await page.evaluate(async () => (await fetch('/api/me/link', { method: 'POST' })).json());
  await other.goto(path);
  await other.locator('form button').click();
  await other.waitForURL('/');
}

/** By the browser, not by the page: one that is signed out is loaded anew meanwhile. */
const nameOf = async (page) => (await (await page.request.get('/api/me')).json()).name;

async function rename(page, name) {
  await page.evaluate(async (name) => {
    await fetch('/api/me');
    const headers = { 'content-type': 'application/json' };
    await fetch('/api/me', { method: 'PUT', headers, body: JSON.stringify({ name }) });
  }, name);
}

test('devices are listed and signed out', async () => {
  const ann = await home.visitor();
  await ann.goto('/');
  await settings(ann);
  assert.equal(await ann.getByRole('heading', { name: 'Your devices' }).count(), 0, 'nobody has none');
  await ann.keyboard.press('Escape');
  await rename(ann, 'Ann');
  const phone = await home.visitor({ width: 360, height: 740, touch: true, theme: 'dark', language: 'fr' });
  const tablet = await home.visitor();
  await link(ann, phone);
  await link(ann, tablet);
  await sitDown(tablet, home.games[0].name, { seats: [me, me] });

  await settings(ann);
  const devices = ann.locator('section', { has: ann.getByRole('heading', { name: 'Your devices' }) });
  await devices.getByRole('heading').scrollIntoViewIfNeeded();
  assert.equal(await devices.getByRole('listitem').count(), 3);
  assert.match(await devices.innerText(), /Chrom\w* · Linux[\s\S]*this device/);
  assert.equal(await devices.getByRole('button', { name: 'Sign out all other devices' }).count(), 1);
  await settled(ann);
  assert.deepEqual(await violations(ann), []);
  await ann.screenshot({ path: `${pictures}devices-1280-light.png` });

  // By keyboard: the focus is not lost with the button.
  await devices
    .getByRole('button', { name: /^Sign out .* today$/ })
    .first()
    .focus();
  await ann.keyboard.press('Enter');
  await eventually('one is gone', async () => (await devices.getByRole('listitem').count()) === 2);
  assert.equal(await ann.evaluate(() => document.activeElement?.textContent), 'Your devices');
  await devices.getByRole('button', { name: /^Sign out/ }).click();
  await eventually('both are gone', async () => (await devices.getByRole('listitem').count()) === 1);
  for (const other of [phone, tablet]) assert.equal(await nameOf(other), '');
  // The page that was at a table has come back as nobody in particular.
  await eventually('only a watcher', async () => /watch/i.test(await tablet.locator('main').innerText()));
  assert.equal(await nameOf(ann), 'Ann');

  await link(ann, phone);
  await settings(phone);
  const leave = phone.getByRole('button', { name: 'Tout supprimer…' });
  await leave.scrollIntoViewIfNeeded();
  await settled(phone);
  assert.deepEqual(await violations(phone), []);
  await phone.screenshot({ path: `${pictures}devices-360-dark.png` });
  await leave.tap();
  await phone.getByRole('heading', { name: 'Supprimer tout ce qui vous concerne' }).waitFor();
  await settled(phone);
  assert.deepEqual(await violations(phone), []);
  await phone.screenshot({ path: `${pictures}leave-360-dark.png` });
  for (const page of [ann, phone, tablet]) assert.deepEqual(page.complaints, []);
});

test('everything about a person is deleted, once they have said yes', async () => {
  const ann = await home.visitor();
  const bob = await home.visitor();
  const friend = { type: 'friend' };
  const shared = await sitDown(ann, home.games[0].name, { seats: [me, friend] });
  await rename(ann, 'Ann');
  await bob.goto(`/t/${shared}`);
  await bob.locator('.invite .primary').click();
  await bob.getByText('Ann').first().waitFor();
  const alone = await sitDown(ann, home.games[1].name);
  await ann.evaluate(() => localStorage.setItem('galet.learn.x', '{"done":["a"]}'));

  await settings(ann);
  await ann.getByRole('button', { name: 'Delete everything…' }).click();
  const question = ann.locator('dialog[open]').last();
  await question.getByRole('heading', { name: 'Delete everything about you?' }).waitFor();
  assert.match(await question.innerText(), /Unfinished ones count as resigned by you/);
  assert.equal(await question.getByRole('link', { name: 'Download my games' }).count(), 1);
  await settled(ann);
  assert.deepEqual(await violations(ann), []);
  await ann.screenshot({ path: `${pictures}leave-1280-light.png` });
  // Escape means no.
  await ann.keyboard.press('Escape');
  assert.equal(await nameOf(ann), 'Ann');
  await ann.getByRole('button', { name: 'Delete everything…' }).click();
  await question.getByRole('button', { name: 'Delete everything', exact: true }).click();
  await ann.waitForURL('/');
  assert.equal(await nameOf(ann), '');
  assert.equal(await ann.evaluate(() => localStorage.getItem('galet.learn.x')), null);
  const gone = await ann.evaluate(async (id) => (await fetch(`/api/tables/${id}`)).status, alone);
  assert.equal(gone, 404);
  await bob.locator('section.end').first().waitFor();
  assert.match(await bob.locator('section.end').first().innerText(), /You win/);
  assert.equal(await bob.getByText('Ann').count(), 0);
  assert.deepEqual(bob.complaints, []);
});
