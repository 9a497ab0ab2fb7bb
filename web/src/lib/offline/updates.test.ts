// A new build waits until it is wanted; then every page changes to it.

import { beforeEach, expect, test, vi } from 'vitest';

class Worker extends EventTarget {
  state = 'installing';
  postMessage = vi.fn();
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  active = new Worker();
  update = vi.fn(() => Promise.resolve());
}

class Container extends EventTarget {
  controller: Worker | null = null;
  registration = new Registration();
  ready = Promise.resolve(this.registration);
  register = vi.fn(() => Promise.resolve(this.registration));
}

let container: Container;
const locks = { request: vi.fn(() => new Promise(() => undefined)) };
const reload = vi.fn();

beforeEach(() => {
  container = new Container();
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: container, locks });
  vi.stubGlobal('location', { href: 'http://galet.test/t/abc', reload });
  vi.clearAllMocks();
  document.head.insertAdjacentHTML('beforeend', '<meta name="galet-version" content="one" />');
});

async function begun() {
  vi.resetModules();
  const { updates } = await import('./updates.svelte');
  await updates.start();
  return updates;
}

test('the app is kept from the first visit on, and says which build is open', async () => {
  const updates = await begun();
  expect(container.register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' });
  expect(locks.request).toHaveBeenCalledWith('galet http://galet.test/ one', { mode: 'shared' }, expect.anything());
  expect(container.registration.active.postMessage).toHaveBeenCalledWith('at-rest');
  container.controller = container.registration.active;
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
  expect(updates.ready).toBe(false);
});

test('a new build is told when it is whole, and taken once when it is wanted', async () => {
  container.controller = container.registration.active;
  const updates = await begun();
  const next = new Worker();
  container.registration.installing = next;
  container.registration.dispatchEvent(new Event('updatefound'));
  expect(updates.ready).toBe(false);
  container.registration.waiting = next;
  next.become('installed');
  expect(updates.ready).toBe(true);
  updates.take();
  expect(next.postMessage).toHaveBeenCalledWith('take-over');
  expect(reload).not.toHaveBeenCalled();
  for (let times = 0; times < 2; times++) container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('an answer that nobody understands may come from a newer server', async () => {
  await begun();
  const { refused } = await import('../refusal');
  container.registration.update.mockClear();
  refused('offline');
  expect(container.registration.update).not.toHaveBeenCalled();
  refused('unclear');
  expect(container.registration.update).toHaveBeenCalled();
});

test('where nothing can be kept, nothing is different', async () => {
  container.register.mockRejectedValue(new Error('a private window'));
  expect((await begun()).ready).toBe(false);
  vi.stubGlobal('navigator', { languages: [] });
  expect((await begun()).ready).toBe(false);
});
