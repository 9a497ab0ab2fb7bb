// What is begun and not waited for.

import { notices } from './notices.svelte';

/** Lets something happen; if it fails, a notice says why. */
export function told(wish: Promise<unknown>): void {
  wish.catch((error: unknown) => notices.fail(error));
}
