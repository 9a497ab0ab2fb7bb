// One page at a time: whoever comes later waits until the first is done, or gone.

/** A place in a queue. */
export interface Turn {
  /** It is one's turn. */
  come: Promise<void>;
  /** One is done, or does not want to any more. */
  over(): void;
}

/** Gets in line for something. Where a browser has no locks it is one's turn at once, and whoever
 * stores first wins. */
export function ahead(what: string): Turn {
  const locks = navigator.locks as LockManager | null | undefined;
  if (!locks) return { come: Promise.resolve(), over: () => undefined };
  const given = new AbortController();
  let over = () => given.abort();
  const come = new Promise<void>((come) => {
    locks
      .request(`galet ${what}`, { signal: given.signal }, () => {
        come();
        return new Promise<void>((done) => (over = done));
      })
      // Given up while others were at it.
      .catch(() => undefined);
  });
  return { come, over: () => over() };
}
