// The courses: every lesson by mouse, by touch and by keys; what is wrong is said and taken back.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { byKeys, byMouse, byTouch, cells, eventually, house, settled, taps, violations } from './table.mjs';

let home;
before(async () => {
  home = await house();
});
after(() => home.close());

const lessonsOf = (page, game) =>
  page.evaluate(async (name) => (await fetch(`/api/games/${name}/lessons`)).json(), game);

/** What a lesson is about, in words that people expect. */
const KINDS = {
  en: { aim: 'Goal', must: 'Required', may: 'Allowed', never: 'Not allowed', task: 'Task' },
  fr: { aim: 'But du jeu', must: 'Obligatoire', may: 'Autorisé', never: 'Interdit', task: 'Exercice' },
};

const said = (page) => page.locator('.said').innerText();

for (const { name, hands, language, size } of [
  { name: 'by mouse', hands: byMouse, language: 'en', size: {} },
  {
    name: 'by touch on a phone, in French',
    hands: byTouch,
    language: 'fr',
    size: { width: 360, height: 740, touch: true },
  },
  { name: 'by keys alone', hands: byKeys, language: 'en', size: {} },
]) {
  test(`the courses ${name}`, async () => {
    const page = await home.visitor({ language, ...size, settings: { speed: 'off' } });
    const keys = hands === byKeys;
    for (const game of home.games) {
      await page.goto(`/learn/${game.name}`);
      const lessons = await lessonsOf(page, game.name);
      await page.locator('.actions a.primary').waitFor();
      const kinds = await page.locator('main li .kind').allInnerTexts();
      assert.deepEqual(
        kinds,
        lessons.map(({ part }) => KINDS[language][part]),
      );
      assert.equal(lessons.length, game.lessons);
      await page.locator('.actions a.primary').click();
      for (const lesson of lessons) {
        await page.waitForURL(`**/learn/${game.name}/${lesson.id}`);
        await page.waitForSelector('.cells.interactive');
        for (const stage of lesson.stages) {
          const task = stage.task[language];
          await eventually(`${lesson.id} asks: ${task}`, async () =>
            (await page.locator('.task').innerText()).includes(task),
          );
          if (keys) await page.locator('.cells > [tabindex="0"]').focus();
          await taps(page, stage.taps, hands(page));
        }
        await page.locator('a.next').waitFor();
        if (keys) await page.keyboard.press('Enter');
        else await page.locator('a.next').click();
      }
      await page.waitForURL(`**/learn/${game.name}/end`);
      await page.goto(`/learn/${game.name}`);
      const remembered = page.locator('.sign.finished');
      await eventually('all is remembered', async () => (await remembered.count()) === lessons.length);
    }
    assert.deepEqual(page.complaints, []);
  });
}

test('a wrong move is explained and taken back, a refused tap is explained, and both can be shown', async () => {
  const page = await home.visitor({ settings: { speed: 'off' } });
  for (const { name } of home.games) {
    await page.goto('/learn');
    const lesson = (await lessonsOf(page, name)).find(({ stages }) => stages[0].forbidden && stages.length > 1);
    await page.goto(`/learn/${name}/${lesson.id}`);
    await page.waitForSelector('.cells.interactive');
    const [refused, allowed] = lesson.stages;
    const start = (await cells(page)).map(({ label }) => label);
    // What is allowed comes second: done first, it is taken back.
    await taps(page, allowed.taps, byMouse(page));
    await eventually('the move is judged', async () => (await said(page)).startsWith('Not quite.'));
    await eventually('the move is taken back', async () => {
      const now = (await cells(page)).map(({ label }) => label);
      return JSON.stringify(now) === JSON.stringify(start);
    });
    await taps(page, refused.taps, byMouse(page));
    await eventually('the refusal is praised', async () => (await said(page)).startsWith('Good.'));
    await page.getByRole('button', { name: 'Show me' }).click();
    await page.locator('a.next').waitFor();
  }
  assert.deepEqual(page.complaints, []);
});

test('after the course level 1 is one click away', async () => {
  const page = await home.visitor();
  await page.goto(`/learn/${home.games[0].name}/end`);
  await page.locator('button.primary').click();
  await page.waitForURL('**/t/*');
  await page.waitForSelector('.cells');
});

test('addresses that lead nowhere have a face', async () => {
  const page = await home.visitor();
  for (const path of ['/learn/nothing', `/learn/${home.games[0].name}/nothing`]) {
    await page.goto(path);
    await page.locator('.face a.primary').waitFor();
  }
});

test('axe finds nothing wrong with the courses', async () => {
  const game = home.games[1].name;
  for (const theme of ['light', 'dark']) {
    const page = await home.visitor({ theme });
    await page.goto('/learn');
    const lesson = (await lessonsOf(page, game)).find(({ stages }) => stages[0].forbidden);
    for (const path of [
      '/learn',
      `/learn/${game}`,
      `/learn/${game}/${lesson.id}`,
      `/learn/${game}/rules`,
      `/learn/${game}/end`,
    ]) {
      await page.goto(path);
      await page.waitForSelector('main h1, main h2');
      await settled(page);
      assert.deepEqual(await violations(page), [], `${path} ${theme}`);
    }
  }
});
