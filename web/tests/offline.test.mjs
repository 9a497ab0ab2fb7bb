// Without a network after the first visit, and with new builds of the app while a game is being played.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { host, kept, nextBuild, sealOf, site, whole } from './site.mjs';
import { score } from './study.mjs';
import { byMouse, eventually, house, playOn, plies, violations, watched } from './table.mjs';

let place, home;
before(async () => {
  place = await host(site());
  home = await house(place);
});
after(() => home.close());

const version = (page) => page.getAttribute('meta[name=galet-version]', 'content');

/** Has the browser ask for a new build, and says what becomes of it. */
const askForNews = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise((found) =>
      registration.addEventListener('updatefound', () => found(registration.installing), { once: true }),
    );
    await registration.update();
    const worker = await found;
    while (worker.state === 'installing')
      await new Promise((changed) => worker.addEventListener('statechange', changed, { once: true }));
    return worker.state;
  });

async function begin(page) {
  await page.locator('.game .text .button').first().click();
  await page.locator('dialog button.start').click();
  await page.waitForSelector('main.page-t .cells');
  await playOn(page, byMouse(page), async () => (await plies(page)) >= 2);
}

const bar = (page) => page.getByRole('button', { name: 'A new version is ready' });

test('a game goes on through a new build, half of one, and no network at all', async () => {
  const page = await home.visitor({ settings: { speed: 'off' }, keeps: true });
  const first = sealOf(site());
  await page.goto('./');
  await eventually('the whole app is kept', async () => (await kept(page))[first.version] === whole(first));
  await begin(page);
  const other = watched(await page.context().newPage());
  await other.goto('./#/learn');
  await other.waitForSelector('main li a');

  // A new build waits, whole, until it is wanted.
  const second = nextBuild(site(), 'bbbbbbbbbbbb');
  place.folder = second.folder;
  assert.equal(await askForNews(page), 'installed');
  await bar(page).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.locator('[aria-live=assertive]').textContent(), 'A new version is ready – reload');
  assert.equal(await version(page), first.version);
  const moves = await plies(page);
  // All tabs change to it, and the older one is thrown away with its last page.
  await Promise.all([page, other].map((one) => one.evaluate(() => (window.old = true))));
  await bar(page).focus();
  await page.keyboard.press('Enter');
  for (const one of [page, other]) {
    await one.waitForFunction(() => !window.old);
    await one.waitForSelector('.cells, main li a');
    assert.equal(await version(one), 'bbbbbbbbbbbb');
  }
  await page.waitForFunction((n) => document.querySelectorAll('.move').length >= n, moves);
  await playOn(page, byMouse(page), async () => (await plies(page)) >= moves + 2);
  await eventually('only the new build is kept', async () => {
    const builds = await kept(page);
    return Object.keys(builds).length === 1 && builds.bbbbbbbbbbbb === whole(first);
  });

  // Half a build is none.
  const third = nextBuild(second.folder, 'cccccccccccc');
  rmSync(join(third.folder, 'favicon.svg'));
  place.folder = third.folder;
  assert.equal(await askForNews(page), 'redundant');
  assert.equal(await bar(page).count(), 0);
  assert.deepEqual(Object.keys(await kept(page)), ['bbbbbbbbbbbb']);

  // No network, and no host.
  await place.stop();
  await page.context().setOffline(true);
  const before = await plies(page);
  await page.reload();
  await page.waitForFunction((n) => document.querySelectorAll('.move').length >= n, before);
  assert.equal(await version(page), 'bbbbbbbbbbbb');
  await playOn(page, byMouse(page), async () => (await plies(page)) >= before + 2);
  // Every other game, too: what it is thought about with was fetched while nobody waited.
  await page.goto('./');
  const count = await page.locator('.game .text .button').count();
  await page
    .locator('.game .text .button')
    .nth(count - 1)
    .click();
  await page.locator('dialog button.start').click();
  await page.waitForSelector('main.page-t .cells');
  await playOn(page, byMouse(page), async () => (await plies(page)) >= 2);
  await page.goto('./#/learn');
  await page.locator('main li a').first().click();
  await page.locator('.course .button.primary').click();
  await page.waitForSelector('article .board .cells');
  await page.goto('./#/study/avalam');
  await score(page).waitFor();
  assert.deepEqual([...page.complaints, ...other.complaints], []);
  await page.context().close();
  second.remove();
  third.remove();
});

test('with a server, an address of the app opens without a network, and what needs friends says so', async () => {
  const served = await house();
  const page = await served.visitor({ keeps: true });
  await page.goto('/');
  await page.waitForSelector('.game .button');
  const own = await version(page);
  // The page is as strict by itself as the server's header, but for what only a header can say.
  const policies = await page.evaluate(async () => [
    (await fetch('/')).headers.get('content-security-policy'),
    document.querySelector('meta[http-equiv=Content-Security-Policy]').content,
  ]);
  assert.equal(policies[0], `${policies[1]}; frame-ancestors 'none'`);
  const files = await page.evaluate(async () => {
    const [list] = (await (await fetch('/sw.js')).text()).split(';\n');
    return Object.keys(JSON.parse(list.slice('self.galet='.length)).files).length;
  });
  await eventually('the whole app is kept', async () => (await kept(page))[own] === files + 2);
  // Nothing of the server itself is kept: it answers, or nobody does.
  assert.equal(await page.evaluate(() => fetch('/health').then(({ ok }) => ok)), true);
  await page.context().setOffline(true);
  await page.goto('/learn');
  await page.locator('main li a').first().waitFor();
  assert.equal(await page.evaluate(() => fetch('/health').catch(() => 'nobody')), 'nobody');
  await page.goto('/t/abcdefghij');
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  assert.match(await page.locator('.face').innerText(), /with a friend[^]*Try again/);
  await page.locator('header .banner').waitFor();
  assert.deepEqual(await violations(page), []);
  // It is known by now that there is no connection, and who learns is not bothered with it.
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await page.locator('main li a').first().waitFor();
  assert.equal(await page.locator('header .banner').count(), 0);
  await page.goto('/');
  await page.locator('.game .text .button').first().click();
  await page.locator('dialog input[value=friend]').check({ force: true });
  await page.locator('dialog .needs').waitFor();
  assert.ok(await page.locator('dialog button.start').isDisabled());
  await page.locator('dialog input[value=computer]').check({ force: true });
  await page.locator('dialog button.start').click();
  await page.waitForSelector('main.page-t .cells');
  await playOn(page, byMouse(page), async () => (await plies(page)) >= 2);
  // With the network, the server has the word again, and nobody has to ask for it.
  await page.goto('/t/abcdefghij');
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await page.locator('header .banner').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'This table cannot be opened' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'No connection' }).count(), 0);
  assert.equal(await page.locator('header .banner').count(), 0);
  assert.deepEqual(page.complaints, []);
  await served.close();
});
