// The games that this browser keeps, in its IndexedDB. What is stored is on the disk when the
// promise says so. Pages and workers use it alike; each change is told to all others.

import type { StoredCard, Written } from '../wire';

/** A number is taken, or the one before it is missing: another page was first. */
export class Taken extends Error {
  override readonly name = 'Taken';
}

/** What somebody has read of a table, and decides upon. */
export interface Seen {
  events: string[];
  /** A table that is put in the place of another has another one. */
  life: string;
}

/** What another page, or a worker of this one, did to a table. */
export interface Change {
  table: string;
  /** How many events there are now; 0 when the table is gone. */
  seq: number;
}

const CHANNEL = 'galet.tables';
const NAME = 'galet';
const VERSION = 1;

/** Where games are kept. Tests keep them elsewhere. */
export interface Storage {
  /** All tables as lists need them. */
  cards(): Promise<StoredCard[]>;
  /** One of them. */
  card(table: string): Promise<StoredCard | undefined>;
  /** The events of a table, the first one first; none if there is no such table. */
  events(table: string): Promise<string[]>;
  /** The same for whoever is to replace or remove them. */
  read(table: string): Promise<Seen>;
  /** Whether another table has the place of the one whose events were read here. */
  replaced(table: string): Promise<boolean>;
  /** Stores events under their numbers, all or nothing; throws [`Taken`], or what the browser says
   * against it. Without events it is the card alone that changes. */
  append(writes: Written[]): Promise<void>;
  /** Forgets a table and everything about it; throws [`Taken`] where it is not as it was seen any more. */
  remove(table: string, seen?: Seen): Promise<void>;
  /** Puts events that a server has in the place of those that were seen, at once; throws [`Taken`]. */
  replace(table: string, seen: Seen, events: string[], card: StoredCard): Promise<void>;
  /** Forgets everything. */
  clear(): Promise<void>;
  /** Until when a page was here to keep a table's clocks, in milliseconds since 1970. */
  awake(table: string): Promise<number | null>;
  /** Pages are here now, for these tables. */
  beat(tables: string[], at: number): Promise<void>;
  /** How many events of a table a server has. */
  mirrored(table: string): Promise<number>;
  /** The same of all tables. */
  allMirrored(): Promise<Map<string, number>>;
  /** A server has so many events of a table. */
  setMirrored(table: string, seq: number): Promise<void>;
  /** The visitor's name; empty when there is none. */
  name(): Promise<string>;
  setName(name: string): Promise<void>;
  /** Calls `listener` for every change by somebody else, until the returned function is called. */
  listen(listener: (change: Change) => void): () => void;
}

/** Opens it; throws where a browser keeps nothing. */
export async function openStorage(): Promise<Storage> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    const base = request.result;
    base.createObjectStore('tables');
    base.createObjectStore('events');
    base.createObjectStore('meta');
  };
  return new Browser(await done<IDBDatabase>(request));
}

/** Every event of a table: arrays come after all numbers. */
const eventsOf = (table: string) => IDBKeyRange.bound([table], [table, []]);

/** A word for a table's life that no other has. */
const newLife = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');

/** Looks, in the transaction that changes a table, whether it still is as somebody saw it. */
function unchanged(
  table: string,
  { events, life }: Seen,
  store: (name: string) => IDBObjectStore,
  fail: (why: Error) => void,
): void {
  const count = store('events').count(eventsOf(table));
  count.onsuccess = () => {
    if (count.result !== events.length) fail(new Taken());
  };
  const now = store('meta').get(['life', table]);
  now.onsuccess = () => {
    if (((now.result as string | undefined) ?? '') !== life) fail(new Taken());
  };
}

class Browser implements Storage {
  readonly #base: IDBDatabase;
  /** The lives of the tables whose events were read here. */
  readonly #lives = new Map<string, string>();
  readonly #channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;

  constructor(base: IDBDatabase) {
    this.#base = base;
    // A newer version of the app is not kept waiting.
    base.onversionchange = () => base.close();
  }

