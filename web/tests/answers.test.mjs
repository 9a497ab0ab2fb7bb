// A board that answers: why a tap makes no move, groups that are dragged, steps through the game.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { byKeys, byMouse, byTouch, cells, computer, eventually, house, me, offered, plies, sitDown } from './table.mjs';

let home;
before(async () => (home = await house()));
after(() => home.close());

const why = (page) => page.locator('.why').innerText({ timeout: 20_000 });
const silent = async (page) => (await page.locator('.why').count()) === 0;
const heard = (page, words) =>
  eventually(`spoken: ${words}`, async () =>
    (await page.locator('[aria-live]').allInnerTexts()).some((text) => text.includes(words)),
  );
const selected = async (page) =>
  (await cells(page)).filter(({ label }) => /, (selected|sélectionnée)/.test(label)).map(({ name }) => name);
const inHand = (page) => page.evaluate(() => document.querySelectorAll('.flight, .hand').length);

/** Taps cells by their names, each when the one before has been answered. */
async function taps(page, names, tap) {
  for (const name of names.split(' ')) {
    const before = JSON.stringify(await cells(page));
    await tap((await cells(page)).find((cell) => cell.name === name));
    await eventually(
      `${name} is answered`,
      async () => (await page.locator('.why').count()) > 0 || JSON.stringify(await cells(page)) !== before,
    );
  }
}

/** The places of everything around the board. */
const places = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.frame, .strip, .panel, .bar')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(' ');
    }),
  );

/** Counts how often the board shakes. */
const countShakes = (page) =>
  page.addInitScript(() => {
    window.shakes = 0;
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      if (this.matches('svg[role=application]')) window.shakes += 1;
      return animate.apply(this, how);
    };
  });

// Wrong taps after some moves, what is said, and what is still selected.
const MISTAKES = {
  abalone: { moves: [], taps: 'c3 c5 e5', en: /go one step/, fr: /avancent d’un pas/, stays: ['c3', 'c4', 'c5'] },
  avalam: { moves: ['c9d8'], taps: 'd9 c9', en: /c9/, fr: /c9/, stays: ['d9'] },
  qawale: { moves: [], taps: 'a1 a2 c3', en: /c3 is not next to a2/, fr: /c3 ne touche pas a2/, stays: [] },
};

const PHONE = { width: 390, height: 844, touch: true };

for (const { how, hands, language, size, boards } of [
  { how: 'by mouse', hands: byMouse, language: 'en', size: {}, boards: ['table', 'study'] },
  { how: 'by touch on a phone, in French', hands: byTouch, language: 'fr', size: PHONE, boards: ['table'] },
  { how: 'by keys', hands: byKeys, language: 'en', size: {}, boards: ['study'] },
]) {
  test(`a tap that makes no move is answered, and the half-made move stays: ${how}`, async () => {
    const page = await home.visitor({ language, ...size });
    await countShakes(page);
    for (const { name } of home.games) {
      const mistake = MISTAKES[name];
      for (const board of boards) {
        if (board === 'table') await sitDown(page, name, { moves: mistake.moves });
        else await page.goto(`/study/${name}?moves=${mistake.moves.join('+')}`);
        await page.waitForSelector('.cells.interactive');
        const before = await places(page);
        if (hands === byKeys) await page.locator('.cells > [tabindex="0"]').focus();
        await taps(page, mistake.taps, hands(page));
        const sentence = await why(page);
        assert.match(sentence, mistake[language], `${name}, ${board}`);
        await heard(page, sentence);
        assert.equal(await page.evaluate(() => window.shakes), 1, `${name}, ${board}`);
        assert.deepEqual(await selected(page), mistake.stays, `${name}, ${board}`);
        if (name === 'qawale') assert.ok((await inHand(page)) > 0, 'the sowing goes on');
        assert.deepEqual(await places(page), before, `${name}, ${board}: nothing moves`);
        await page.keyboard.press('Escape');
      }
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('groups go as they are tapped and dragged, and what was played can be walked through', async () => {
  const page = await home.visitor({ settings: { speed: 'off' } });
  await countShakes(page);
  await sitDown(page, 'abalone');
  const place = async (name) => (await cells(page)).find((cell) => cell.name === name);
  const drag = async (from, to) => {
    const [a, b] = [await place(from), await place(to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y, { steps: 5 });
    await page.mouse.up();
  };
  const played = (n, text) =>
    eventually(`${text} is played`, async () => (await page.locator('.move').allInnerTexts())[n] === text);

  await taps(page, 'c4 c5 d4', byMouse(page));
  await played(0, 'c4c5d4');

  // A wrong drag is answered, too; where things shall not move, nothing shakes.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await taps(page, 'g5 g7', byMouse(page));
  await drag('g6', 'e2');
  assert.match(await why(page), /drag g6 to a cell next to it/);
  assert.deepEqual(await selected(page), ['g5', 'g6', 'g7']);
  assert.equal(await page.evaluate(() => window.shakes), 0);
  await drag('g6', 'f5');
  await played(1, 'g5g7f4');

  // The rear marble takes the row along.
  await drag('a2', 'b3');
  await played(2, 'a2b3');

  const at = async () =>
    (await page.locator('.move').count()) && (await page.locator('.move[aria-current]').innerText());
  const stepped = (text) => eventually(`${text} is on the screen`, async () => (await at()) === text);
  await eventually('the move is at the table', async () => (await offered(page)).starts.length > 0);
  await page.mouse.click((await place('e5')).x, (await place('e5')).y);
  assert.match(await why(page), /e5/);
  await page.keyboard.press('ArrowLeft');
  await stepped('g5g7f4');
  await eventually('the sentence goes with the picture', () => silent(page));
  await page.mouse.click((await place('e5')).x, (await place('e5')).y);
  assert.match(await why(page), /earlier move/);
  await page.keyboard.press('ArrowRight');
  await stepped('a2b3');
  await page.mouse.wheel(0, -120);
  await stepped('g5g7f4');
  await page.mouse.wheel(0, 120);
  await stepped('a2b3');

  // Who comes by keys goes from cell to cell.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  const focused = page.locator('.cells > :focus');
  assert.match(await focused.getAttribute('aria-label'), /^e4/);
  assert.equal(await at(), 'a2b3');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a phone has both steps at hand, and says whose turn it is', async () => {
  const page = await home.visitor({ ...PHONE, settings: { speed: 'off' } });
  await sitDown(page, 'qawale', { seats: [computer, me], moves: ['a1nne', 'd4sww'] });
  await eventually('the computer has moved', async () => (await plies(page)) === 3);
  const bar = page.locator('.bar');
  await bar.getByRole('button', { name: 'Previous' }).tap();
  await page.getByText('Move 2 of 3').waitFor();
  await bar.getByRole('button', { name: 'Previous' }).tap();
  await page.getByText('Move 1 of 3').waitFor();
  await bar.getByRole('button', { name: 'Next' }).tap();
  await page.getByText('Move 2 of 3').waitFor();
  assert.equal(await page.locator('dialog[open]').count(), 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
