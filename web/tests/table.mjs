// What the tests need: a server, a browser, and hands that play any game without knowing its rules.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How long anything may take, in milliseconds: other work may keep the machine busy. */
const PATIENCE = 60_000;

/** Whether the program stands for several nodes. Every test applies to them; README.md lists the one line that expects
 * something else there. */
export const severalNodes = basename(process.env.GALET_BIN ?? '') === 'front';

/** Which browser, and what it leaves out. */
const BROWSER = {
  executablePath: process.env.GALET_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** The app in a window of its own, as an installed one has it. */
export async function installed(url, { width, height, theme = 'light' }) {
  const args = [...BROWSER.args, `--app=${url}`];
  const viewport = { width, height };
  const context = await chromium.launchPersistentContext('', { ...BROWSER, args, viewport, colorScheme: theme });
  return watched(context.pages()[0]);
}

/** A server and a browser; `close` ends both. Instead of a server there may be a place that has its `url`. With a
 * `name` the server goes by it, as in a home network, and the browser knows where that is. */
export async function house(place, name) {
  const { url: address, stop, pause, resume } = place ?? (await server(name));
  const url = name ? address.replace('127.0.0.1', name) : address;
  const rules = name ? [`--host-resolver-rules=MAP ${name} 127.0.0.1`] : [];
  const browser = await chromium.launch({ ...BROWSER, args: [...BROWSER.args, ...rules] });
  const games = place ? [] : await (await fetch(`${address}/api/games`)).json();
  return {
    games,
    url,
    /** Ends the server, and starts it again with the same games at the same address. */
    pause,
    resume,
    /** A page of a visitor nobody knows yet. Anything the page complains about fails the test. */
    async visitor({
      width = 1280,
      height = 860,
      language = 'en',
      theme = 'light',
      touch = false,
      settings = {},
      // Whether the browser keeps the app. Tests that are not about that want every request to be seen.
      keeps = false,
      from = url,
    } = {}) {
      const context = await browser.newContext({
        baseURL: from,
        viewport: { width, height },
        locale: language,
        colorScheme: theme,
        hasTouch: touch,
        serviceWorkers: keeps ? 'allow' : 'block',
      });
      await context.addInitScript((wishes) => {
        if (!localStorage.getItem('galet.settings')) localStorage.setItem('galet.settings', JSON.stringify(wishes));
      }, settings);
      return watched(await context.newPage());
    },
    /** Ends the pages of all visitors. */
    closeVisitors: () => Promise.all(browser.contexts().map((context) => context.close())),
    async close() {
      await browser.close();
      await stop();
    },
  };
}

/** What a browser says by itself when there is no network, or nobody where our socket leads to. */
const UNREACHED = [
  /^Failed to load resource: net::ERR_INTERNET_DISCONNECTED$/,
  /^WebSocket connection to 'ws:\/\/[^/']+\/api\/socket' failed: (Error (in connection establishment|during WebSocket handshake): net::ERR_\w+|WebSocket is closed before the connection is established\.|Connection closed before receiving a handshake response)$/,
];

/** A page whose complaints are written down. */
export function watched(page) {
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !UNREACHED.some((one) => one.test(message.text())))
      complaints.push(message.text());
  });
  page.setDefaultTimeout(PATIENCE);
  return Object.assign(page, { complaints });
}

async function server(name) {
  if (process.env.GALET_URL) return { url: process.env.GALET_URL, stop: async () => {}, pause: null, resume: null };
  const program = process.env.GALET_BIN;
  if (!program) throw new Error('set GALET_BIN to the galet program, or GALET_URL to a server that runs');
  const data = mkdtempSync(join(tmpdir(), 'galet-web-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child;
  let said = '';
  const resume = async () => {
    const names = name ? ['--name', name] : [];
    child = spawn(program, ['serve', '--port', String(port), '--data', data, '--guest-rate', '1000', ...names], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (text) => {
      said += text;
      process.stderr.write(text);
    });
    for (let n = 0; ; n++) {
      if (child.exitCode !== null || n > 600) throw new Error('the server did not start');
      const answer = await fetch(`${url}/health`).catch(() => null);
      if (answer?.ok) break;
      await pause(100);
    }
  };
  const end = async () => {
    const gone = new Promise((done) => child.once('close', done));
    child.kill('SIGTERM');
    await gone;
  };
  await resume();
  return {
    url,
    pause: end,
    resume,
    async stop() {
      await end();
      rmSync(data, { recursive: true, force: true });
      if (/panicked/.test(said)) throw new Error(`the server panicked: ${said}`);
    },
  };
}

function freePort() {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

export const me = { type: 'me' };
export const computer = { type: 'computer', level: 1 };

/** Opens a table as this visitor and goes there. */
export async function sitDown(
  page,
  game,
  { seats = [me, me], moves = [], setup = { options: [] }, clock = { type: 'none' } } = {},
) {
  if (page.url() === 'about:blank') await page.goto('/');
  const id = await page.evaluate(
    async (wish) => {
      const headers = { 'content-type': 'application/json' };
      // Who one is has to be known before a table is opened.
      await fetch('/api/me');
      const answer = await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify(wish) });
      return (await answer.json()).id;
    },
    { game, setup, moves, seats, clock },
  );
  await page.goto(`/t/${id}`);
  await page.waitForSelector('.cells');
  return id;
}

/** Begins a game on the start page, as visitors do: against the computer, or two people at this screen. It is
 * played at a table of this browser. */
export async function sitDownHere(page, info, opponent = 'Computer') {
  if (page.url() === 'about:blank') await page.goto('/');
  else await page.locator('a.brand').click();
  await page.locator('.game').filter({ hasText: info.title }).locator('.button').first().click();
  await page.getByRole('radio', { name: opponent }).check();
  await page.locator('dialog button.start').click();
  await page.waitForURL('**/t/*');
  await page.waitForSelector('main.page-t .cells');
  return new URL(page.url()).pathname.split('/').at(-1);
}

/** Notes what a page that is not loaded yet asks, of a server or of its own workers; gives the list, which grows. */
export async function questionsOf(page) {
  const sent = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  await page.exposeFunction('noteQuestion', (text) => void sent.push(text));
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      window.noteQuestion(JSON.stringify(message));
      return post.call(this, message, ...more);
    };
  });
  return sent;
}

