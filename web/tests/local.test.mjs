// Games at tables of this browser: nobody is asked over the network, nothing that was played is lost.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { analyse } from './study.mjs';
import { byMouse, dice, eventually, house, offered, over, playOn, plies, sitDownHere, watched } from './table.mjs';

const NAME = /^[a-km-np-z2-9]{12}$/;

let home;
before(async () => (home = await house()));
after(() => home.close());

/** Notes what a page asks the server for from now on, over HTTP and the WebSocket. */
function listen(page) {
  const asked = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
  });
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => asked.push(String(payload))));
  return asked;
}

/** What was asked besides what the app mirrors by itself. */
const questions = (asked) => asked.filter((one) => !/\/api\/me\/tables\/\w+\/events$/.test(one));

const moved = (page, count) =>
  playOn(page, byMouse(page), async () => (await plies(page)) >= count || (await over(page)));

test('each game against the computer and on one screen: taps ask nobody, a reload loses nothing', async () => {
  const page = await home.visitor({ settings: { speed: 'off' } });
  const asked = listen(page);
  for (const info of home.games) {
    const table = await sitDownHere(page, info, 'Computer');
    assert.match(table, NAME, info.name);
    await eventually('it may be played', async () => (await offered(page)).starts.length > 0);
    asked.length = 0;
    await moved(page, 2);
    assert.deepEqual(questions(asked), [], info.name);
    const before = await page.locator('.move').allInnerTexts();
    await page.reload();
    await eventually('the moves are there', async () => (await plies(page)) >= before.length);
    assert.deepEqual((await page.locator('.move').allInnerTexts()).slice(0, before.length), before);
    await moved(page, 4);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.waitForSelector('.told.piece');
    await page.getByRole('button', { name: 'Take back' }).click();
    await eventually('two moves fewer', async () => (await plies(page)) < 4);

    const other = await sitDownHere(page, info, 'Same screen');
    assert.match(other, NAME);
    await moved(page, 3);
    assert.equal(await page.locator('.thinking').count(), 0);
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a tab that is closed in the midst of a move, and two tabs at one game', async () => {
  const info = home.games.at(-1);
  const page = await home.visitor({ settings: { speed: 'off' } });
  const table = await sitDownHere(page, info, 'Same screen');
  await moved(page, 2);
  const before = await page.locator('.move').allInnerTexts();
  // The last tap of a move, and nothing is waited for.
  const roll = dice(4);
  for (let made = false; !made;) {
    const { targets, starts } = await offered(page);
    const cells = targets.length > 0 ? targets : starts;
    if (cells.length === 0) continue;
    await byMouse(page)(cells[Math.floor(roll() * cells.length)]);
    made = (await plies(page)) > 2 || targets.length > 0;
  }
  await page.close({ runBeforeUnload: false });

  const [one, two] = [watched(await page.context().newPage()), watched(await page.context().newPage())];
  for (const tab of [one, two]) await tab.goto(`/t/${table}`);
  await eventually('all that was played is there', async () => (await plies(one)) >= before.length);
  assert.deepEqual((await one.locator('.move').allInnerTexts()).slice(0, 2), before);
  const count = await plies(one);
  await moved(one, count + 1);
  await eventually('the other tab sees it', async () => (await plies(two)) === count + 1);
  await moved(two, count + 2);
  await eventually('and the other way round', async () => (await plies(one)) === count + 2);
  // Both at once: whoever is first plays, the other sees it.
  await Promise.all([moved(one, count + 5), moved(two, count + 5)]);
  const texts = (tab) => tab.locator('.move').allInnerTexts();
  await eventually('both see the same', async () => (await texts(one)).join() === (await texts(two)).join());
  const all = await texts(one);
  await one.reload();
  await eventually('it is what is kept', async () => (await texts(one)).join() === all.join());
  assert.deepEqual(
    [page, one, two].flatMap(({ complaints }) => complaints),
    [],
  );
  await page.context().close();
});

test('a browser without room for games says so, and nothing is lost', async () => {
  const page = await home.visitor({ settings: { speed: 'off' } });
  await sitDownHere(page, home.games.at(-1), 'Same screen');
  await moved(page, 2);
  const worker = page.workers().find((one) => /rules/.test(one.url()));
  // As a full disk has it: what is written is taken, and comes to nothing a little later.
  await worker.evaluate(() => {
    const store = IDBObjectStore.prototype;
    globalThis.whole = { add: store.add, put: store.put };
    for (const [name, write] of Object.entries(globalThis.whole))
      store[name] = function (...what) {
        const request = write.apply(this, what);
        queueMicrotask(() => {
          try {
            this.transaction.abort();
          } catch {
            // It has been already.
          }
        });
        return request;
      };
  });
  const told = () => page.locator('.notice', { hasText: 'could not save the game' }).count();
  await playOn(page, byMouse(page), async () => (await told()) > 0, dice(2));
  assert.equal(await plies(page), 2);
  await page.locator('.banner', { hasText: 'could not save the game' }).waitFor();
  await worker.evaluate(() => void Object.assign(IDBObjectStore.prototype, globalThis.whole));
  await moved(page, 3);
  await eventually('all is well', async () => (await page.locator('.banner').count()) === 0);
  await page.reload();
  await eventually('it is kept', async () => (await plies(page)) === 3);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('analysis with three lines and its end, a lesson and a review ask nobody', async () => {
  const info = home.games.at(-1);
  const page = await home.visitor({ settings: { speed: 'off' } });
  // A WebSocket is heard of when it is made: from the first page on.
  const asked = listen(page);
  await sitDownHere(page, info, 'Same screen');
  await playOn(page, byMouse(page), () => over(page), dice(3));
  assert.notDeepEqual(asked, []);
  asked.length = 0;
  await page
    .getByRole('link', { name: /See my mistakes|Review/ })
    .first()
    .click();
  await page.getByRole('slider').waitFor();
  assert.deepEqual(questions(asked), []);

  await analyse(page, `/study/${info.name}`);
  await page.locator('.wishes select').first().selectOption('3');
  await eventually('three lines', async () => (await page.locator('.engine .score:not(.wait)').count()) === 3);
  await page.locator('.switch').click();
  await eventually('no lines', async () => (await page.locator('.engine .score').count()) === 0);
  assert.deepEqual(
    questions(asked).filter((one) => /analy/.test(one)),
    [],
  );

  const lessons = await (await page.request.get(`/api/games/${info.name}/lessons`)).json();
  const { id, stages } = lessons.find(({ part, stages: [stage] }) => part === 'task' && stage.moves.length === 1);
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await page.locator(`a[href="/learn/${info.name}"]`).first().click();
  asked.length = 0;
  await page.locator(`a[href$="/learn/${info.name}/${id}"]`).first().click();
  await page.waitForSelector('.cells.interactive');
  for (const cell of stages[0].taps) await page.locator(`.cells > [data-cell="${cell}"] .hit`).click();
  await page.locator('a.next').waitFor();
  assert.deepEqual(questions(asked), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('what is missing is said, or done without', async () => {
  const info = home.games.at(-1);
  const page = await home.visitor({ settings: { speed: 'off' } });
  const files = /\/door\/[^/]*\.(net|certificate)$/;
  await page.context().route(files, (route) => route.abort());
  await sitDownHere(page, info, 'Computer');
  await moved(page, 1);
  // No network for what the computer thinks with: it is said, and tried again.
  const word = page.locator('.banner', { hasText: 'The files of the engine could not be loaded' });
  await word.waitFor();
  await page.context().unroute(files);
  await eventually('the computer moves', async () => (await plies(page)) >= 2);
  await eventually('all is well', async () => (await word.count()) === 0);

  // The rules come to grief: they are started anew, and the game goes on.
  const rules = () => page.workers().find((one) => /rules/.test(one.url()));
  const fallen = rules();
  await fallen.evaluate(() => postMessage({ type: 'crashed', why: 'a test' }));
  await eventually('others are there', async () => rules() !== undefined && rules() !== fallen);
  const count = await plies(page);
  await moved(page, count + 2);

  // An app without the module: the server plays.
  await page.context().route('**/door/manifest.json*', (route) => route.fulfill({ json: { module: null } }));
  await page.goto('/');
  const table = await sitDownHere(page, info, 'Computer');
  assert.match(table, /^.{10}$/);
  await moved(page, 2);
  assert.deepEqual(
    page.complaints.filter((one) => !/ERR_FAILED/.test(one)),
    [],
  );
  await page.context().close();
});

test('a server in a home network, over plain http: no service worker, nothing that only https has', async () => {
  const far = await house(undefined, 'galet.test');
  const page = await far.visitor({ settings: { speed: 'off' }, keeps: true });
  await page.goto('/');
  const has = () => [isSecureContext, 'serviceWorker' in navigator, 'storage' in navigator, 'locks' in navigator];
  assert.deepEqual(await page.evaluate(has), [false, false, false, false]);
  const table = await sitDownHere(page, far.games.at(-1), 'Computer');
  assert.match(table, NAME);
  await moved(page, 2);
  await page.reload();
  await eventually('it is kept', async () => (await plies(page)) >= 2);
  // The browser says of one header that it means nothing here.
  const ignored = /^The Cross-Origin-Opener-Policy header has been ignored/;
  assert.deepEqual(
    page.complaints.filter((one) => !ignored.test(one)),
    [],
  );
  await far.close();
});
