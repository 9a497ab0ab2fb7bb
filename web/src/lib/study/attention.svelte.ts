// Whether anybody looks at the engine. A phone has other things to do with its battery and its
// connection: there the engine rests while the page lies behind another or is scrolled past it.

import type { Attachment } from 'svelte/attachments';

export class Attention {
  #hidden = $state(document.hidden);
  /** The places that show what the engine finds, and whether each is in sight. */
  readonly #places = new Map<Element, boolean>();
  /** Whether all of them are out of sight. */
  #past = $state(false);
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
    return this.#phone && (this.#hidden || this.#past);
  }

  /** To be attached to whatever shows what the engine finds. */
  readonly place: Attachment = (element) => {
    const observer = new IntersectionObserver((entries) => {
      this.#places.set(element, entries.at(-1)?.isIntersecting ?? true);
      this.#count();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      this.#places.delete(element);
      this.#count();
    };
  };

  #count(): void {
    const sights = [...this.#places.values()];
    this.#past = sights.length > 0 && !sights.includes(true);
  }

  /** Ends it for good. */
  close(): void {
    this.#ends.abort();
  }
}
