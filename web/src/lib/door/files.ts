// The files that a game is thought about with: fetched when they are first needed. The service worker keeps
// them, and where there is none, the browser does as with any file.

import { appAddress, type FileInfo } from './module';

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
