// Whether the module for browsers says to the calls of a page what the same code says here, letter for letter.
//   node replay.mjs MODULE PROGRAM
// The program is `transcript`, an example of the kit of doors. Only fractions may differ in their last digit: what a thinker
// found comes to the module as text.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { compile, start, DOOR } from './module.mjs';

/** Chance gives multiples of this, as `CHANCE` in the kit does. */
const CHANCE = 7919 * 1_000_003;

const [file, program] = process.argv.slice(2);
const compiled = await compile(file);
const child = spawn(program, [], { stdio: ['ignore', 'pipe', 'inherit'] });
const ended = new Promise((resolve, reject) => {
  child.on('error', reject);
  child.on('close', resolve);
});

/** The puzzles of a game, as they ship. */
const puzzles = (game) => readFile(new URL(`../../../puzzles/${game}.txt`, import.meta.url));

let module;
let kind;
let time;
const counts = {};
for await (const line of createInterface({ input: child.stdout })) {
  const given = JSON.parse(line);
  time = given.now;
  if (given.kind !== kind) {
    kind = given.kind;
    counts[kind] = 0;
    let times = 0;
    module = await start(compiled, { now: () => time, chance: () => (++times * CHANCE) % 2 ** 53 });
  }
  const said = module.call(DOOR, new TextEncoder().encode(JSON.stringify(given.call)));
  if (said !== given.told && !isSame(JSON.parse(said), JSON.parse(given.told))) {
    console.error(`call: ${JSON.stringify(given.call).slice(0, 1000)}`);
    console.error(`  here: ${given.told.slice(0, 2000)}\nmodule: ${said.slice(0, 2000)}`);
    throw new Error('the module says something else');
  }
  // What a page would do now.
  for (const { type, game } of JSON.parse(said)) {
    if (type === 'fetch-puzzles' && module.resource(game, 'puzzles', await puzzles(game))) {
      throw new Error(`the puzzles of ${game} are refused`);
    }
  }
  counts[kind] += 1;
}
const status = await ended;
if (status !== 0) throw new Error(`${program} ended with ${status}`);
console.log(`calls answered alike: ${JSON.stringify(counts)}`);
if (Object.keys(counts).length < 3 || Object.values(counts).some((count) => count < 50)) {
  throw new Error('too little was compared');
}

/** Whether two answers are the same, but for the last digits of fractions. */
function isSame(a, b) {
  if (typeof a === 'number' && typeof b === 'number' && !Number.isInteger(a)) return Math.abs(a - b) < 1e-12;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [mine, yours] = [Object.keys(a), Object.keys(b)];
  return mine.length === yours.length && mine.every((key, place) => key === yours[place] && isSame(a[key], b[key]));
}
