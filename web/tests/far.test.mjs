// A friend's table with a server that does not answer yet: nobody waits for it to tap and to move.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { farAway, measure, tableWithFriend } from './latency.mjs';
import { byMouse, dice, eventually, house, offered, plies, within } from './table.mjs';

/** What a browser says of a request whose connection is closed before an answer. */
const CUT = /^Failed to load resource: net::ERR_(EMPTY_RESPONSE|CONNECTION_RESET|SOCKET_NOT_CONNECTED)$/;

let home;
before(async () => (home = await house()));
after(() => home.close());

/** Waits until taps are answered while the server's answers do not arrive. */
async function rulesAreHere(page, far) {
  await eventually('taps are answered here', async () => {
    far.withhold(true);
    await byMouse(page)((await offered(page)).starts[0]);
    const here = await within(1_000, async () => (await offered(page)).targets.length > 0);
    far.withhold(false);
    await page.keyboard.press('Escape');
    await eventually('nothing is begun', async () => (await offered(page)).targets.length === 0);
    return here;
  });
}

test('targets and the own move show before the server has answered', async () => {
  const far = await farAway(home.url, 0);
  try {
    await taps(far);
  } finally {
    // Whoever still waits for an answer would keep it open.
    await home.closeVisitors();
    await far.close();
  }
});

async function taps(far) {
  const page = await tableWithFriend(home, home.games[1].name, far);
  await rulesAreHere(page, far);
  far.withhold(true);
  const { targets, move } = await measure(page, 1, dice(4));
  assert.ok(targets.length > 0 && move.length > 0);
  await eventually('the server has answered', () => far.held > 0);
  assert.equal(await plies(page), 1);
  far.withhold(false);
  // The table has it, too: the friend answers.
  await eventually('it goes on', async () => (await plies(page)) >= 2 && (await offered(page)).starts.length > 0);

  // A move that the connection takes away waits in sight, and is played when it is back.
  const before = await plies(page);
  far.cut(true);
  await measure(page, 1, dice(5));
  await page.getByText('Your move goes out as soon as the connection is back').first().waitFor();
  assert.equal(await plies(page), before + 1);
  far.cut(false);
  await eventually('it goes on', async () => (await plies(page)) >= before + 2);
  assert.deepEqual(
    page.complaints.filter((text) => !CUT.test(text)),
    [],
  );
}
