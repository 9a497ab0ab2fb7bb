// Nothing jumps: whatever is said at a table has its place, and board and players keep theirs.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, house, me, questionsOf, restyle, settled, sitDown } from './table.mjs';

let home;
before(async () => (home = await house()));
after(() => home.close());

const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 820, height: 1180 },
  { width: 1366, height: 768 },
];

/** Where board, players and bar are, and what of the players is cut off, at every size. */
async function places(page) {
  const all = {};
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await settled(page);
    all[`${size.width}×${size.height}`] = await page.evaluate(() => {
      const box = (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].map((figure) => Math.round(figure * 10) / 10);
      };
      const strips = [...document.querySelectorAll('section.strip')];
      const cut = strips.filter((strip) => {
        const { top, bottom } = strip.getBoundingClientRect();
        const covered = (y) => !strip.contains(document.elementFromPoint(innerWidth < 900 ? 20 : innerWidth - 60, y));
        return (
          bottom > innerHeight || strip.scrollHeight > strip.clientHeight || covered(top + 2) || covered(bottom - 2)
        );
      });
      return {
        board: box(document.querySelector('.board')),
        strips: strips.map(box),
        moves: [...document.querySelectorAll('.panel .walk, .panel .move')].map(box),
        cut: cut.map((strip) => strip.ariaLabel),
        scrolls: document.documentElement.scrollHeight > innerHeight,
      };
    });
  }
  return all;
}

test('offers, news and a lost connection move nothing', async () => {
  const [ann, bob] = [await home.visitor({ settings: { speed: 'off' } }), await home.visitor()];
  let [line, broken] = [null, false];
  await ann.routeWebSocket(/\/api\/socket/, (socket) => {
    if (broken) socket.close();
    else socket.connectToServer();
    line = socket;
  });
  const clock = { type: 'fischer', initial: 600_000, increment: 5_000 };
  const moves = ['a1b2', 'i5h5', 'b2c3', 'h5g5'];
  const setup = { layout: 'belgian-daisy', options: [] };
  const id = await sitDown(ann, 'abalone', { seats: [me, { type: 'friend' }], setup, moves, clock });
  await bob.goto(`/t/${id}`);
  await bob.locator('.invite .button.primary').click();
  await ann.waitForSelector('dialog[open]', { state: 'detached' }).catch(() => ann.keyboard.press('Escape'));
  // Who comes and goes is told once a second at most: a moment ago Bob still looked on.
  await eventually('both sit', async () => (await ann.locator('.absent, .watchers').count()) === 0);

  const quiet = await places(ann);
  for (const [size, { cut, scrolls, board }] of Object.entries(quiet)) {
    assert.deepEqual([cut, scrolls], [[], false], `${size} at rest`);
    const [width, height] = size.split('×').map(Number);
    assert.ok(Math.min(board[2], board[3]) >= Math.min(0.9 * width, 0.55 * height), `${size}: the board is large`);
  }

  await bob.getByRole('button', { name: 'Offer a draw' }).click();
  await ann.getByRole('button', { name: 'Accept', exact: true }).waitFor();
  assert.deepEqual(await places(ann), quiet, 'an offer');
  await ann.keyboard.press('ArrowLeft');
  await eventually('two kinds of news', async () => (await ann.locator('.panel .banner').count()) === 2);
  assert.deepEqual(await places(ann), quiet, 'an offer while looking back');
  await ann.getByRole('button', { name: 'Decline' }).click();
  await eventually('one is answered', async () => (await ann.locator('.panel .banner').count()) === 1);
  assert.deepEqual(await places(ann), quiet, 'looking back');
  await ann.keyboard.press('End');

  broken = true;
  await line.close();
  await ann.locator('header .banner').waitFor();
  const alone = await places(ann);
  assert.deepEqual(alone, quiet, 'no connection');
  for (const size of SIZES) {
    await ann.setViewportSize(size);
    const { whole, inBar } = await ann.locator('header .banner').evaluate((banner) => {
      const [said, bar] = [banner.getBoundingClientRect(), banner.closest('header').getBoundingClientRect()];
      return {
        whole: banner.scrollHeight <= banner.clientHeight,
        inBar: said.top >= bar.top && said.bottom <= bar.bottom,
      };
    });
    assert.deepEqual([whole, inBar], [true, true], `${size.width}: said in full, in its place`);
  }
  await ann.context().close();
  await bob.context().close();
});

test('the analysis board is large on its side and at twice the size, and rests when nobody looks', async () => {
  const page = await home.visitor({ width: 844, height: 390, settings: { speed: 'off' } });
  const sent = await questionsOf(page);
  const last = () => sent.filter((text) => /analy/.test(text)).at(-1) ?? '';
  await page.goto('/study/avalam');
  await page.locator('.engine .score:not(.wait)').first().waitFor();
  for (const [width, height] of [
    [844, 390],
    [683, 384],
  ]) {
    await page.setViewportSize({ width, height });
    await settled(page);
    const board = await page.locator('.desk > .board').boundingBox();
    assert.ok(Math.min(board.width, board.height) >= 0.85 * height, `${width}×${height}: ${JSON.stringify(board)}`);
    assert.ok(board.y + board.height <= height, 'all of it is in sight');
    const [wide, high] = await page.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      document.documentElement.scrollHeight - innerHeight,
    ]);
    assert.ok(wide <= 0 && high <= 0, `${width}×${height} does not scroll`);
  }
  const hide = (hidden) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.match(last(), /"analyse"/);
  const shown = await page.locator('.engine .score').first().innerText();
  await hide(true);
  await eventually('it rests', async () => /stop-analysis/.test(last()));
  assert.ok(shown && (await page.locator('.engine .score:not(.wait)').count()) > 0, 'what was found stays');
  await hide(false);
  await eventually('it goes on', async () => /"analyse"/.test(last()));
  // Scrolled past all that it says, on a small phone with a long tree.
  await page.setViewportSize({ width: 390, height: 480 });
  await restyle(page, '.tree { min-height: 900px !important }');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await eventually('it rests below', async () => /stop-analysis/.test(last()));
  await page.evaluate(() => scrollTo(0, 0));
  await eventually('it goes on above', async () => /"analyse"/.test(last()));
  // On a wide screen it thinks on behind other pages, for whoever waits for it.
  await page.setViewportSize({ width: 1366, height: 768 });
  const before = sent.length;
  await hide(true);
  await page.locator('.switch').click();
  await eventually('switched off', async () => sent.length > before);
  assert.equal(sent.slice(before).filter((text) => /stop-analysis/.test(text)).length, 1, 'by the switch alone');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
