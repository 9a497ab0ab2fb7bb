// Whether the module for browsers answers as the same code does here: searches with as many positions,
// the same moves, the same words. node compare.mjs MODULE PROGRAM [POSITIONS]
import { Asked, cases } from './cases.mjs';
import { compile } from './module.mjs';

const [file, program, positions] = process.argv.slice(2);
const compiled = await compile(file);
const options = positions === undefined ? [] : ['--positions', positions];
let asked;
let game;
const counts = {};
for await (const given of cases(program, options)) {
  if (given.game !== game) {
    game = given.game;
    asked = await Asked.about(game, compiled);
    counts[game] = { answers: 0, nodes: 0 };
  }
  const answer = asked.answer(given);
  const here = JSON.parse(given.reports);
  if (!isSame(answer, here)) {
    console.error(`question: ${JSON.stringify(given.errand)}`);
    console.error(`  here: ${JSON.stringify(here)}\nmodule: ${JSON.stringify(answer)}`);
    throw new Error(`the module answers a question about ${game} in another way`);
  }
  counts[game].answers += 1;
  const last = answer.at(-1)?.found;
  if (last?.type === 'analysis') counts[game].nodes += last.view.nodes;
}
for (const [name, { answers, nodes }] of Object.entries(counts)) {
  console.log(`${name}: ${answers} answers the same, ${nodes} positions in analyses`);
}
if (Object.values(counts).some(({ answers, nodes }) => answers < 200 || nodes < 100_000)) {
  throw new Error('too little was compared');
}

/**
 * Whether two answers are the same. Only chances may differ, in their last digits: every system has an
 * exponential function of its own.
 */
function isSame(a, b) {
  if (typeof a === 'number' && typeof b === 'number' && !Number.isInteger(a)) {
    return Math.abs(a - b) < 1e-12;
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [mine, yours] = [Object.keys(a), Object.keys(b)];
  return mine.length === yours.length && mine.every((key) => key in b && isSame(a[key], b[key]));
}
