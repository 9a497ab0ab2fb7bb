// The games of this browser on the server, too: what happens here is sent there, in order, and what happened on
// another device is fetched. Where two devices went on differently, the server's game keeps its name, and the
// other becomes a game of its own.

import { Refused } from '../refusal';
import type { Phrase } from '../wire';
import { beginsWith, nameFor } from './events';
import { unsaved } from './mine';
import { type Seen, type Storage, Taken } from './storage';
import { ahead } from './turn';

/** What it needs of this browser. */
export interface Home {
  storage: Storage;
  /** Takes a game in under its name, unless it is there already. */
  take(table: string, events: string[]): Promise<void>;
  /** The tables that this page watches. */
  watched(): string[];
  /** A game went on elsewhere: this one's own way is kept under another name. */
  parted(table: string, name: string): void;
  /** A game has another name now: whoever opened it at that very moment is led there. */
  renamed(table: string, name: string): void;
}

/** What it needs of a server. */
export interface Far {
  /** Sends events, the first of which has the number `from`; gives how many there are then. */
  send(table: string, from: number, events: string[]): Promise<number>;
  /** The events of a table from a number on. */
  events(table: string, from: number): Promise<string[]>;
}

/** How often something is decided anew that was overtaken. */
const MOST_TRIES = 3;
/** How many events go at once. */
const AT_ONCE = 100;
/** Events that follow each other closely go together. */
const GATHER = 300;
const FIRST_RETRY = 2_000;
const SLOWEST_RETRY = 300_000;
/** A server that wants nothing of several games in a row is left alone for a while. */
const PATIENCE = 3;
/** What is said of a game itself, and will be the next time. */
const FOR_GOOD = new Set([
  'misfit',
  'foreign-seat',
  'too-many-events',
  'malformed',
  'too-large',
  'wrong-time',
  'damaged-table',
]);

export class Mirror {
  /** Why games are on this device only, where the server does not want them. */
  why = $state.raw<Phrase | null>(null);

  readonly #home: Home;
  readonly #far: Far;
  /** The tables with something to send. */
  #due = new Set<string>();
  /** Those that the server does not want. */
  #unwanted = new Set<string>();
  /** Those that it may want later, and how long they wait the next time. */
  #later = new Set<string>();
  #waits = new Map<string, number>();
  #refusals = 0;
  #retry = FIRST_RETRY;
  #timer = 0;
  #busy: Promise<void> | null = null;
  /** Whether it is this page's turn to send: one is enough. */
  #mine = false;
  /** What is being brought here. */
  #coming = new Map<string, Promise<void>>();
  /** The tables about which the server is being asked. */
  #looking = new Map<string, Promise<void>>();

  constructor(home: Home, far: Far) {
    this.#home = home;
    this.#far = far;
  }

