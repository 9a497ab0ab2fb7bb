// Puzzles in every mode: by mouse, by touch and by keys, in two windows; what is wrong is played out.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { byKeys, byMouse, byTouch, eventually, house, offered, settled, taps, violations, within } from './table.mjs';

const DAY = 86_400_000;
let home;
before(async () => {
  home = await house();
});
after(() => home.close());

/** Asks the server as the page does. */
const ask = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' };
      const how = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(`/api/games/${path}`, how)).json();
    },
    [path, body],
  );

const solutionOf = (page, game, id) => ask(page, `${game}/puzzles/solution`, { type: 'set', id });
const near = async (page, game, rating, count = 1) =>
  (await ask(page, `${game}/puzzles/near`, { rating, seen: [], count, draw: 7 })).puzzles;
const kept = (page, game) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(`galet.puzzles.${name}`) ?? '{"results":[]}'), game);
const board = (page) => page.locator('.board svg').first().boundingBox();
const said = (page) => page.locator('.said').innerText();
const solved = (page) => page.locator('.verdict.good').getByText(/Solved|Résolu/);

/** Solves the puzzle on the screen. */
async function solve(page, { steps }, tap) {
  for (const [n, step] of steps.entries()) {
    if (n % 2 === 1) continue;
    const turn = new RegExp(`(Move|Coup) ${n / 2 + 1} `);
    if (n > 0) await eventually('it goes on', async () => turn.test(await said(page)));
    await page.waitForSelector('.cells.interactive');
    await settled(page);
    await taps(page, step.gesture, tap);
  }
}

/** Makes a move that is not the answer: it begins elsewhere. */
async function miss(page, { steps }, tap) {
  await page.waitForSelector('.cells.interactive');
  await settled(page);
  const [first] = steps[0].gesture;
  const name = (await page.locator(`.cells > [data-cell="${first}"]`).getAttribute('aria-label')).split(',')[0];
  const wrong = page.locator('.verdict.wrong');
  for (let n = 0; n < 30 && !(await wrong.count()); n++) {
    const { targets, starts } = await offered(page);
    const cells = targets.length > 0 ? targets : starts.filter((cell) => cell.name !== name);
    const before = JSON.stringify(await offered(page));
    if (cells.length > 0) await tap(cells[n % cells.length]);
    await within(2_000, async () => (await wrong.count()) > 0 || JSON.stringify(await offered(page)) !== before);
  }
  await wrong.waitFor();
}

