// The questions that the same code, compiled for this machine, has answered: `examples/answers.rs`.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { start, ERRAND, FILES, REPORTS } from './module.mjs';

const ROOT = new URL('../../../', import.meta.url);

/** Runs that program and gives its lines as they come. */
export async function* cases(program, options = []) {
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line);
  const status = await ended;
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}

/** A module with every file that it plays a game by, and with a clock that moves when it is read. */
export class Asked {
  static async about(game, compiled) {
    const asked = new Asked();
    asked.module = await start(compiled, { now: () => asked.tick(), chance: () => 0 });
    const list = await readFile(new URL('nets/files.txt', ROOT), 'utf8');
    for (const file of asked.module.ask(FILES).filter((file) => file.game === game)) {
      const path = list
        .split('\n')
        .find((line) => line.endsWith(file.sha256))
        .split(' ')[2];
      const refused = asked.module.resource(game, file.kind, await readFile(new URL(path, ROOT)));
      if (refused) throw new Error(`${path}: ${refused.words.en}`);
    }
    return asked;
  }

  clock = 0;
  step = 0;

  tick() {
    const now = this.clock;
    this.clock += this.step;
    return now;
  }

  /** What the module reports about the question of a case. */
  answer({ step, slices, errand }) {
    this.step = step;
    const reports = this.module.ask(ERRAND, errand);
    for (let n = 0; n < slices && this.module.slice(); n += 1);
    reports.push(...this.module.ask(REPORTS));
    this.module.ask(ERRAND, { type: 'drop', errand: errand.errand });
    return reports;
  }
}