const OFFERED = /the move can go here|can be added|le coup peut aller ici|peut s’ajouter/;
const MOVABLE = /can be moved|peut bouger/;

/** The cells as a screen reader hears them, with their places on the screen. */
export function cells(page) {
  return page.$$eval('.cells > [aria-label]', (elements) =>
    elements.map((element) => {
      const box = element.querySelector('.hit').getBoundingClientRect();
      const label = element.getAttribute('aria-label');
      return { name: label.split(',')[0], label, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }),
  );
}

/** What can be tapped next: where a move can go on, else where one can begin. */
export async function offered(page) {
  const all = await cells(page);
  const targets = all.filter((cell) => OFFERED.test(cell.label));
  return { targets, starts: all.filter((cell) => MOVABLE.test(cell.label)) };
}

export async function over(page) {
  return (await page.locator('section.end').count()) > 0;
}

export async function plies(page) {
  return page.locator('.move').count();
}

/** Numbers from 0 to 1 that are the same in every run. */
export function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Plays on, tap by tap, wherever something is offered, until `until` says so. */
export async function playOn(page, tap, until, roll = dice(1)) {
  const end = Date.now() + 400_000;
  while (!(await until())) {
    if (Date.now() > end) throw new Error('the game does not come to an end');
    const { targets, starts } = await offered(page);
    const cells = targets.length > 0 ? targets : starts;
    if (cells.length === 0) await pause(30);
    else {
      const cell = cells[Math.floor(roll() * cells.length)];
      const before = JSON.stringify(await offered(page));
      await tap(cell);
      // The answer to a tap is a change of what is offered.
      await within(2_000, async () => JSON.stringify(await offered(page)) !== before);
    }
  }
}

export const byMouse = (page) => (cell) => page.mouse.click(cell.x, cell.y);
export const byTouch = (page) => (cell) => page.touchscreen.tap(cell.x, cell.y);

/** Walks to the cell with the arrow keys, then Enter. */
export const byKeys = (page) => async (cell) => {
  for (let n = 0; n < 60; n++) {
    const here = await page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.split(',')[0]);
    if (here === cell.name) {
      await page.keyboard.press('Enter');
      return;
    }
    const at = (await cells(page)).find((one) => one.name === here);
    if (!at) throw new Error('the focus is not on the board');
    const [dx, dy] = [cell.x - at.x, cell.y - at.y];
    const key = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp';
    await page.keyboard.press(key);
  }
  throw new Error(`the arrow keys do not reach ${cell.name}`);
};

/** Taps cells by their numbers, each when the answer to the one before is there. */
export async function taps(page, numbers, tap) {
  for (const number of numbers) {
    // The position of the stage before may just be going.
    let before;
    await within(2_000, async () => {
      const [earlier, now] = [before, JSON.stringify(await cells(page))];
      before = now;
      return earlier === now;
    });
    const name = await page.locator(`.cells > [data-cell="${number}"]`).getAttribute('aria-label');
    const cell = (await cells(page)).find((one) => one.name === name.split(',')[0]);
    await tap(cell);
    // A refused tap changes nothing.
    await within(500, async () => JSON.stringify(await cells(page)) !== before);
  }
}

/** What axe has to say against a page. */
export async function violations(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`);
}

/** Adds styles in the one way that a strict Content-Security-Policy allows. */
export async function restyle(page, text) {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }, text);
}

/** Waits until nothing moves any more, and the letters are drawn. */
export async function settled(page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const picture = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await picture();
    const moving = () =>
      document.querySelector('.flight') ||
      document
        .getAnimations()
        .some((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);
    for (const end = Date.now() + 10_000; moving() && Date.now() < end;) await picture();
    await picture();
  });
}

/** Waits until a condition holds, but not for ever: says whether it does. */
export async function within(milliseconds, condition) {
  for (const end = Date.now() + milliseconds; !(await condition()); await pause(20)) {
    if (Date.now() > end) return false;
  }
  return true;
}

/** Waits until a condition holds. */
export async function eventually(what, condition) {
  if (!(await within(PATIENCE, condition))) throw new Error(`never happened: ${what}`);
}
