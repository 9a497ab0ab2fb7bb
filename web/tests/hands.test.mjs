// Half-made moves, drags, confirmation and walking through the moves.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { byMouse, eventually, house, offered, playOn, plies, sitDown, within } from './table.mjs';

let home;
before(async () => (home = await house()));
after(() => home.close());

const begun = (page) => page.evaluate(() => !!document.querySelector('.cells .lifted, .flight'));

test('a half-made move is cancelled by Escape, by a tap elsewhere, and by taking its step back', async () => {
  for (const { name } of home.games) {
    const page = await home.visitor();
    await sitDown(page, name);
    const tap = byMouse(page);
    const start = async () => {
      await tap((await offered(page)).starts[0]);
      await eventually('the move is begun', () => begun(page));
      await page.mouse.move(2, 2);
    };
    await start();
    await page.locator('.cells [tabindex="0"]').focus();
    await page.keyboard.press('Escape');
    await eventually('Escape cancels', async () => !(await begun(page)));
    await start();
    await page.mouse.click(5, 300);
    await eventually('a tap elsewhere cancels', async () => !(await begun(page)));
    await start();
    await page.locator('.cells [tabindex="0"]').focus();
    await page.keyboard.press('Backspace');
    await eventually('Backspace takes the step back', async () => !(await begun(page)));
    assert.equal(await plies(page), 0);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('a move can be given up before the server has answered its first tap', async () => {
  const page = await home.visitor();
  await page.addInitScript(() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
      const wait = /"taps"/.test(String(data)) ? 700 : 0;
      setTimeout(() => this.readyState === WebSocket.OPEN && send.call(this, data), wait);
    };
  });
  await sitDown(page, home.games[0].name);
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Backspace'),
    () => page.mouse.click(5, 300),
  ];
  const { starts } = await offered(page);
  for (const [n, giveUp] of ways.entries()) {
    // Another piece each time: what follows a tap is asked only once.
    await page.locator('.cells [tabindex="0"]').focus();
    await page.mouse.move(starts[n].x, starts[n].y);
    await page.mouse.down();
    await page.mouse.up();
    await eventually('the piece is lifted', () => begun(page));
    await giveUp();
    await eventually('it is put down', async () => !(await begun(page)));
    await page.waitForTimeout(1_000);
    assert.equal(await begun(page), false, 'the answer comes too late to lift it again');
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('every game can be played by dragging', async () => {
  for (const { name } of home.games) {
    const page = await home.visitor();
    await sitDown(page, name);
    for (let attempt = 0; attempt < 20 && (await plies(page)) === 0; attempt++) {
      const { starts } = await offered(page);
      const from = starts[attempt % starts.length];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await eventually('pressing selects', () => begun(page));
      for (let step = 0; step < 12; step++) {
        const { targets } = await offered(page);
        if (targets.length === 0) break;
        const to = targets.find((cell) => /go here/.test(cell.label)) ?? targets[0];
        await page.mouse.move(to.x, to.y, { steps: 6 });
        const onward = async () => !(await offered(page)).targets.some((cell) => cell.name === to.name);
        if (!(await within(1_000, onward))) break;
      }
      await page.mouse.up();
      // The move is played, or goes on, or was none.
      await within(2_000, async () => (await plies(page)) === 1 || (await offered(page)).targets.length > 0);
      await page.mouse.click(5, 300);
    }
    assert.equal(await plies(page), 1, name);
    await page.context().close();
  }
});

test('with confirmation nothing is sent before the visitor says so', async () => {
  const page = await home.visitor({ settings: { confirm: true } });
  await sitDown(page, home.games[0].name);
  const ask = page.getByRole('button', { name: 'Play this move' });
  await playOn(page, byMouse(page), async () => (await ask.count()) > 0);
  assert.equal(await plies(page), 0);
  await ask.click();
  await eventually('the move is played', async () => (await plies(page)) === 1);
  await page.context().close();
});

test('the moves can be walked with the arrow keys and clicked', async () => {
  const page = await home.visitor({ settings: { speed: 'off' } });
  await sitDown(page, home.games[1].name);
  await playOn(page, byMouse(page), async () => (await plies(page)) >= 4);
  // Nobody walks while the last move is still being answered: what comes then shows the present again.
  await eventually('it is their turn', async () => (await offered(page)).starts.length > 0);
  const current = () => page.locator('.move[aria-current]').first().innerText();
  const moves = await page.locator('.move').allInnerTexts();
  await page.locator('.moves ol').focus();
  await page.keyboard.press('ArrowLeft');
  await eventually('one move back', async () => (await current()) === moves.at(-2));
  assert.equal((await offered(page)).starts.length, 0, 'the past cannot be played on');
  await page.locator('.move').first().click();
  await eventually('the first move', async () => (await current()) === moves[0]);
  await page.keyboard.press('End');
  await eventually('the present', async () => (await offered(page)).starts.length > 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
