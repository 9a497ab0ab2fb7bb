// How fast the module for browsers searches, beside the same code compiled for this machine: the same searches,
// in turn, by the seconds that the processor worked. node speed.mjs MODULE PROGRAM [ROUNDS]
import { Asked, cases } from './cases.mjs';
import { compile } from './module.mjs';

const [file, program, rounds = '5'] = process.argv.slice(2);
const compiled = await compile(file);
/** By game: positions looked at, and for each round the seconds here and in the module. */
const measured = new Map();

// The first round is not counted: the engine that runs the module compiles it better as it goes.
for (let round = 0; round <= Number(rounds); round += 1) {
  const lines = [];
  for await (const given of cases(program, ['--speed'])) lines.push(given);
  for (const game of new Set(lines.map((line) => line.game))) {
    const asked = await Asked.about(game, compiled);
    const sums = { nodes: 0, here: 0, module: 0 };
    for (const given of lines.filter((line) => line.game === game)) {
      const begun = process.cpuUsage();
      const answer = asked.answer(given);
      const { user, system } = process.cpuUsage(begun);
      sums.module += (user + system) / 1e6;
      sums.here += given.seconds;
      sums.nodes += answer.at(-1).found.view.nodes;
    }
    if (round === 0) measured.set(game, []);
    else measured.get(game).push(sums);
  }
}

const middle = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
console.log('game | positions | million/s here | million/s in the module | part (least to most)');
for (const [game, sums] of measured) {
  const parts = sums.map(({ here, module }) => here / module).sort((a, b) => a - b);
  const per = (what) => middle(sums.map((sum) => sum.nodes / sum[what] / 1e6)).toFixed(3);
  const part = `${middle([...parts]).toFixed(2)} (${parts[0].toFixed(2)} to ${parts.at(-1).toFixed(2)})`;
  console.log([game, sums[0].nodes, per('here'), per('module'), part].join(' | '));
}