test('the puzzle of the day of every game: nothing is told before the answer, all after it, and it is remembered', async () => {
  const page = await home.visitor({ settings: { speed: 'off' } });
  await page.goto('/');
  await page.getByRole('link', { name: 'Puzzles', exact: true }).click();
  for (const { name, title } of home.games) {
    await page.locator('main li a').filter({ hasText: title }).click();
    await page.locator('a.way').filter({ hasText: 'Puzzle of the day' }).click();
    await page.waitForURL(`**/puzzles/${name}/day`);
    await page.waitForSelector('.cells.interactive');
    const today = await ask(page, `${name}/puzzles/day/${new Date().toISOString().slice(0, 10)}`);
    const solution = await solutionOf(page, name, today.id);
    assert.match(await page.getByRole('heading', { level: 1 }).innerText(), / to move$/);
    assert.match(await said(page), new RegExp(today.task.en));
    const told = await page.locator('main').innerText();
    for (const theme of solution.themes) assert.ok(!told.includes(theme.words.en), `${theme.words.en} is told`);
    assert.doesNotMatch(told, /proven|checked|Difficulty|rating \d/i);
    assert.equal(await page.locator('.analysis, .eval, .after section').count(), 0);
    await solve(page, solution, byMouse(page));
    await solved(page).waitFor();
    await page.locator('.after').getByText(today.judged.en, { exact: true }).waitFor();
    for (const theme of solution.themes) await page.locator('.after').getByText(theme.words.en).first().waitFor();
    await eventually('the result is kept', async () => (await kept(page, name)).results.length === 1);
    const [result] = (await kept(page, name)).results;
    assert.ok(result.right && result.rating.rating > 0);
    // What follows is at hand: the keyboard is on it.
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/puzzles/${name}`);
    await page.getByText('Solved today').waitFor();
    await page.getByRole('link', { name: 'All puzzles' }).click();
  }
  await page.getByText('1 day in a row').waitFor();
  await page.reload();
  await page.getByText('1 day in a row').waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a wrong move on a phone, in French: why it fails is played out, the board stays where it is, and it comes back', async () => {
  const page = await home.visitor({
    language: 'fr',
    width: 360,
    height: 640,
    touch: true,
    settings: { speed: 'off' },
  });
  await page.goto('/puzzles');
  for (const { name } of home.games) {
    const [puzzle] = await near(page, name, 900);
    const solution = await solutionOf(page, name, puzzle.id);
    await page.goto(`/puzzles/${name}/${puzzle.id}`);
    await page.waitForSelector('.cells.interactive');
    await settled(page);
    const place = await board(page);
    const stays = async (when) => {
      assert.deepEqual(await board(page), place, `the board moves ${when} (${name})`);
      assert.equal(await page.evaluate(() => scrollY), 0);
    };
    assert.ok(place.y + place.height <= 640, 'the board is in sight');
    await miss(page, solution, byTouch(page));
    await stays('at a wrong move');
    const again = page.getByRole('button', { name: 'Réessayer' });
    await page.locator('.out .move').first().waitFor();
    await eventually('the refutation ends', () => again.evaluate((button) => button === document.activeElement));
    await stays('when it is refuted');
    await page.getByRole('link', { name: 'Analyse' }).last().waitFor();
    await again.tap();
    await solve(page, solution, byTouch(page));
    await page.locator('.verdict.good').getByText('Trouvé.').waitFor();
    await stays('when it is solved');
    await eventually('it counts', async () => (await kept(page, name)).results.length === 1);
    assert.equal((await kept(page, name)).results[0].right, false);
    // A day later it is set again; whoever solves it then has it in three days.
    await page.evaluate(
      ([key, day]) => {
        const all = JSON.parse(localStorage.getItem(key));
        for (const result of all.results) result.at -= day;
        localStorage.setItem(key, JSON.stringify(all));
      },
      [`galet.puzzles.${name}`, DAY],
    );
    await page.goto(`/puzzles/${name}`);
    await page.locator('a.way').filter({ hasText: 'Ce qui revient' }).click();
    await solve(page, solution, byTouch(page));
    await solved(page).waitFor();
    await page.getByRole('button', { name: 'Problème suivant' }).tap();
    await page.getByText('Plus rien ne revient aujourd’hui.').waitFor();
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('endless and by theme, by keys alone: solutions with reasons, the next one, the analysis board', async () => {
  const page = await home.visitor({ settings: { speed: 'off' } });
  const { name } = home.games[1];
  await page.goto('/puzzles');
  const { themes } = await ask(page, `${name}/puzzles`);
  for (const [word, way] of [
    ['Near your strength', 'next'],
    [themes[0].words.en, `theme/${themes[0].name}`],
  ]) {
    await page.goto(`/puzzles/${name}`);
    await page.getByRole('link', { name: word }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/puzzles/${name}/${way}`);
    await page.waitForSelector('.cells.interactive');
    const waiting = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('galet.puzzle')).id);
    const first = await waiting();
    // Coming back finds the same puzzle until it is answered.
    await page.reload();
    await page.waitForSelector('.cells.interactive');
    assert.equal(await waiting(), first);
    const solution = await solutionOf(page, name, first);
    if (way !== 'next') assert.ok(solution.themes.some((theme) => theme.name === themes[0].name));
    await page.locator('.cells > [tabindex="0"]').focus();
    await solve(page, solution, byKeys(page));
    await solved(page).waitFor();
    await page.getByRole('button', { name: 'Next puzzle' }).waitFor();
    await page.keyboard.press('Enter');
    await eventually('another one is set', async () => (await waiting()) !== first);
    await page.waitForSelector('.cells.interactive');
    const second = await solutionOf(page, name, await waiting());
    await page.getByRole('button', { name: 'Show the solution' }).press('Enter');
    await page.getByText('This was the solution.').waitFor();
    assert.equal(await page.locator('.after ol > li').count(), second.steps.length);
    for (const { words } of second.steps[0].reasons) await page.locator('.after').getByText(words.en).first().waitFor();
  }
  const { results } = await kept(page, name);
  assert.deepEqual(
    results.map(({ right }) => right),
    [true, false, true, false],
  );
  await page.getByRole('link', { name: 'Analysis' }).last().click();
  await page.waitForURL(`**/study/${name}?*position=*`);
  await page.waitForSelector('.desk .cells');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('mistakes of a reviewed game become puzzles that come back, at one press', async () => {
  const page = await home.visitor({ settings: { speed: 'off' } });
  const name = 'qawale';
  await page.goto('/puzzles');
  const [puzzle] = await near(page, name, 500);
  const solution = await solutionOf(page, name, puzzle.id);
  await page.goto(`/puzzles/${name}/${puzzle.id}`);
  await miss(page, solution, byMouse(page));
  // A game with one move, and that a mistake.
  const analysis = new URL(await page.locator('.actions a[href*="/study/"]').getAttribute('href'), page.url());
  analysis.searchParams.set('game', name);
  analysis.searchParams.set('moves', analysis.searchParams.get('moves').split(' ')[0]);
  await page.evaluate((key) => localStorage.removeItem(key), `galet.puzzles.${name}`);
  await page.goto(`/review${analysis.search}`);
  await page.getByRole('button', { name: 'Make puzzles of the mistakes' }).click();
  await page.getByText('1 puzzle is among those that come back.').waitFor();
  await page.getByRole('link', { name: 'Solve it now' }).click();
  await page.waitForURL(`**/puzzles/${name}/own`);
  await solve(page, solution, byMouse(page));
  await solved(page).waitFor();
  const { own, results } = await kept(page, name);
  assert.equal(own.length, 1);
  assert.ok(results.length === 1 && results[0].right && results[0].rating === null, JSON.stringify(results));
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await page.getByText('These were all puzzles from your games.').waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('two windows of one browser keep what each of them counts', async () => {
  const left = await home.visitor({ settings: { speed: 'off' } });
  const right = await left.context().newPage();
  const { name } = home.games[2];
  await left.goto('/puzzles');
  const two = await near(left, name, 600, 2);
  for (const [n, page] of [left, right].entries()) {
    await page.goto(`/puzzles/${name}/${two[n].id}`);
    await page.waitForSelector('.cells.interactive');
  }
  for (const page of [left, right]) await page.getByRole('button', { name: 'Show the solution' }).click();
  for (const page of [left, right]) await page.getByText('This was the solution.').waitFor();
  await eventually('both are kept', async () => (await kept(left, name)).results.length === 2);
  await left.goto(`/puzzles/${name}`);
  await left.getByText('0 of 2 solved at the first try').waitFor();
  await left.context().close();
});

const SIZES = [
  { width: 360, height: 640, theme: 'light', language: 'fr', axe: true },
  { width: 390, height: 844, theme: 'dark', language: 'en' },
  { width: 820, height: 1180, theme: 'light', language: 'en' },
  { width: 1366, height: 768, theme: 'dark', language: 'fr', axe: true },
];
for (const size of SIZES) {
  test(`puzzle pages at ${size.width} × ${size.height}, ${size.theme}, ${size.language}`, async () => {
    const page = await home.visitor({ ...size, settings: { speed: 'off' } });
    await page.goto('/puzzles');
    await page.waitForSelector('.picture use', { state: 'attached' });
    const look = async (what) => {
      await settled(page);
      if (size.axe) assert.deepEqual(await violations(page), [], what);
      const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= room, `${what} is wider than the screen`);
    };
    await look('games');
    const { name } = home.games[0];
    const [puzzle] = await near(page, name, 1000);
    await page.goto(`/puzzles/${name}/${puzzle.id}`);
    await page.waitForSelector('.cells.interactive');
    await look('puzzle');
    const place = await page.locator('.board').boundingBox();
    assert.ok(place.y + place.height <= size.height && place.height > 240, JSON.stringify(place));
    await page.locator('.actions button').first().click();
    await page.locator('.after section').waitFor();
    await page.locator('.actions .primary').waitFor();
    await look('solution');
    assert.deepEqual(await page.locator('.board').boundingBox(), place);
    await page.goto(`/puzzles/${name}`);
    await page.locator('.way').first().waitFor();
    await look('home');
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('addresses that lead nowhere have a face', async () => {
  const page = await home.visitor();
  const { name } = home.games[0];
  for (const path of ['/puzzles/nothing', `/puzzles/${name}/nothing`, `/puzzles/${name}/0123456789abcdef`]) {
    await page.goto(path);
    await page.locator('.face a.primary').waitFor();
  }
  await page.context().close();
});
