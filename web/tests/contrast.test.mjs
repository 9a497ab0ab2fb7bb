// Every piece stands out from every board, measured on the picture: 3 to 1 against the hollow that
// it lies in and the board around it. And the boards that people can choose are found and kept.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { house, me, restyle, settled, sitDown } from './table.mjs';

let home;
before(async () => (home = await house()));
after(() => home.close());

const BOARDS = ['own', 'pale', 'slate', 'moss'];
const ENOUGH = 3;
/** Games with pieces of all tints on the board. */
const BEGUN = {
  abalone: [],
  avalam: ['c9d8', 'b7c6', 'd8e7', 'f4e4'],
  qawale: ['a1nne', 'd1nww'],
};

/** The pieces on top of their stacks: where they are in the picture of the board, and their tints. */
function pieces(page) {
  return page.evaluate(() => {
    const origin = document.querySelector('.board svg').getBoundingClientRect();
    return [...document.querySelectorAll('.cells > [data-cell]')].map((cell) => {
      const hit = cell.querySelector('.hit').getBoundingClientRect();
      const top = [...cell.querySelectorAll('.body use')].at(-1);
      const box = top?.getBoundingClientRect() ?? hit;
      const middle = ({ x, y, width, height }) => [x - origin.x + width / 2, y - origin.y + height / 2];
      return { cell: middle(hit), unit: hit.width, at: middle(box), tint: top?.getAttribute('href').split('-').at(-1) };
    });
  });
}

/** For each tint the lowest contrasts of its pieces: of the fill alone, and of fill or edge. Works in
 * a page of its own, which may open any picture. */
async function contrasts({ full, bare, cells }) {
  const open = async (data) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0);
    const { data: bytes, width } = context.getImageData(0, 0, canvas.width, canvas.height);
    const linear = (byte) => (byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
    return ([x, y]) => {
      const n = 4 * (Math.round(y) * width + Math.round(x));
      return 0.2126 * linear(bytes[n]) + 0.7152 * linear(bytes[n + 1]) + 0.0722 * linear(bytes[n + 2]);
    };
  };
  const [withPieces, ground] = [await open(full), await open(bare)];
  const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const part = (share, figures) => figures.sort((a, b) => a - b)[Math.floor(share * (figures.length - 1))];
  const around = ([x, y], radius) => {
    const places = [];
    for (let dx = -radius; dx <= radius; dx++)
      for (let dy = -radius; dy <= radius; dy++) if (Math.hypot(dx, dy) <= radius) places.push([x + dx, y + dy]);
    return places;
  };
  const lowest = {};
  for (const { cell, unit, at, tint } of cells) {
    if (!tint) continue;
    const hollow = part(0.5, around(cell, 0.3 * unit).map(ground));
    const distance = (other) => Math.hypot(other.cell[0] - cell[0], other.cell[1] - cell[1]);
    const beside = cells.filter((other) => other.cell !== cell && distance(other) < 1.1 * unit);
    const between = beside.map((other) => other.cell.map((figure, n) => (figure + cell[n]) / 2));
    const board = part(
      0.5,
      between.map((place) => part(0.5, around(place, 0.02 * unit).map(ground))),
    );
    const fill = part(0.5, around(at, 0.26 * unit).map(withPieces));
    const rays = Array.from({ length: 24 }, (_, n) => (n * Math.PI) / 12).map((angle) =>
      Array.from({ length: 60 }, (_, n) => (0.2 + 0.26 * (n / 59)) * unit).map((r) =>
        withPieces([at[0] + r * Math.cos(angle), at[1] + r * Math.sin(angle)]),
      ),
    );
    const found = (lowest[tint] ??= { fill: Infinity, seen: Infinity });
    for (const under of [hollow, board]) {
      const alone = contrast(fill, under);
      const edge = part(
        0.25,
        rays.map((ray) => Math.max(...ray.map((light) => contrast(light, under)))),
      );
      found.fill = Math.min(found.fill, alone);
      found.seen = Math.min(found.seen, Math.max(alone, edge));
    }
  }
  return lowest;
}

