// A friend's table with the server two seconds away: nobody waits for it to tap and to move.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { farAway, measure, rulesAreHere, tableWithFriend } from './latency.mjs';
import { dice, eventually, house, offered, plies } from './table.mjs';

let home;
before(async () => (home = await house()));
after(() => home.close());

test('targets and the own move show long before the server has answered', async () => {
  const far = await farAway(home.url, 0);
  const page = await tableWithFriend(home, home.games[1].name, far);
  far.roundTrip = 2_000;
  await rulesAreHere(page);
  const times = await measure(page, 1, dice(4));
  for (const time of [...times.targets, ...times.move]) assert.ok(time < 1_000, `${time} ms`);
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
    page.complaints.filter((text) => !/ERR_/.test(text)),
    [],
  );
});
