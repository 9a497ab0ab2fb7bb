// The page's side of the service worker: has the app kept, hears of new builds, and changes to them when the
// visitor says so. Over plain http browsers have none: then nothing is kept, and nothing else is different.

import { UNCLEAR } from '../refusal';
import { root, version } from '../server';

/** Asked for a new build when the page comes back, and now and then while it is open. */
const CHECK_EVERY = 3_600_000;

class Updates {
  /** Whether a new build is there, whole, and waits. */
  ready = $state(false);
  #registration: ServiceWorkerRegistration | undefined;
  #taken = false;

  /** Keeps the app; call it when the page has come to rest. */
  async start(): Promise<void> {
    // While developing, nothing is kept: nobody has listed the files.
    if (!('serviceWorker' in navigator) || version() === '') return;
    this.#say();
    this.#followTakeover();
    try {
      this.#registration = await navigator.serviceWorker.register(`${root()}sw.js`, { updateViaCache: 'none' });
    } catch {
      // Private windows, full disks: the app works without.
    }
    const registration = this.#registration;
    if (!registration) return;
    this.#look();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', () => this.#look());
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.check();
    });
    addEventListener(UNCLEAR, () => this.check());
    setInterval(() => this.check(), CHECK_EVERY);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage('at-rest');
  }

  /** Asks whether there is a new build. A host that cannot be reached, or is half updated, has none. */
  check(): void {
    if (this.#registration) this.#look();
    this.#registration?.update().catch(() => undefined);
  }

  /** The new build takes over, here and in all other tabs. Games are on disk: they go on. */
  take(): void {
    const waiting = this.#registration?.waiting;
    if (waiting) waiting.postMessage('take-over');
    else location.reload();
  }

  #look(): void {
    this.ready = !!this.#registration?.waiting && !!navigator.serviceWorker.controller;
  }

  /** A page of the old build reloads as soon as the new one rules. */
  #followTakeover(): void {
    let ruled = !!navigator.serviceWorker.controller;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (ruled && !this.#taken) {
        this.#taken = true;
        location.reload();
      }
      ruled = true;
    });
  }

  /** Says that a page of this build is open, until it is closed: its files are kept so long. */
  #say(): void {
    const scope = new URL(root(), location.href).href;
    const name = `galet ${scope} ${version()}`;
    void navigator.locks?.request(name, { mode: 'shared' }, () => new Promise(() => undefined)).catch(() => undefined);
  }
}

export const updates = new Updates();
