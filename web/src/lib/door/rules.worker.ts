// The worker with the rules: it puts the module, storage and those that think together.

import type { Report } from '../wire';
import { fetchFile, forgetFile, puzzleGiver } from './files';
import { compile, Running } from './module';
import type { FromRules, FromThinker, ToRules, ToThinker } from './protocol';
import { Rules } from './rules';
import { openStorage } from './storage';
import { Thinkers } from './thinkers';
import { inability } from './words';

const say = (message: FromRules) => postMessage(message);
const crashed = (error: unknown) => say({ type: 'crashed', why: String(error) });

/** What came before it could be answered. */
const early: ToRules[] = [];
let hear = (message: ToRules): void => {
  if (message.type === 'start') start(message.version).catch(crashed);
  else early.push(message);
};
onmessage = (event: MessageEvent<ToRules>) => hear(event.data);

async function start(version: string): Promise<void> {
  const [module, storage] = await Promise.all([
    compile(version).catch(() => undefined),
    // A private window may keep nothing.
    openStorage().catch(() => null),
  ]);
  if (!module) {
    say({ type: 'absent', lost: module === undefined });
    return;
  }
  const running = await Running.start(module);
  const files = running.files();
  const rules = new Rules(running, storage, say);
  const found = ({ errand, found }: Report) => guarded(() => rules.found(errand, found));
  const missing = (missing: boolean) =>
    say({ type: 'trouble', about: 'files', words: missing ? inability('waitsForNet').words : null });
  const place = { make, module, files, fetch: fetchFile, forget: forgetFile, found, missing, patience };
  await rules.start(new Thinkers(place), puzzleGiver(running, files));
  hear = (message) =>
    guarded(() => {
      if (message.type === 'call') rules.call(message.call);
      else if (message.type === 'looked') rules.looked(message.table);
      else if (message.type === 'check') rules.check();
    });
  say({ type: 'ready', keeps: storage !== null });
  for (const message of early.splice(0)) hear(message);
}

/** A module that traps is of no use any more. */
function guarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    crashed(error);
  }
}

function make(heard: (message: FromThinker) => void): { post(message: ToThinker): void; end(): void } {
  const worker = new Worker(new URL('./thinker.worker.ts', import.meta.url), { type: 'module', name: 'thinker' });
  worker.onmessage = (event: MessageEvent<FromThinker>) => heard(event.data);
  worker.onerror = (event) => {
    event.preventDefault();
    heard({ type: 'crashed', why: event.message });
  };
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
}

/** Some seconds, more each time, or until the network is back. */
function patience(attempt: number): Promise<void> {
  return new Promise((over) => {
    const timer = setTimeout(again, Math.min(30_000, 2_000 * 2 ** attempt));
    function again() {
      clearTimeout(timer);
      removeEventListener('online', again);
      over();
    }
    addEventListener('online', again);
  });
}
