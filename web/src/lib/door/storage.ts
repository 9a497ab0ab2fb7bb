// The games that this browser keeps, in its IndexedDB. What is stored is on the disk when the
// promise says so. Pages and workers use it alike; each change is told to all others.

import type { StoredCard, Written } from '../wire';

/** A number is taken, or the one before it is missing: another page was first. */
export class Taken extends Error {
  override readonly name = 'Taken';
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
  /** Stores events under their numbers, all or nothing; throws [`Taken`], or what the browser says
   * against it. Without events it is the card alone that changes. */
  append(writes: Written[]): Promise<void>;
  /** Forgets a table and everything about it. */
  remove(table: string): Promise<void>;
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

class Browser implements Storage {
  readonly #base: IDBDatabase;
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

  events(table: string): Promise<string[]> {
    return done<string[]>(this.#read('events').getAll(eventsOf(table)));
  }

  async append(writes: Written[]): Promise<void> {
    await this.#write(['tables', 'events'], (store, fail) => {
      for (const { table, seq, events, card } of writes) {
        store('tables').put(card, table);
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
    for (const { table, card } of writes) this.#tell({ table, seq: card.seq });
  }

  async remove(table: string): Promise<void> {
    await this.#write(['tables', 'events', 'meta'], (store) => {
      store('tables').delete(table);
      store('events').delete(eventsOf(table));
      for (const about of ['awake', 'mirrored']) store('meta').delete([about, table]);
    });
    this.#tell({ table, seq: 0 });
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
    return this.#write(['meta'], (store) => tables.forEach((table) => store('meta').put(at, ['awake', table])));
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
  ): Promise<void> {
    return new Promise((stored, failed) => {
      const transaction = this.#base.transaction(stores, 'readwrite', { durability: 'strict' });
      let why: Error | null = null;
      transaction.oncomplete = () => stored();
      transaction.onabort = () => failed(why ?? transaction.error ?? new Error('a transaction was aborted'));
      const fail = (error: Error) => {
        why ??= error;
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
