// Two people by a link: one English at a desk, one French with a phone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { byMouse, byTouch, dice, eventually, house, offered, playOn, plies } from './table.mjs';

let home;
before(async () => (home = await house()));
after(() => home.close());

test('two people play by a link, through a reload and a lost connection', async () => {
  const ann = await home.visitor({ settings: { speed: 'off' } });
  const bob = await home.visitor({ width: 360, height: 740, touch: true, language: 'fr', settings: { speed: 'off' } });
  await ann.goto('/');
  await ann.locator('.game .button').nth(1).click();
  await ann.getByRole('radio', { name: 'Friend by link' }).check();
  await ann.locator('dialog button.start').click();
  await ann.waitForSelector('dialog[open] input[readonly]');
  const link = new URL(await ann.locator('dialog[open] input[readonly]').inputValue());
  await ann.keyboard.press('Escape');

  await bob.goto(link.pathname);
  await bob.locator('.invite .primary').click();
  await eventually('both sit', async () => (await offered(ann)).starts.length > 0);

  const moved = (page, tap, roll) => {
    let count = 0;
    return (async () => {
      await eventually('it is their turn', async () => (await offered(page)).starts.length > 0);
      await playOn(
        page,
        tap,
        async () =>
          count++ > 0 && (await offered(page)).starts.length === 0 && (await offered(page)).targets.length === 0,
        roll,
      );
    })();
  };
  const [a, b] = [dice(5), dice(9)];
  for (let n = 0; n < 2; n++) {
    await moved(ann, byMouse(ann), a);
    await moved(bob, byTouch(bob), b);
  }
  await eventually('both see four moves', async () => (await plies(ann)) === 4);

  await bob.reload();
  await moved(ann, byMouse(ann), a);
  await moved(bob, byTouch(bob), b);

  // Ann moves while Bob has no network; he finds the move when he is back.
  await bob.context().setOffline(true);
  await moved(ann, byMouse(ann), a);
  await bob.waitForTimeout(500);
  await bob.context().setOffline(false);
  await moved(bob, byTouch(bob), b);
  await eventually('nothing is lost', async () => (await plies(ann)) === 8);

  // A third person only watches.
  const eve = await home.visitor();
  await eve.goto(link.pathname);
  await eve.waitForSelector('.cells');
  assert.equal((await offered(eve)).starts.length, 0);
  assert.equal(await eve.locator('.invite').count(), 0);

  await ann.getByRole('button', { name: 'Offer a draw' }).click();
  await bob.getByRole('button', { name: 'Refuser' }).click();
  await eventually('the offer is gone', async () => !/offered a draw/.test(await ann.locator('.panel').innerText()));
  await ann.getByRole('button', { name: 'Ask to take back' }).click();
  await bob.getByRole('button', { name: 'Accepter' }).click();
  await eventually('two moves are taken back', async () => (await plies(ann)) === 6);

  await ann.getByRole('button', { name: 'Resign' }).click();
  await ann.locator('dialog[open] .primary').click();
  await bob.waitForSelector('section.end.sheet');
  assert.match(await bob.locator('section.end.sheet').innerText(), /Vous gagnez/);
  assert.match(await ann.locator('section.end').first().innerText(), /You lose/);

  // Bob asks while Ann's finger is down on the same button: her click counts all the same.
  await ann.locator('section.end').first().getByRole('button', { name: 'Rematch' }).hover();
  await ann.mouse.down();
  await bob.locator('section.end.sheet .primary').click();
  await ann.getByText('Your opponent would like a rematch.').first().waitFor();
  await ann.mouse.up();
  await eventually(
    'both are at the rematch',
    async () => ann.url() === bob.url() && !ann.url().endsWith(link.pathname),
  );
  for (const page of [ann, bob, eve]) assert.deepEqual(page.complaints, []);
});
