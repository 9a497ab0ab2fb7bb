// Contact sheets: every page at four sizes, light and dark, in both languages, on a few pictures for
// people to look at before they call it done. `npm run sheets` writes them to `sheets/`.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { analyse } from './study.mjs';
import { byMouse, computer, dice, house, me, over, playOn, settled, sitDown } from './table.mjs';

const folder = new URL('sheets/', import.meta.url);
const SIZES = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];
/** The height of a picture on a sheet, in pixels, and how many pages a sheet shows. */
const [HIGH, PAGES] = [400, 6];
/** Games that have begun; the first player is to move. */
const BEGUN = {
  abalone: { setup: { layout: 'belgian-daisy', options: [] }, moves: 'a1b2 i5h5 b2c3 h5g5 b1c2 i6h6' },
  avalam: { setup: { options: [] }, moves: 'c9d8 b7c6 d8e7 f4e4 d7c6 h4g4 e7f6 g2g3' },
  qawale: { setup: { options: [] }, moves: 'a1nne d4sww a4ess d1nww' },
};

/** Goes from page to page and hands each to `look`, by its name. */
async function tour(page, look) {
  const go = async (name, address, ready) => {
    await page.goto(address);
    await page.waitForSelector(ready, { state: 'attached' });
    await look(name);
  };
  const leave = () => page.keyboard.press('Escape');
  await go('start', '/', '.picture use');
  await page.locator('.game .button').first().click();
  await page.locator('dialog[open] summary').click();
  await look('new game');
  for (const [game, { setup, moves }] of Object.entries(BEGUN)) {
    await sitDown(page, game, { seats: [me, computer], setup, moves: moves.split(' ') });
    await look(`table, ${game}`);
  }
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('.panel .banner');
  await look('table, looking back');
  await sitDown(page, 'avalam', { seats: [me, { type: 'friend' }], clock: { type: 'sudden-death', initial: 600_000 } });
  await page.waitForSelector('dialog[open] input[readonly]');
  await look('share');
  await leave();
  await look('waiting for a friend');
  const id = await sitDown(page, 'qawale');
  await playOn(page, byMouse(page), () => over(page), dice(3));
  await look('the end');
  await go('review', `/review/${id}`, '[role=slider]');
  await go('my games', '/mine', 'li .open img');
  await page.locator('header .tools button').last().click();
  await page.waitForSelector('dialog[open]');
  await look('settings');
  await go('learn', '/learn', 'main a');
  await go('course', '/learn/avalam', 'main li a');
  await page.locator('main li a').nth(1).click();
  await page.waitForSelector('.cells');
  await look('lesson');
  await go('rules', '/learn/abalone/rules', '.rules use');
  await go('puzzles', '/puzzles', '.picture use');
  await go('puzzle', '/puzzles/avalam/day', '.cells.interactive');
  await page.locator('.actions button').first().click();
  await page.waitForSelector('.actions .primary');
  await look('puzzle, its solution');
  await go('puzzles of a game', '/puzzles/avalam', '.way');
  await go('analysis', '/study', 'main a');
  for (const [game, { setup, moves }] of Object.entries(BEGUN)) {
    const wish = new URLSearchParams({ ...(setup.layout ? { layout: setup.layout } : {}), moves });
    await analyse(page, `/study/${game}?${wish}`);
    await look(`analysis, ${game}`);
  }
  await page.locator('.acts, .bar').getByRole('button', { name: 'Import/export' }).first().click();
  await look('import and export');
  await leave();
  await page.locator('.acts button').first().click();
  await page.waitForSelector('.palette');
  await look('set up a position');
  await go('nothing', '/no/such/page', '.face');
}

/** Puts pictures on sheets: a row for each page, a column for each size. */
async function paste(page, title, shots) {
  const names = [...new Set(shots.map(({ name }) => name))];
  for (let part = 0; part * PAGES < names.length; part++) {
    const rows = names.slice(part * PAGES, (part + 1) * PAGES).map((name) => {
      const pictures = shots.filter((shot) => shot.name === name);
      const figures = pictures.map(
        ({ file, size }) =>
          `<figure><img src="${file}" height="${HIGH}"><figcaption>${size.width}×${size.height}</figcaption></figure>`,
      );
      return `<h2>${name}</h2><div>${figures.join('')}</div>`;
    });
    const style = `body { margin: 16px; background: #777; color: #fff; font: 16px sans-serif; width: max-content }
      h2 { margin: 16px 0 4px; font-size: 20px } div { display: flex; gap: 12px } figure { margin: 0 } img { display: block }`;
    const sheet = new URL(`${title}-${part + 1}.html`, folder);
    writeFileSync(sheet, `<!doctype html><meta charset="utf-8"><style>${style}</style>${rows.join('')}`);
    await page.goto(sheet.href);
    await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
    await page.screenshot({ path: new URL(`${title}-${part + 1}.png`, folder).pathname, fullPage: true });
    rmSync(sheet);
    console.log(`${title}-${part + 1}.png`);
  }
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(new URL('shots/', folder), { recursive: true });
const home = await house();
try {
  for (const language of ['en', 'fr'])
    for (const theme of ['light', 'dark']) {
      const page = await home.visitor({ ...SIZES[0], language, theme, settings: { speed: 'off' } });
      const shots = [];
      await tour(page, async (name) => {
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await settled(page);
          const file = `shots/${language}-${theme}-${shots.length}.png`;
          await page.screenshot({ path: new URL(file, folder).pathname });
          shots.push({ name, size, file });
        }
        await page.setViewportSize(SIZES[0]);
      });
      await page.context().close();
      const easel = await home.visitor({ width: 2200, height: 1200 });
      await paste(easel, `${language}-${theme}`, shots);
      await easel.context().close();
    }
} finally {
  await home.close();
}
