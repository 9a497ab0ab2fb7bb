// Runs the module as a page would: without files, clocks or threads, for it imports nothing.
import { readFile } from 'node:fs/promises';

const MOST_PLIES = 200;

const [file] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(file), {});
const { games, play, think } = instance.exports;
for (let game = 0; game < games(); game += 1) {
  const plies = play(game, MOST_PLIES);
  if (plies < 5) throw new Error(`game ${game} ended after ${plies} plies`);
  const slices = think(game);
  if (slices < 1) throw new Error(`the engine did not think about game ${game}`);
  console.log(`game ${game}: ${plies} plies, a hint in ${slices} slices`);
}