for (const [game, moves] of Object.entries(BEGUN)) {
  test(`${game}: pieces stand out from every board`, async () => {
    const wishes = { speed: 'off', coordinates: false, signs: false };
    const eye = await home.visitor();
    const page = await home.visitor({ width: 1000, height: 720, settings: wishes });
    await sitDown(page, game, { seats: [me, me], moves });
    await restyle(
      page,
      'dialog, dialog::backdrop, .marks { opacity: 0 !important } .bare .cells { visibility: hidden }',
    );
    await page.locator('header .tools button').last().click();
    await page.waitForSelector('dialog[open] input[value=moss]', { state: 'attached' });
    const choices = await page.$$eval('input[name=board]', (all) => all.map(({ value }) => value));
    assert.deepEqual(choices, BOARDS);
    const shot = async (bare) => {
      await page.evaluate((now) => document.documentElement.classList.toggle('bare', now), bare);
      return (await page.locator('.board svg').first().screenshot()).toString('base64');
    };
    const cells = await pieces(page);
    for (const board of BOARDS) {
      await page.locator(`input[name=board][value=${board}]`).evaluate((choice) => choice.click());
      await settled(page);
      const [bare, full] = [await shot(true), await shot(false)];
      const lowest = await eye.evaluate(contrasts, { full, bare, cells });
      if (process.env.GALET_FIGURES) console.log(game, board, JSON.stringify(lowest));
      for (const [tint, { seen, fill }] of Object.entries(lowest)) {
        assert.ok(seen >= ENOUGH, `${tint} pieces of ${game} on ${board}: ${seen.toFixed(2)}`);
        // Black marbles must not need a line around them.
        if (game === 'abalone' && tint === 'dark')
          assert.ok(fill >= ENOUGH, `black marbles on ${board}: ${fill.toFixed(2)}`);
      }
    }
    // The last choice is kept, and small pictures have it, too.
    // A picture that the page has drawn itself may be shown, but not fetched: its policy forbids that.
    await page.addInitScript(() => {
      const make = URL.createObjectURL;
      window.drawn = new Map();
      URL.createObjectURL = (blob) => {
        const address = make.call(URL, blob);
        window.drawn.set(address, blob);
        return address;
      };
    });
    await page.goto('/mine');
    const [picture, kept] = await page.evaluate(async () => {
      const found = () => document.querySelector('li .open img[src]')?.src;
      while (!found()) await new Promise((drawn) => requestAnimationFrame(drawn));
      const svg = window.drawn.get(found()) ?? (await fetch(found()));
      return [await svg.text(), localStorage.getItem('galet.settings')];
    });
    assert.match(kept, /"board":"moss"/);
    const boards = await page.evaluate(async () => (await fetch('/api/boards')).json());
    const { surface } = boards.find(({ name }) => name === 'moss').board;
    assert.ok(picture.includes(surface[0]), 'the thumbnail lies on the same board');
    assert.deepEqual(page.complaints, []);
    for (const one of [page, eye]) await one.context().close();
  });
}

test('layouts have names that can be read, the daisies first, below the clock', async () => {
  for (const [language, daisy, robot] of [
    ['en', 'Belgian daisy', 'I’m a robot'],
    ['fr', 'Marguerite belge', 'Je suis un robot'],
  ]) {
    const page = await home.visitor({ language });
    await page.goto('/');
    await page.locator('.game').filter({ hasText: 'Abalone' }).locator('.button').first().click();
    await page.locator('dialog[open] summary').click();
    const names = await page.locator('dialog[open] .grid .tile').allInnerTexts();
    assert.equal(names.length, 60);
    assert.equal(names[1], daisy);
    assert.ok(names.includes(robot), names.join());
    assert.ok(
      names.slice(1, 9).every((name) => /daisy|marguerite/i.test(name)),
      names.slice(0, 9).join(),
    );
    // Nothing is left of the words in setups: “6 9”, “Fujiyama1”.
    assert.ok(!names.some((name) => /\d$/.test(name) && !/^6 (and|et) 9$/.test(name)), names.join());
    const [clock, layouts] = await Promise.all(
      ['.clock', '.grid'].map((part) => page.locator(`dialog[open] ${part}`).first().boundingBox()),
    );
    assert.ok(clock.y + clock.height <= layouts.y, 'the clock stands above the layouts');
    if (language === 'fr') {
      await page.locator('dialog[open] input[type=search]').fill('coeur');
      assert.deepEqual(await page.locator('dialog[open] .grid .tile').allInnerTexts(), ['Cœurs croisés']);
    }
    await page.context().close();
  }
});
