// The review of a game, what is kept secret, and how the study pages look.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { analyse, score } from './study.mjs';
import { byMouse, computer, dice, house, me, over, playOn, settled, sitDown, violations } from './table.mjs';

const pictures = new URL('pictures/', import.meta.url).pathname;
let home;
before(async () => {
  mkdirSync(pictures, { recursive: true });
  home = await house();
});
after(() => home.close());

test('the review of a finished game: graph, mistakes, another try, the better line', async () => {
  const page = await home.visitor({ settings: { speed: 'off' } });
  const id = await sitDown(page, 'qawale');
  await playOn(page, byMouse(page), () => over(page), dice(3));
  await page
    .getByRole('link', { name: /See my mistakes|Review/ })
    .first()
    .click();
  await page.waitForURL(`**/review/${id}`);
  const graph = page.getByRole('slider');
  await graph.waitFor({ timeout: 240_000 });
  const [plies, here] = [await graph.getAttribute('aria-valuemax'), await graph.getAttribute('aria-valuenow')];
  assert.ok(Number(plies) > 3);
  await graph.focus();
  await page.keyboard.press('End');
  assert.equal(await graph.getAttribute('aria-valuenow'), plies);
  await page.keyboard.press('Home');
  assert.equal(await graph.getAttribute('aria-valuenow'), '0');
  for (let n = 0; n < Number(here); n++) await page.keyboard.press('ArrowRight');
  // Random play is full of mistakes: the review began at the first of them.
  await page.getByRole('button', { name: 'Try again' }).click();
  assert.equal(await page.locator('.line').count(), 0, 'the answer is not shown first');
  await playOn(
    page,
    byMouse(page),
    async () => (await page.locator('.verdict, .about [role=status]').count()) > 0,
    dice(11),
  );
  await page.locator('.verdict').waitFor();
  const better = page.getByRole('button', { name: 'Show the better line' });
  if (await better.count()) await better.click();
  await page.locator('.line button').first().waitFor();
  await page.getByRole('link', { name: 'Open in analysis' }).click();
  await score(page)
    .waitFor()
    .catch(() => page.locator('.engine .none').waitFor());
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('nobody gets an evaluation of a game that two people are playing', async () => {
  const page = await home.visitor();
  const id = await sitDown(page, 'avalam', { seats: [me, { type: 'friend' }] });
  for (const address of [`/study?table=${id}`, `/review/${id}`]) {
    await page.goto(address);
    await page.locator('.face').getByText('still going on').waitFor();
  }
  await page.goto('/review/nothing');
  await page.locator('.face').getByRole('button').first().waitFor();
  await page.context().close();
});

const VIEWS = [
  { width: 1440, height: 900, theme: 'light', language: 'en' },
  { width: 768, height: 1024, theme: 'dark', language: 'en' },
  { width: 360, height: 740, theme: 'dark', language: 'fr' },
];

for (const view of VIEWS) {
  test(`study pages at ${view.width} pixels, ${view.theme}, ${view.language}`, async () => {
    const page = await home.visitor({ ...view, settings: { speed: 'off' } });
    const look = async (name) => {
      await settled(page);
      await page.screenshot({ path: `${pictures}${name}-${view.width}-${view.theme}.png` });
      assert.deepEqual(await violations(page), [], name);
      const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= room, `${name} is wider than the screen`);
    };
    await page.goto('/study');
    await page.waitForSelector('.picture use', { state: 'attached' });
    await look('study');
    for (const { name } of home.games) {
      await analyse(page, `/study/${name}`);
      await look(`study-${name}`);
    }
    const id = await sitDown(page, 'avalam', {
      moves: ['d6d7', 'b7c7', 'f4f5', 'h5i5', 'e7f7', 'f6e6'],
      seats: [me, computer],
    });
    await page.goto(`/review/${id}`);
    await page.getByRole('slider').waitFor({ timeout: 240_000 });
    await look('review');
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('an imported record: one press to its review, up to a bad move, with both scales and the moves beside the board', async () => {
  const page = await home.visitor({ width: 1366, height: 768, settings: { speed: 'off' } });
  await page.goto('/study/avalam');
  await page
    .getByRole('button', { name: /^Import/ })
    .first()
    .click();
  const moves = 'd6d7 b7c7 f4f5 h5i5 e7f7 f6e6';
  await page.locator('#record-text').fill(`[First "Ada"]\n[Game "avalam"]\n\n${moves} a1a9 *`);
  await page.getByRole('dialog').getByRole('button', { name: 'Review this game' }).click();
  // What is wrong is said with its place, and the moves before it are reviewed.
  await page
    .getByText(/line 4, column 31/i)
    .first()
    .waitFor();
  await page.waitForURL('**/review?*');
  await page.getByRole('slider').waitFor({ timeout: 240_000 });
  const list = page.getByRole('list', { name: 'Moves' });
  assert.equal(await list.getByRole('button').count(), 6);
  const [box, panel, board] = [
    await list.boundingBox(),
    await page.locator('.panel').boundingBox(),
    await page.locator('.desk .board').boundingBox(),
  ];
  assert.ok(box.height >= 140 && box.y + box.height <= 768, `the list of moves: ${JSON.stringify(box)}`);
  assert.ok(board.x + board.width <= panel.x + 1, 'it stands beside the board');
  assert.match(await page.locator('dl[aria-label="Accuracy"]').innerText(), /Ada[\s\S]*\d+\s?%[\s\S]*\d+\s?%/);
  // A move that is blamed has both scales.
  const blamed = list.locator('button', { hasText: '?' }).first();
  await blamed.click();
  assert.match(await page.locator('.scales').innerText(), /Chances lost:[\s\S]*Lost on the board:/);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
