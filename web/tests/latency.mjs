// How long a tap and a move take at a friend's table when the server is far away, in a real browser:
// `cargo xtask latency --browser`. The way to the server and back takes 500 ms: a small proxy holds up what goes
// there and what comes back for 250 ms each.

import { connect, createServer } from 'node:net';
import { dice, eventually, house, offered, sitDown } from './table.mjs';

/** What is allowed for the median, in milliseconds: from a tap to its targets, and from the last tap to the move. */
const LIMITS = { targets: 16, move: 50 };

/** Lets a port of this computer stand for another that is far away. `roundTrip` is the time there and back, in
 * milliseconds, and can be changed; `cut(true)` cuts the way off; after `withhold(true)` nothing that comes back
 * arrives, and `held` says how much that is, until `withhold(false)` lets it through. */
export function farAway(url, roundTrip) {
  const far = { url: '', roundTrip, held: 0, close: () => new Promise((done) => proxy.close(done)) };
  let withheld = null;
  far.withhold = (withhold) => {
    const late = withheld ?? [];
    withheld = withhold ? [] : null;
    far.held = 0;
    for (const arrive of late) arrive();
  };
  const hold = (from, to, back = false) => {
    from.on('data', (bytes) => {
      const arrive = () => to.writable && to.write(bytes);
      if (back && withheld) far.held = withheld.push(arrive);
      else setTimeout(arrive, far.roundTrip / 2);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => setTimeout(() => to.destroy(), far.roundTrip / 2));
  };
  const ways = new Set();
  far.cut = (cut) => {
    far.isCut = cut;
    if (cut) for (const way of ways) way.destroy();
  };
  const proxy = createServer((browser) => {
    if (far.isCut) return browser.destroy();
    ways.add(browser);
    browser.on('close', () => ways.delete(browser));
    const server = connect(Number(new URL(url).port), '127.0.0.1');
    hold(browser, server);
    hold(server, browser, true);
  });
  return new Promise((done) =>
    proxy.listen(0, '127.0.0.1', () => {
      far.url = `http://127.0.0.1:${proxy.address().port}`;
      done(far);
    }),
  );
}

/** Somebody who sits at a table and answers every move by chance, near the server and without a board. */
export async function friend(page, table) {
  await page.goto('/');
  await page.evaluate(async (table) => {
    await fetch('/api/me');
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/api/socket');
    const answers = new Map();
    let number = 0;
    const ask = (what) =>
      new Promise((answer) => {
        answers.set(++number, answer);
        socket.send(JSON.stringify({ id: number, what }));
      });
    const move = async ({ ply, continuations }) => {
      const taps = [];
      for (let next = continuations; next;) {
        if (next.complete !== null) return ask({ type: 'move', table, ply, text: next.complete });
        taps.push(next.choices[Math.floor(Math.random() * next.choices.length)].cell);
        next = (await ask({ type: 'taps', table, ply, taps })).continuations;
      }
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'answer') answers.get(message.to)?.(message.answer);
      if (message.type === 'happened' && message.state.continuations) void move(message.state);
    };
    await new Promise((open) => (socket.onopen = open));
    await ask({ type: 'watch', table });
    const { type } = await ask({ type: 'act', table, ply: 0, act: { type: 'sit' } });
    if (type !== 'done') throw new Error('the seat is taken');
  }, table);
}

/** Taps a cell, and gives what came of it and when: time runs from the press to the frame that shows it. */
export async function clocked(page, cell) {
  await page.evaluate(() => {
    const OFFERED = /the move can go here|can be added/;
    const shown = () => ({
      targets: [...document.querySelectorAll('.cells > [aria-label]')]
        .map((cell) => cell.getAttribute('aria-label'))
        .filter((label) => OFFERED.test(label))
        .join(),
      moves: document.querySelectorAll('ol .move').length,
    });
    const before = shown();
    let pressed = 0;
    const press = (event) => (pressed = event.timeStamp);
    const ends = ['pointerdown', 'pointerup'];
    for (const end of ends) addEventListener(end, press, true);
    window.taken = new Promise((taken) => {
      const eye = new MutationObserver(() => {
        const now = shown();
        const what = now.moves > before.moves ? 'move' : now.targets && now.targets !== before.targets ? 'targets' : '';
        if (!what) return;
        eye.disconnect();
        for (const end of ends) removeEventListener(end, press, true);
        requestAnimationFrame(() => taken({ what, time: performance.now() - pressed }));
      });
      eye.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  });
  await page.mouse.click(cell.x, cell.y);
  return page.evaluate(() => window.taken);
}

/** Plays at a table until there are enough of each; gives the times. */
export async function measure(page, many, roll) {
  const times = { targets: [], move: [] };
  while (times.move.length < many || times.targets.length < many) {
    if ((await page.locator('section.end').count()) > 0) break;
    await eventually('it is one’s turn', async () => {
      const { starts, targets } = await offered(page);
      return starts.length + targets.length > 0 || (await page.locator('section.end').count()) > 0;
    });
    const { starts, targets } = await offered(page);
    const choices = targets.length > 0 ? targets : starts;
    if (choices.length === 0) break;
    const { what, time } = await clocked(page, choices[Math.floor(roll() * choices.length)]);
    times[what].push(time);
  }
  return times;
}

/** Opens a table with a friend and sits down at it, far from the server. */
export async function tableWithFriend(home, game, far) {
  const page = await home.visitor({ from: far.url });
  const id = await sitDown(page, game, { seats: [{ type: 'me' }, { type: 'friend' }] });
  await page.keyboard.press('Escape');
  await friend(await home.visitor(), id);
  await eventually('both sit', async () => (await offered(page)).starts.length > 0);
  return page;
}

/** Waits until taps are answered in the page itself, not by a server that is half a second away at best. */
export async function rulesAreHere(page) {
  await eventually('taps are answered here', async () => {
    const { time } = await clocked(page, (await offered(page)).starts[0]);
    await page.keyboard.press('Escape');
    await eventually('nothing is begun', async () => (await offered(page)).targets.length === 0);
    return time < 300;
  });
}

async function main() {
  const many = Number(process.env.GALET_SAMPLES ?? 30);
  const home = await house();
  const far = await farAway(home.url, 500);
  let slow = false;
  console.log('the server is 500 ms away, there and back; milliseconds\n');
  console.log('           tap to targets                  move to its picture');
  console.log('game       median     p95   worst          median     p95   worst');
  for (const { name } of home.games) {
    const times = { targets: [], move: [] };
    for (let seed = 1; times.move.length < many || times.targets.length < many; seed++) {
      const page = await tableWithFriend(home, name, far);
      await rulesAreHere(page);
      const more = await measure(page, many, dice(seed));
      for (const what of ['targets', 'move']) times[what].push(...more[what]);
      await page.context().close();
    }
    const row = ['targets', 'move'].map((what) => {
      const sorted = times[what].toSorted((a, b) => a - b);
      const [median, p95, worst] = [0.5, 0.95, 1].map((part) => sorted[Math.ceil(part * sorted.length) - 1]);
      slow ||= median > LIMITS[what];
      const figures = [median, p95, worst].map((time) => time.toFixed(1).padStart(7)).join(' ');
      return `${figures} of ${String(sorted.length).padEnd(4)}`;
    });
    console.log(name.padEnd(10), row.join(' '));
  }
  console.log(`\nonly the medians are judged: at most ${LIMITS.targets} and ${LIMITS.move}`);

  await home.close();
  if (slow) console.error('error: slower than that');
  process.exit(slow ? 1 : 0);
}

if (process.argv[1]?.endsWith('latency.mjs')) await main();
