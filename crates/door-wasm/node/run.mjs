// Runs the module as the workers of a page would: node run.mjs MODULE
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { compile, start, DOOR, ERRAND, FILES, REPORTS } from './module.mjs';

/** A clock that moves on by so many milliseconds whenever it is read: the same on every machine. */
const STEP = 25;

/** The most that a page fetches before it can think, without networks. */
const MOST_BYTES = 600_000;

const [file] = process.argv.slice(2);
const bytes = brotliCompressSync(await readFile(file)).length;
assert.ok(bytes < MOST_BYTES, `the module weighs ${bytes} bytes, compressed`);
const compiled = await compile(file);
const imports = WebAssembly.Module.imports(compiled).map(({ module, name }) => `${module}.${name}`);
assert.deepEqual(imports.sort(), ['env.chance', 'env.now'], 'it asks a page for nothing else');

async function thinker() {
  let clock = 0;
  return start(compiled, { now: () => (clock += STEP), chance: () => 4 });
}

/** Sends a thinker for something, and lets it think until it has nothing to do. */
function find(module, errand, what) {
  assert.deepEqual(module.ask(ERRAND, { type: 'begin', errand, what }), []);
  let slices = 0;
  while (module.slice()) slices += 1;
  assert.ok(slices > 0, 'it thinks in slices');
  const reports = module.ask(REPORTS);
  assert.ok(reports.length > 0 && reports.every((report) => report.errand === errand));
  return reports.map((report) => report.found);
}

const one = await thinker();
const games = [...new Set(one.ask(FILES).map((file) => file.game))];
assert.ok(games.length >= 3);
for (const game of games) {
  // A game between levels: an expert, or who comes nearest, and at last full strength.
  const moves = [];
  for (const level of [1, 2, 11, 10]) {
    const what = { type: 'play', line: { game, moves }, level, clock: null, seed: '7' };
    const [found] = find(one, moves.length + 1, what);
    assert.equal(found.type, 'move', JSON.stringify(found));
    moves.push(found.text);
  }
  const [{ hint }] = find(one, 10, { type: 'hint', line: { game, moves } });
  assert.equal(find(one, 11, { type: 'judge', line: { game, moves } })[0].type, 'judgement');
  assert.equal(find(one, 12, { type: 'review', line: { game, moves } }).at(-1).type, 'review');
  console.log(`${game}: ${moves.join(' ')}, then ${hint.text}`);
}

// What nobody wants to know any more is let be, between two slices.
const [game] = games;
const analyse = { type: 'analyse', line: { game }, lines: 3 };
one.ask(ERRAND, { type: 'begin', errand: 20, what: analyse });
assert.ok(one.slice(), 'it has begun');
assert.ok(one.ask(REPORTS).some(({ found }) => found.view.lines.length === 3 && !found.view.done));
one.ask(ERRAND, { type: 'drop', errand: 20 });
assert.ok(!one.slice(), 'nothing is left to do');
assert.deepEqual(one.ask(REPORTS), []);

// Nonsense is answered, not died of.
for (const kind of [DOOR, ERRAND, 99]) one.ask(kind, 'nonsense');
const wrong = { type: 'hint', line: { game, moves: ['nonsense'] } };
const [refused] = one.ask(ERRAND, { type: 'begin', errand: 21, what: wrong });
assert.equal(refused.found.type, 'failed');
for (const { game, kind } of one.ask(FILES)) {
  assert.equal(one.resource(game, kind, new Uint8Array(9)).code, 'wrong-file');
}
console.log(`the module runs, and weighs ${bytes} bytes, compressed`);
