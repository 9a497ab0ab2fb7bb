// Whether anybody looks at the engine. A phone has other things to do with its battery and its
// connection: there the engine rests while the page lies behind another or is scrolled past it.

import type { Attachment } from 'svelte/attachments';

export class Attention {
  #hidden = $state(document.hidden);
  /** How many places show what the engine finds, and how many of them are in sight. */
  #places = $state(0);
  #inSight = $state(0);
  readonly #small = matchMedia('(max-width: 899px), (max-height: 560px)');
  #phone = $state(this.#small.matches);
  readonly #ends = new AbortController();

  constructor() {
    const { signal } = this.#ends;
    document.addEventListener('visibilitychange', () => (this.#hidden = document.hidden), { signal });
    this.#small.addEventListener('change', () => (this.#phone = this.#small.matches), { signal });
  }

  /** Whether nobody looks. */
  get elsewhere(): boolean {
    return this.#phone && (this.#hidden || (this.#places > 0 && this.#inSight === 0));
  }

  /** To be attached to whatever shows what the engine finds. */
  readonly place: Attachment = (element) => {
    let seen = true;
    this.#places += 1;
    this.#inSight += 1;
    const see = (now: boolean) => {
      if (now !== seen) this.#inSight += now ? 1 : -1;
      seen = now;
    };
    const observer = new IntersectionObserver((entries) => see(entries.at(-1)?.isIntersecting ?? seen));
    observer.observe(element);
    return () => {
      observer.disconnect();
      see(false);
      this.#places -= 1;
    };
  };

  /** Ends it for good. */
  close(): void {
    this.#ends.abort();
  }
}
