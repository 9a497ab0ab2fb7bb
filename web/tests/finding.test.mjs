// Finding one's way: what each game is, invitations, rematches, whose turn it is, and one's own results.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  byMouse,
  byTouch,
  computer,
  dice,
  eventually,
  house,
  me,
  offered,
  playOn,
  settled,
  sitDown,
  violations,
} from './table.mjs';

let home;
before(async () => (home = await house()));
after(() => home.close());

/** Whether something is in sight: on the screen, and nothing lies over it. */
async function inSight(locator) {
  const box = await locator.boundingBox();
  if (!box) return false;
  return locator.evaluate(
    (element, [x, y]) => {
      const top = document.elementFromPoint(x, y);
      return !!top && (element.contains(top) || top.contains(element));
    },
    [box.x + box.width / 2, box.y + box.height / 2],
  );
}

/** A browser whose notifications the test sees, and which looks elsewhere when the test says so. */
function watchNotifications(page) {
  return page.addInitScript(() => {
    Object.assign(window, { asked: 0, notes: [], away: false });
    Object.defineProperty(document, 'hidden', { get: () => window.away });
    window.Notification = class {
      static permission = 'default';
      static async requestPermission() {
        window.asked += 1;
        return (this.permission = 'granted');
      }
      constructor(text) {
        window.notes.push(text);
      }
      close() {}
    };
  });
}

const move = async (page, tap, roll) => {
  await eventually('it is their turn', async () => (await offered(page)).starts.length > 0);
  let taps = 0;
  await playOn(
    page,
    tap,
    async () => {
      const { starts, targets } = await offered(page);
      return taps++ > 0 && starts.length + targets.length === 0;
    },
    roll,
  );
};

test('an invitation, a turn that is told, and a rematch that leaves the finished game where it was', async () => {
  const ann = await home.visitor({ settings: { speed: 'off' } });
  const bob = await home.visitor({ width: 390, height: 844, touch: true, language: 'fr', settings: { speed: 'off' } });
  await watchNotifications(ann);
  const info = home.games[0];
  const option = info.options.find(({ values }) => values.type === 'number');
  const value = String(option.values.max);
  const table = await sitDown(ann, info.name, {
    seats: [me, { type: 'friend' }],
    setup: { options: [[option.key, value]] },
    clock: { type: 'fischer', initial: 600_000, increment: 5_000 },
  });
  await ann.keyboard.press('Escape');

  // Clock, increment and options before one sits down, and the course, with a way back.
  await bob.goto(`/t/${table}`);
  const invitation = bob.locator('.invite');
  await invitation.getByText(option.label.fr.replace(/\.$/, '')).waitFor();
  const terms = await invitation.innerText();
  assert.match(terms, /10 minutes par joueur, \+5\s*s/);
  assert.ok(terms.includes(value), terms);
  await invitation.getByRole('link', { name: 'D’abord apprendre, en trois minutes' }).tap();
  await bob.getByRole('link', { name: 'Revenir à votre invitation' }).tap();
  await invitation.getByRole('button').tap();

  // Ann's tab says that it is her turn; Bob has the rules one press away.
  await ann.waitForFunction(() => document.title.startsWith('(1) Your turn'));
  const icon = () => ann.locator('link[rel=icon]').getAttribute('href');
  await eventually('the icon has a dot', async () => (await icon()) === '/waiting.svg');
  await bob.getByRole('button', { name: 'Plus' }).tap();
  await bob.getByRole('button', { name: 'Règles' }).tap();
  const rules = bob.locator('dialog[open]');
  await rules.locator('li').first().waitFor();
  assert.ok((await rules.locator('li').count()) > 5);
  await bob.keyboard.press('Escape');

  await move(ann, byMouse(ann), dice(5));
  await eventually('the dot is gone', async () => (await icon()) === '/favicon.svg');
  assert.equal(await ann.evaluate(() => window.asked), 0, 'nobody is asked without a press');
  await ann.getByRole('button', { name: 'Notify me when it is my turn' }).click();
  await ann.evaluate(() => (window.away = true));
  assert.equal(await ann.evaluate(() => window.asked), 1);
  await move(bob, byTouch(bob), dice(9));
  await ann.waitForFunction(() => window.notes.length > 0);
  assert.deepEqual(await ann.evaluate(() => window.notes), [`Your turn – ${info.title}`]);

  // The end. Ann's wish is in sight on Bob's phone, and it is hers to withdraw.
  await ann.getByRole('button', { name: 'Resign' }).click();
  await ann.locator('dialog[open] .primary').click();
  const end = ann.locator('.panel section.end');
  const wish = bob.getByText('Votre adversaire voudrait une revanche.').filter({ visible: true });
  await bob.waitForSelector('section.end.sheet');
  await end.getByRole('button', { name: 'Rematch' }).click();
  await wish.waitFor();
  await settled(bob);
  assert.ok(await inSight(wish));
  assert.equal(await ann.getByRole('button', { name: 'Decline' }).count(), 0);
  await end.getByRole('button', { name: 'Withdraw' }).click();
  await wish.waitFor({ state: 'detached' });
  // With the card of the end closed it is in sight as well.
  await bob.locator('section.end.sheet .x').tap();
  await end.getByRole('button', { name: 'Rematch' }).click();
  await wish.waitFor();
  assert.ok(await inSight(wish));
  await bob.getByRole('button', { name: 'Accepter' }).tap();
  await eventually('both are at the rematch', async () => ann.url() === bob.url() && !ann.url().endsWith(table));

  // Back is no trap: the finished game is there, and the way to the rematch.
  for (const page of [ann, bob]) {
    await page.goBack();
    await page.waitForURL(`**/t/${table}`);
    await page.locator('section.end').filter({ visible: true }).waitFor();
    await settled(page);
    assert.ok(page.url().endsWith(table));
  }
  await end.getByRole('link', { name: 'Go to the rematch' }).click();
  await ann.waitForURL((url) => !url.pathname.endsWith(table));
  for (const page of [ann, bob]) assert.deepEqual(page.complaints, []);
});

