// The analysis board, the editor, texts in and out.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { analyse, score } from './study.mjs';
import { byKeys, byMouse, dice, eventually, house, offered, playOn } from './table.mjs';

let home;
before(async () => {
  home = await house();
});
after(() => home.close());

/** A game of Avalam with few moves left. */
const LATE = `
  d6d7 b7c7 f4f5 h5i5 e7f7 f6e6 f7g6 f3f2 c5b5 d3d4 c8c7 c9d8 b4c4 g5f5 d4e3 a4a5
  e4e3 b6b5 d7c7 d9d8 g1g2 c3c4 e2f2 g2h2 f1f2
`
  .trim()
  .split(/\s+/);

const moves = (page) => page.locator('.tree .move').allInnerTexts();
const tool = (page, name) => page.locator('.acts').getByRole('button', { name });

/** Makes any move on the board, by keys or by mouse. */
async function anyMove(page, tap, roll) {
  const before = page.url();
  await playOn(page, tap, async () => page.url() !== before, roll);
}

for (const { name } of [{ name: 'abalone' }, { name: 'avalam' }, { name: 'qawale' }]) {
  test(`${name}: both sides are moved, variations kept, walked and deleted`, async () => {
    const page = await home.visitor({ settings: { speed: 'off' } });
    const roll = dice(7);
    await analyse(page, `/study/${name}`);
    await page.locator('.cells > [tabindex="0"]').focus();
    await anyMove(page, byKeys(page), roll);
    await anyMove(page, byMouse(page), roll);
    assert.equal((await moves(page)).length, 2);
    // Back, and something else instead: a variation.
    await page.locator('.tree .move').last().focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await eventually('the engine looks at the start', async () => (await score(page).count()) > 0);
    const here = (await moves(page))[0].replace(/^\d+\./, '');
    const lines = page.locator('.engine li .moves');
    await eventually('the engine has lines', async () => (await lines.locator('button').count()) > 2);
    // At once: the lines change their places while the engine thinks.
    await lines.evaluateAll((all, here) => {
      const first = all.map((line) => line.querySelector('button'));
      first.find((button) => button && button.innerText !== here).click();
    }, here);
    await eventually('a variation', async () => (await page.locator('.tree .variation .move').count()) === 1);
    await page.locator('select.marks').selectOption('1');
    await page.getByRole('button', { name: 'Comment' }).click();
    await page.locator('#remark').fill('Worth a try.');
    await page.locator('.write .button').click();
    await page.getByRole('button', { name: 'Make it the main line' }).click();
    assert.match((await moves(page))[0], /!$/);
    // All of it is there after a reload.
    const known = await moves(page);
    await page.reload();
    await score(page).waitFor();
    assert.deepEqual(await moves(page), known);
    await page.getByText('Worth a try.').waitFor();
    // Deleted, and brought back.
    await page.getByRole('button', { name: 'Delete from here' }).click();
    assert.equal((await moves(page)).length, known.length - 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.deepEqual(await moves(page), known);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('the engine: lines, preview, off and on, a proven result', async () => {
  const page = await home.visitor({ settings: { speed: 'off' } });
  await analyse(page, '/study/avalam');
  assert.match(await score(page).innerText(), /^[+−]?\d\.\d$/);
  await page.locator('.wishes select').first().selectOption('5');
  await eventually('five lines', async () => (await page.locator('.engine .score:not(.wait)').count()) === 5);
  // Pointing at a move of a line shows the position after it, and only for so long.
  const picture = () => page.locator('.cells').innerHTML();
  const before = await picture();
  await page.locator('.engine li .moves button').nth(1).hover();
  await eventually('a preview', async () => (await picture()) !== before);
  await page.mouse.move(5, 5);
  await eventually(
    'the position again',
    async () => (await moves(page)).length === 0 && (await offered(page)).starts.length > 0,
  );
  await page.locator('.switch').click();
  await eventually('no lines', async () => (await page.locator('.engine .score').count()) === 0);
  await page.locator('.switch').click();
  // Few moves are left here.
  await analyse(page, `/study/avalam?moves=${LATE.join('+')}`);
  await page.locator('.engine .solved').waitFor();
  assert.match(await score(page).innerText(), /^(Light|Dark): win|^draw/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a game that is solved is known to be a draw, from its first move on', async () => {
  const page = await home.visitor({ settings: { speed: 'off' } });
  await analyse(page, '/study/qawale');
  await page.locator('.engine .solved').waitFor();
  assert.match(await score(page).innerText(), /^draw \(proven\)/);
  // Whoever wants to play against the proof is told so, unless the rules are others.
  await page.goto('/');
  await page.locator('.game').filter({ hasText: 'Qawale' }).locator('.button').first().click();
  const proven = page.getByText('It is proven that nobody can force a win here');
  await page.locator('#level').fill('9');
  assert.equal(await proven.count(), 0);
  await page.locator('#level').fill('10');
  await proven.waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a position is put together, and what cannot stand like that is told', async () => {
  const page = await home.visitor({ language: 'fr', settings: { speed: 'off' } });
  await analyse(page, '/study/avalam');
  await tool(page, 'Composer').click();
  const cell = page.locator('.cells > [aria-label^="e5"]');
  for (let n = 0; n < 6; n++) await cell.click();
  await page.getByText('Une tour a cinq pions au plus').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Analyser cette position' }).isDisabled(), true);
  await page.locator('.palette label').last().click();
  await cell.click();
  await page.getByText('Étrange, mais jouable').waitFor();
  await page.getByText('Le centre e5 est vide dans toutes les parties.').waitFor();
  await page.getByRole('button', { name: 'Analyser cette position' }).click();
  await score(page).waitFor();
  assert.match(decodeURIComponent(page.url()), /position=/);
  // The browser itself complains about refusals.
  assert.deepEqual(
    page.complaints.filter((one) => !/422/.test(one)),
    [],
  );
  await page.context().close();
});

test('texts in and out: records with variations, other programs’ files, positions, a picture', async () => {
  const page = await home.visitor({ settings: { speed: 'off' } });
  await analyse(page, '/study/qawale');
  await tool(page, 'Import/export').click();
  const record = page.locator('#record-text');
  const open = page.getByRole('button', { name: 'Open this record' });
  await record.fill('[Game "qawale"]\n\n1. a1zzz *');
  await open.click();
  assert.match(await page.locator('.problem').innerText(), /^Line 3, column 4: 1\. a1zzz cannot be played\./);
  await record.fill(
    '[First "Ada"]\n[Second "Bob"]\n[Game "qawale"]\n\n1. a1nne! ({slower} 1. a4sse d1nnn) d4sss {long} *',
  );
  await open.click();
  await page.getByText('Ada – Bob').waitFor();
  assert.equal((await moves(page)).length, 4);
  // What is written is read again.
  await tool(page, 'Import/export').click();
  await eventually('the record', async () => (await record.inputValue()).includes('1. a1nne $1'));
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  assert.match(readFileSync(await saved.path(), 'utf8'), /\(\{slower\} 1\. a4sse d1nnn\)/);
  const [drawn] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Picture (SVG)' }).click(),
  ]);
  assert.match(readFileSync(await drawn.path(), 'utf8'), /^<svg/);
  const apgn = '[Black "Ada"]\n[White "Bob"]\n[Variant "belgian"]\n[Notation "Aba-Pro"]\n\n1. a1b2 a4b4 *';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'game.apgn', mimeType: 'text/plain', buffer: Buffer.from(apgn) });
  await eventually('another game', async () => /\/study\/abalone/.test(page.url()));
  assert.match(page.url(), /layout=belgian-daisy/);
  await tool(page, 'Import/export').click();
  await page.locator('#position-text').fill('nonsense');
  await page.getByRole('button', { name: 'Set up', exact: true }).last().click();
  assert.match(await page.locator('.problem').innerText(), /nine rows/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a game goes on from an analysed position', async () => {
  const page = await home.visitor({ settings: { speed: 'off' } });
  await analyse(page, '/study/qawale?moves=a1nne');
  await tool(page, 'Play on').click();
  await page.locator('dialog[open]').getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL('**/t/*');
  await page.waitForSelector('.cells');
  assert.match(await page.locator('.move').first().innerText(), /a1nne/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