  cards(): Promise<StoredCard[]> {
    return done<StoredCard[]>(this.#read('tables').getAll());
  }

  card(table: string): Promise<StoredCard | undefined> {
    return done<StoredCard | undefined>(this.#read('tables').get(table));
  }

  async events(table: string): Promise<string[]> {
    const { events, life } = await this.read(table);
    this.#lives.set(table, life);
    return events;
  }

  async read(table: string): Promise<Seen> {
    const transaction = this.#base.transaction(['events', 'meta'], 'readonly');
    const [events, life] = await Promise.all([
      done<string[]>(transaction.objectStore('events').getAll(eventsOf(table))),
      done<string | undefined>(transaction.objectStore('meta').get(['life', table])),
    ]);
    return { events, life: life ?? '' };
  }

  async replaced(table: string): Promise<boolean> {
    const life = (await done<string | undefined>(this.#read('meta').get(['life', table]))) ?? '';
    return this.#lives.has(table) && this.#lives.get(table) !== life;
  }

  async append(writes: Written[]): Promise<void> {
    const born = new Map<string, string>();
    await this.#write(['tables', 'events', 'meta'], (store, fail) => {
      for (const { table, seq, events, card } of writes) {
        store('tables').put(card, table);
        if (seq === 1) {
          born.set(table, newLife());
          store('meta').put(born.get(table), ['life', table]);
        } else {
          const known = this.#lives.get(table);
          const life = store('meta').get(['life', table]);
          life.onsuccess = () => {
            if (known !== undefined && known !== ((life.result as string | undefined) ?? '')) fail(new Taken());
          };
        }
        // Nothing may be missing before them.
        if (seq > 1) {
          const before = store('events').getKey([table, seq - 1]);
          before.onsuccess = () => before.result ?? fail(new Taken());
        }
        events.forEach((event, n) => {
          const added = store('events').add(event, [table, seq + n]);
          added.onerror = () => {
            if (added.error?.name === 'ConstraintError') fail(new Taken());
          };
        });
      }
    });
    for (const [table, life] of born) this.#lives.set(table, life);
    for (const { table, card } of writes) this.#tell({ table, seq: card.seq });
  }

  async remove(table: string, seen?: Seen): Promise<void> {
    await this.#write(['tables', 'events', 'meta'], (store, fail) => {
      if (seen) unchanged(table, seen, store, fail);
      store('tables').delete(table);
      store('events').delete(eventsOf(table));
      for (const about of ['awake', 'mirrored', 'life']) store('meta').delete([about, table]);
    });
    this.#tell({ table, seq: 0 });
  }

  async replace(table: string, seen: Seen, events: string[], card: StoredCard): Promise<void> {
    await this.#write(['tables', 'events', 'meta'], (store, fail) => {
      unchanged(table, seen, store, fail);
      store('events').delete(eventsOf(table));
      events.forEach((event, n) => store('events').add(event, [table, n + 1]));
      store('tables').put(card, table);
      store('meta').put(events.length, ['mirrored', table]);
      store('meta').put(newLife(), ['life', table]);
    });
    this.#tell({ table, seq: card.seq });
  }

  async clear(): Promise<void> {
    const tables = await done<string[]>(this.#read('tables').getAllKeys());
    await this.#write(['tables', 'events', 'meta'], (store) => {
      for (const name of ['tables', 'events', 'meta']) store(name).clear();
    });
    for (const table of tables) this.#tell({ table, seq: 0 });
  }

  async awake(table: string): Promise<number | null> {
    return (await done<number | undefined>(this.#read('meta').get(['awake', table]))) ?? null;
  }

  beat(tables: string[], at: number): Promise<void> {
    const work = (store: (name: string) => IDBObjectStore) =>
      tables.forEach((table) => store('meta').put(at, ['awake', table]));
    // It comes every few seconds, and the next one says the same: no disk has to hurry.
    return this.#write(['meta'], work, 'relaxed');
  }

  async mirrored(table: string): Promise<number> {
    return (await done<number | undefined>(this.#read('meta').get(['mirrored', table]))) ?? 0;
  }

  async allMirrored(): Promise<Map<string, number>> {
    const range = IDBKeyRange.bound(['mirrored'], ['mirrored', []]);
    const store = this.#read('meta');
    const [keys, values] = await Promise.all([
      done<[string, string][]>(store.getAllKeys(range)),
      done<number[]>(store.getAll(range)),
    ]);
    return new Map(keys.map(([, table], n) => [table, values[n] ?? 0]));
  }

  async setMirrored(table: string, seq: number): Promise<void> {
    await this.#write(['meta'], (store) => void store('meta').put(seq, ['mirrored', table]));
    const card = await this.card(table);
    this.#tell({ table, seq: card?.seq ?? 0 });
  }

  async name(): Promise<string> {
    return (await done<string | undefined>(this.#read('meta').get('name'))) ?? '';
  }

  setName(name: string): Promise<void> {
    return this.#write(['meta'], (store) => void store('meta').put(name, 'name'));
  }

  listen(listener: (change: Change) => void): () => void {
    const heard = (event: MessageEvent) => listener(event.data as Change);
    this.#channel?.addEventListener('message', heard);
    return () => this.#channel?.removeEventListener('message', heard);
  }

  #tell(change: Change): void {
    this.#channel?.postMessage(change);
  }

  #read(store: string): IDBObjectStore {
    return this.#base.transaction(store, 'readonly').objectStore(store);
  }

  /** One transaction that is on the disk in the end, or has never been. */
  #write(
    stores: string[],
    work: (store: (name: string) => IDBObjectStore, fail: (why: Error) => void) => void,
    durability: 'strict' | 'relaxed' = 'strict',
  ): Promise<void> {
    return new Promise((stored, failed) => {
      const transaction = this.#base.transaction(stores, 'readwrite', { durability });
      let why: Error | null = null;
      transaction.oncomplete = () => stored();
      transaction.onabort = () => failed(why ?? transaction.error ?? new Error('a transaction was aborted'));
      const fail = (error: Error) => {
        // It can be aborted once.
        if (why) return;
        why = error;
        transaction.abort();
      };
      try {
        work((name) => transaction.objectStore(name), fail);
      } catch (error) {
        // What was put before it goes, too.
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }
}

/** What a request gives; the types are those of what was put there. */
function done<T>(request: IDBRequest): Promise<T> {
  return new Promise((answered, failed) => {
    request.onsuccess = () => answered(request.result as T);
    request.onerror = () => failed(request.error ?? new Error('storage does not answer'));
  });
}