test('the start page says what the games are, and my games how I did', async () => {
  const page = await home.visitor({ width: 1366, height: 768, settings: { speed: 'off' } });
  await page.goto('/');
  await page.waitForSelector('.picture use', { state: 'attached' });
  for (const { about } of home.games) await page.getByText(about.en).waitFor();
  const tops = (part) => page.$$eval(`.game ${part}`, (all) => all.map((one) => one.getBoundingClientRect().top));
  for (const part of ['h2', '.about', '.links']) assert.equal(new Set(await tops(part)).size, 1, `${part} in line`);
  await page.locator('.game .marks > *').first().waitFor({ state: 'attached' });

  // A task of the course is a game that one move wins.
  const info = home.games.at(-1);
  const lessons = await (await page.request.get(`/api/games/${info.name}/lessons`)).json();
  const { setup, stages } = lessons.find(({ part, stages: [stage] }) => part === 'task' && stage.moves.length === 1);
  const sit = () => sitDown(page, info.name, { seats: [me, computer], setup });
  for (let n = 0; n < 2; n++) {
    await sit();
    for (const cell of stages[0].taps) await page.locator(`.cells > [data-cell="${cell}"] .hit`).click();
    await page.waitForSelector('.panel section.end');
  }
  // Two wins in a row: the next level is a press away, and says how strong it is.
  await page.locator('.panel section.end').getByRole('link', { name: 'Try level 2' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByText('Level 2').waitFor();
  const round = (points) => `+${Math.round(points / 10) * 10}`;
  assert.match(await dialog.innerText(), new RegExp(`about \\${round(info.elo[1])} Elo above level 1`));
  await dialog.getByRole('slider').press('End');
  assert.match(await dialog.innerText(), new RegExp(`at least \\${round(info.elo.at(-1))} Elo above level 1`));

  await sit();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog[open] .primary').click();
  await page.waitForSelector('.panel section.end');
  await page.goto('/mine?state=finished');
  const cards = page.locator('li.card');
  await cards.first().waitFor();
  const badges = () => page.locator('li .won, li .drawn, li .lost').allInnerTexts();
  assert.deepEqual(await badges(), ['Lost', 'Won', 'Won']);
  const tallies = page.locator('.tallies');
  const row = tallies.getByRole('row', { name: 'Level 1' });
  await row.waitFor();
  assert.deepEqual(await row.getByRole('cell').allInnerTexts(), ['2', '0', '1']);
  assert.match(await tallies.innerText(), /Longest streak: 2 wins/);
  // No writing in the small pictures: it would be cut off.
  const picture = await (await page.request.get(await cards.locator('img').first().getAttribute('src'))).text();
  assert.ok(picture.startsWith('<svg') && !/<text[^>]*>(Light|Dark|Black|White)/.test(picture));
  await settled(page);
  assert.deepEqual(await violations(page), []);

  await page.getByRole('combobox', { name: 'Result' }).selectOption('lost');
  await eventually('only what was lost', async () => (await badges()).join() === 'Lost');
  await page.getByRole('combobox', { name: 'Opponent' }).selectOption('people');
  await page.getByText('No game is like that.').waitFor();
  assert.deepEqual(page.complaints, []);
});
