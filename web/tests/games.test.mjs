// Whole games of every kind, against the computer.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  byKeys,
  byMouse,
  byTouch,
  cells,
  computer,
  eventually,
  house,
  me,
  offered,
  over,
  playOn,
  plies,
  sitDown,
} from './table.mjs';

let home;
before(async () => (home = await house()));
after(() => home.close());

/** The default rules, made short where the rules allow a short game. */
function shortly(info) {
  const wins = info.options.find((option) => option.values.type === 'number' && /to-win/.test(option.key));
  return { options: wins ? [[wins.key, String(wins.values.min)]] : [] };
}

test('a game of each kind is played to its end by clicks', async () => {
  for (const info of home.games) {
    const page = await home.visitor({ settings: { speed: 'off' } });
    await sitDown(page, info.name, { seats: [me, computer], setup: shortly(info) });
    await playOn(page, byMouse(page), () => over(page));
    assert.match(await page.locator('section.end').first().innerText(), /win|lose|draw/i, info.name);
    assert.ok((await plies(page)) > 1);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('a game is played to its end by touch on a phone', async () => {
  const info = home.games.at(-1);
  const page = await home.visitor({ width: 360, height: 640, touch: true, language: 'fr', settings: { speed: 'off' } });
  await sitDown(page, info.name, { seats: [me, computer], setup: shortly(info) });
  await playOn(page, byTouch(page), () => over(page));
  assert.match(await page.locator('section.end.sheet').innerText(), /gagne|perd|nulle/i);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('the keyboard alone is enough, from the start page on, once to the end of the game', async () => {
  for (const info of home.games) {
    const whole = info === home.games.at(-1);
    const page = await home.visitor({ settings: { speed: 'off' } });
    await page.goto('/');
    await page.waitForSelector('.game .button');
    const focusOn = async (wanted) => {
      // The page may still be on its way: time counts, not how often the key is pressed.
      for (const begun = Date.now(); Date.now() - begun < 10_000;) {
        if (await page.evaluate(wanted)) return;
        await page.keyboard.press('Tab');
      }
      assert.fail(`Tab never comes to ${wanted}`);
    };
    await focusOn(`document.activeElement.textContent.trim() === 'Play ${info.title}'`);
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await focusOn(`document.activeElement.matches('dialog button.start')`);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.cells');
    await focusOn(`!!document.activeElement.closest('.cells')`);
    const enough = async () => !whole && (await plies(page)) >= 8;
    await playOn(page, byKeys(page), async () => (await over(page)) || (await enough()));
    assert.ok(!whole || (await over(page)));
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('two clicks lead from the start page to a game against the computer', async () => {
  const page = await home.visitor();
  await page.goto('/');
  await page.locator('.game .button').first().click();
  await page.locator('dialog button.start').click();
  await page.waitForSelector('.cells');
  assert.match(await page.locator('.top').innerText(), /Computer, level 1/);
  assert.ok((await offered(page)).starts.length > 0);
  await page.context().close();
});

test('taking back undoes both moves, a hint shows one, and the last move plays again', async () => {
  const page = await home.visitor();
  await sitDown(page, home.games[0].name, { seats: [me, computer] });
  await playOn(page, byMouse(page), async () => (await plies(page)) >= 2);
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.waitForSelector('.flight', { state: 'attached' });
  // What was said about a wrong tap makes room for a hint.
  const free = (await cells(page)).find(({ name }) => name === 'e5');
  await eventually('the tap is answered', async () => {
    await byMouse(page)(free);
    return (await page.locator('.frame .why').count()) > 0;
  });
  // A hint in three presses: what to move, where to, and why.
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.waitForSelector('.told.piece');
  assert.equal(await page.locator('.frame .why').count(), 0);
  assert.match(await page.locator('.told').innerText(), /^Look at \w\d/);
  assert.ok((await page.locator('.marks .hint').count()) > 0, 'the piece is marked');
  assert.equal(await page.locator('.arrows .line').count(), 0, 'the move is not told yet');
  await page.getByRole('button', { name: 'Show the move' }).click();
  await page.waitForSelector('.arrows .line', { state: 'attached' });
  const move = await page.locator('.told.move').innerText();
  await page.getByRole('button', { name: 'Hint' }).click();
  const why = await page.locator('.told.why').innerText();
  assert.match(why, /\.$/);
  assert.notEqual(why, move);
  assert.equal(await page.locator('[aria-live=assertive]').textContent(), why, 'it is spoken');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.move').length === 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('an expert plays, and is called so in both languages', async () => {
  const info = home.games.find(({ experts }) => experts > 0);
  for (const [language, name, full] of [
    ['en', 'Expert 1', 'Full strength'],
    ['fr', 'Expert 1', 'Pleine force'],
  ]) {
    const page = await home.visitor({ language, settings: { speed: 'off' } });
    await page.goto(`/?game=${info.name}&level=expert-1`);
    const dialog = page.locator('dialog[open]');
    await dialog.getByText(name).waitFor();
    await dialog.getByRole('slider').press('End');
    await dialog.getByText(full, { exact: true }).waitFor();
    await dialog.getByRole('slider').fill('10');
    await dialog.getByText(name).waitFor();
    // The computer begins, and its move is on the board.
    await dialog.locator('input[name="side"][value="second"]').check({ force: true });
    await page.locator('dialog button.start').click();
    await page
      .locator('.top')
      .getByText(language === 'en' ? 'Computer, expert 1' : 'Ordinateur, expert 1')
      .waitFor();
    await eventually('the expert has moved', async () => (await plies(page)) === 1);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