  /** Begins, as soon as no other page is at it. */
  async start(): Promise<void> {
    await ahead('mirror').come;
    this.#mine = true;
    this.#home.storage.listen(({ table, seq }) => {
      if (seq > 0) this.#offer(table);
    });
    await this.everything();
  }

  /** The server is there, or there again: it is offered all that it does not have. */
  async everything(): Promise<void> {
    if (!this.#mine) return;
    this.#unwanted.clear();
    this.#later.clear();
    this.#waits.clear();
    this.#refusals = 0;
    this.#retry = FIRST_RETRY;
    this.why = null;
    for (const table of await unsaved(this.#home.storage)) this.#due.add(table);
    await this.#run();
  }

  /** Brings a table here that is not; throws where the server has none. */
  fetch(table: string): Promise<void> {
    return this.#bring(table, async () => this.#keep(table, await this.#far.events(table, 1)));
  }

  /** The connection is there again: what happened meanwhile goes there, and comes here. */
  async again(): Promise<void> {
    await this.everything();
    await this.refresh();
  }

  /** Looks what happened elsewhere at tables, those on the screen if none are named. */
  async refresh(tables = this.#home.watched()): Promise<void> {
    const look = async (table: string) => {
      // Nobody else can have gone on with a game that no server has.
      if ((await this.#home.storage.mirrored(table)) > 0) await this.#look(table);
    };
    // Refused or out of reach: then what is here stays.
    await Promise.all(tables.map((table) => look(table).catch(() => undefined)));
  }

  /** Looks once, however many want to know. */
  #look(table: string): Promise<void> {
    const known = this.#looking.get(table);
    if (known) return known;
    const looking = this.#refresh(table).finally(() => this.#looking.delete(table));
    this.#looking.set(table, looking);
    return looking;
  }

  #offer(table: string): void {
    // One page sends.
    if (!this.#mine || this.#unwanted.has(table) || this.#later.has(table)) return;
    this.#due.add(table);
    if (!this.#busy && !this.#timer) this.#after(GATHER);
  }

  #after(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), milliseconds);
  }

  /** Sends what there is to send, one table after the other. */
  #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#busy ??= this.#sendAll().finally(() => (this.#busy = null));
    return this.#busy;
  }

  async #sendAll(): Promise<void> {
    for (let table = first(this.#due); table !== undefined; table = first(this.#due)) {
      this.#due.delete(table);
      try {
        await this.#send(table);
        this.#refusals = 0;
        this.#retry = FIRST_RETRY;
        if (this.#waits.delete(table) && this.#waits.size + this.#unwanted.size === 0) this.why = null;
      } catch (error) {
        if (!this.#mayGoOn(table, error)) return;
      }
    }
  }

  /** Whether other tables may fare better than this one. */
  #mayGoOn(table: string, error: unknown): boolean {
    const code = error instanceof Refused ? error.code : '';
    if (code === 'offline' || code === 'too-fast') {
      this.#due.add(table);
      this.#after(this.#retry);
      this.#retry = Math.min(SLOWEST_RETRY, this.#retry * 2);
      return false;
    }
    if (FOR_GOOD.has(code)) {
      this.#unwanted.add(table);
      this.why = error instanceof Refused ? error.words : null;
      return true;
    }
    // Another time it may be wanted; meanwhile it keeps nobody waiting.
    if (!(error instanceof Refused)) console.warn(`a game stays on this device for now: ${String(error)}`);
    else if (code === 'too-many-tables') this.why = error.words;
    const wait = code === 'too-many-tables' ? SLOWEST_RETRY : (this.#waits.get(table) ?? FIRST_RETRY);
    this.#waits.set(table, Math.min(SLOWEST_RETRY, wait * 2));
    this.#later.add(table);
    setTimeout(() => {
      if (this.#later.delete(table)) this.#offer(table);
    }, wait);
    this.#refusals += 1;
    if (this.#refusals < PATIENCE || this.#due.size === 0) return true;
    this.#refusals = 0;
    this.#after(this.#retry);
    this.#retry = Math.min(SLOWEST_RETRY, this.#retry * 2);
    return false;
  }

  async #send(table: string): Promise<void> {
    const { storage } = this.#home;
    for (let again = true; ;) {
      const [known, { events }] = await Promise.all([storage.mirrored(table), storage.read(table)]);
      if (known >= events.length) return;
      const part = events.slice(known, known + AT_ONCE);
      try {
        const there = await this.#far.send(table, known + 1, part);
        if (there > events.length) return await this.#refresh(table);
        await storage.setMirrored(table, known + part.length);
      } catch (error) {
        const code = error instanceof Refused ? error.code : '';
        if (code === 'other-events') return this.#refresh(table, true);
        if (code === 'no-such-table' && known === 0 && (await this.#renamed(table))) return;
        // It has less than it had: an older copy of its games, say. It gets all of them again, once.
        const less = code === 'missing-events' || code === 'no-such-table';
        if (!less || known === 0 || !again) throw error;
        again = false;
        await storage.setMirrored(table, 0);
      }
    }
  }

  /** The name is somebody else's: the game came in a file. It gets one of its own, unless it is on the screen. */
  async #renamed(table: string): Promise<boolean> {
    const { storage } = this.#home;
    const open = () => this.#home.watched().includes(table);
    const seen = await storage.read(table);
    if (nameFor(seen.events) === table || open()) return false;
    try {
      // Copying takes a while, in which somebody may have opened it.
      const name = await this.#copied(seen.events, () => {
        if (open()) throw new Taken();
        return storage.remove(table, seen);
      });
      this.#home.renamed(table, name);
      return true;
    } catch (error) {
      if (error instanceof Taken) return false;
      throw error;
    }
  }

  /** Takes over what a server has, all of it where what is known of it may be wrong. What is stored here meanwhile
   * counts: then it is decided anew. */
  async #refresh(table: string, whole = false): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#compare(table, whole);
      } catch (error) {
        if (!(error instanceof Taken) || tries === MOST_TRIES) throw error;
      }
    }
  }

  async #compare(table: string, whole: boolean): Promise<void> {
    const { storage } = this.#home;
    const [mirrored, seen] = await Promise.all([storage.mirrored(table), storage.read(table)]);
    const { events } = seen;
    if (events.length === 0) return;
    const known = whole ? 0 : mirrored;
    const theirs = [...events.slice(0, known), ...(await this.#far.events(table, known + 1))];
    if (beginsWith(events, theirs)) {
      if (events.length > theirs.length) this.#offer(table);
    } else if (beginsWith(theirs, events)) await this.#replace(table, seen, theirs);
    else await this.#part(table, seen, theirs);
  }

  /** Two devices went on differently. */
  async #part(table: string, seen: Seen, theirs: string[]): Promise<void> {
    const name = await this.#copied(seen.events, () => this.#replace(table, seen, theirs));
    this.#home.parted(table, name);
  }

  /** Keeps events under a name of their own, before what takes their place does; gives the name. */
  async #copied(events: string[], work: () => void | Promise<void>): Promise<string> {
    const { storage } = this.#home;
    const name = nameFor(events);
    const before = await storage.card(name);
    // First of all, nothing is lost.
    await this.#home.take(name, events);
    try {
      await work();
    } catch (error) {
      // Nothing came of it.
      if (!before) await storage.remove(name);
      throw error;
    }
    return name;
  }

  /** Puts what the server has in the place of what is here. */
  async #replace(table: string, seen: Seen, events: string[]): Promise<void> {
    const { storage } = this.#home;
    // Only the module knows how lists show a game: it takes it in under another name, which nobody sends.
    const name = nameFor(events);
    const before = await storage.card(name);
    if (!before) await storage.setMirrored(name, events.length);
    try {
      if (!before) await this.#home.take(name, events);
      const shown = await storage.card(name);
      if (!shown) throw new Error(`${table} could not be taken in`);
      await storage.replace(table, seen, events, { ...shown, card: { ...shown.card, id: table } });
    } finally {
      if (!before) await storage.remove(name);
    }
  }

  /** Brings a table here, once: whoever misses it meanwhile waits for it. */
  #bring(table: string, work: () => Promise<void>): Promise<void> {
    const known = this.#coming.get(table);
    if (known) return known;
    const coming = Promise.resolve()
      .then(work)
      .finally(() => this.#coming.delete(table));
    this.#coming.set(table, coming);
    return coming;
  }

  async #keep(table: string, events: string[]): Promise<void> {
    await this.#home.take(table, events);
    await this.#home.storage.setMirrored(table, events.length);
  }
}

function first<T>(set: Set<T>): T | undefined {
  return set.values().next().value;
}
