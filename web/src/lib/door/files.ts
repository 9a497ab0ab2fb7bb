// The files that a game is thought about with, and its puzzles: fetched when they are first needed. The service worker keeps
// them, and where there is none, the browser does as with any file.

import type { ErrorInfo } from '../wire';
import { appAddress, type FileInfo } from './module';

/** The kind of the files with puzzles; all others are to think with. */
export const PUZZLES = 'puzzles';

/** Those that were not what they should be: nobody's copy of them is good enough. */
const damaged = new Set<string>();

/** The bytes of a file; throws where there is no network. Its name changes with what is in it. */
export async function fetchFile({ file }: FileInfo): Promise<ArrayBuffer> {
  const answer = await fetch(appAddress(`door/${file}`), { cache: damaged.has(file) ? 'reload' : 'default' });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Has a damaged file fetched anew. */
export function forgetFile({ file }: FileInfo): Promise<void> {
  damaged.add(file);
  return Promise.resolve();
}

/** Gives a module the puzzles of a game, once; it rejects where they cannot be had. */
export function puzzleGiver(
  module: { resource(game: string, kind: string, bytes: ArrayBuffer): ErrorInfo | null },
  files: FileInfo[],
): (game: string) => Promise<void> {
  const given = new Map<string, Promise<void>>();
  const give = async (game: string) => {
    const file = files.find((one) => one.game === game && one.kind === PUZZLES);
    if (!file) throw new Error(`there are no puzzles of ${game}`);
    if (!module.resource(game, PUZZLES, await fetchFile(file))) return;
    // Not the file that was meant: fetched anew.
    await forgetFile(file);
    const refused = module.resource(game, PUZZLES, await fetchFile(file));
    if (refused) throw new Error(refused.words.en);
  };
  return (game) => {
    let giving = given.get(game);
    if (!giving) {
      giving = give(game);
      given.set(game, giving);
      giving.catch(() => given.delete(game));
    }
    return giving;
  };
}
