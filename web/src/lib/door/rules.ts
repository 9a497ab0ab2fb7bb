// What stands between the module with the tables and the world: what it wants stored is stored, one
// thing after the other; what it wants thought about is thought about; and what it says is passed on.
// Nothing that changes nothing waits for any of that.

import type { Call, ErrorInfo, Found, StoredCard, Told } from '../wire';
import { Clocks, now } from './clocks';
import type { FromRules } from './protocol';
import { type Change, type Storage, Taken } from './storage';
import { inability } from './words';

/** What it needs of those that think. */
export interface Thinking {
  begin(errand: number, what: Extract<Told, { type: 'think' }>['what']): void;
  drop(errand: number): void;
}

type Write = Extract<Told, { type: 'write' }>;

/** Timers stand still while the machine sleeps, so the time is looked at now and then, in milliseconds. */
const LONGEST_SLEEP = 10_000;

/** What was due and is still not done is tried again after this time, in milliseconds, then after twice that. */
const AGAIN = 20;

export class Rules {
  readonly #module: { door(call: Call): Told[] };
  readonly #storage: Storage | null;
  readonly #say: (message: FromRules) => void;
  readonly #clocks: Clocks;
  #thinking: Thinking = { begin: () => undefined, drop: () => undefined };
  #givePuzzles: (game: string) => Promise<void> = () => Promise.reject(new Error('not yet'));
  /** What touches storage, one after the other. */
  #queue: Promise<void> = Promise.resolve();
  /** How many events of a table the module has; a table that it does not have is not here. */
  #seqs = new Map<string, number>();
  /** How often a table was loaded: what was made before that counts no more. */
  #loads = new Map<string, number>();
  /** What is asked again once a table is loaded. */
  #fetching = new Map<string, Call[]>();
  #searched = new Map<string, () => void>();
  #wake: ReturnType<typeof setTimeout> | undefined;
  /** When the module wants to be woken. It says so only when that changes. */
  #due: number | null = null;
  #broken = false;
  /** The tables where the visitor is to move, and those that a server counts. */
  #turns = new Set<string>();
  #mirrored = new Set<string>();

  constructor(module: { door(call: Call): Told[] }, storage: Storage | null, say: (message: FromRules) => void) {
    this.#module = module;
    this.#storage = storage;
    this.#say = say;
    this.#clocks = new Clocks((tables) => void storage?.beat(tables, Math.floor(now())).catch(() => undefined));
  }

  /** Lets it know who thinks, what is stored, and what others store. */
  async start(thinking: Thinking, givePuzzles: (game: string) => Promise<void>): Promise<void> {
    this.#thinking = thinking;
    this.#givePuzzles = givePuzzles;
    if (!this.#storage) return;
    this.#storage.listen((change) => this.#heard(change));
    const tables = await this.#storage.cards();
    this.#mirrored = new Set((await this.#storage.allMirrored()).keys());
    this.call({ type: 'known', tables, name: await this.#storage.name() });
    for (const card of tables) this.#note(card.card.id, card);
    this.#count();
  }

  /** Makes a call, and does what the module says. It throws when the module has come to grief. */
  call(call: Call): void {
    if (call.type === 'ask') this.#clocks.asked(call.ask.what);
    this.#do(this.#module.door(call));
  }

  found(errand: number, found: Found): void {
    this.call({ type: 'found', errand, found });
  }

  /** Somebody has looked elsewhere for a table. */
  looked(table: string): void {
    this.#searched.get(table)?.();
  }

  /** Finds out what was missed. */
  check(): void {
    for (const table of this.#seqs.keys()) this.#heard({ table });
    this.call({ type: 'tick' });
  }

  #do(told: Told[]): void {
    for (const one of told) this.#one(one);
  }

  #one(told: Told): void {
    switch (told.type) {
      case 'say':
        this.#clocks.said(told.message);
        this.#say({ type: 'told', told });
        return;
      case 'reply':
        this.#say({ type: 'told', told });
        return;
      case 'fetch':
        this.#fetch(told.table, told.again);
        return;
      case 'fetch-puzzles':
        void this.#fetchPuzzles(told.game, told.again);
        return;
      case 'write':
        this.#write(told);
        return;
      case 'think':
        this.#thinking.begin(told.errand, told.what);
        return;
      case 'drop':
        this.#thinking.drop(told.errand);
        return;
      case 'wake':
        this.#due = told.at;
        this.#arm(0);
    }
  }

  /** Wakes the module when it is time, but not before `least` milliseconds. */
  #arm(least: number): void {
    clearTimeout(this.#wake);
    const due = this.#due;
    if (due === null) return;
    const wait = Math.min(Math.max(least, Math.ceil(due - now())), LONGEST_SLEEP);
    this.#wake = setTimeout(() => {
      // A sleep that was cut short, or a timer that came early.
      if (now() < due) return this.#arm(1);
      this.call({ type: 'tick' });
      // Still the same: what it wanted to do then is not done yet.
      this.#arm(this.#due === due ? Math.max(AGAIN, 2 * least) : AGAIN);
    }, wait);
  }

  /** Does something with storage when everything before it is done. A module that falls in the midst of
   * it says so. */
  #next(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((error: unknown) => this.#say({ type: 'crashed', why: String(error) }));
  }

  #fetch(table: string, again: Call): void {
    const waiting = this.#fetching.get(table);
    if (waiting) {
      waiting.push(again);
      return;
    }
    this.#fetching.set(table, [again]);
    this.#next(async () => {
      const events = await this.#events(table);
      if (events.length > 0 || !this.#storage) return this.#fetched(table, events);
      // Elsewhere is far away, and others need storage meanwhile.
      this.#searched.set(table, () => {
        this.#searched.delete(table);
        this.#next(async () => this.#fetched(table, await this.#events(table)));
      });
      this.#say({ type: 'missing', table });
    });
  }

  /** The module gets the puzzles of a game, and is asked again. */
  async #fetchPuzzles(game: string, again: Call): Promise<void> {
    try {
      await this.#givePuzzles(game);
    } catch (error) {
      console.warn(`puzzles could not be loaded: ${String(error)}`);
      this.#answer(again, 503, inability('noPuzzles'));
      return;
    }
    try {
      this.call(again);
    } catch (error) {
      this.#say({ type: 'crashed', why: String(error) });
    }
  }

  async #fetched(table: string, events: string[]): Promise<void> {
    const awake = (await this.#storage?.awake(table).catch(() => null)) ?? null;
    this.#load(table, events, awake);
    const calls = this.#fetching.get(table) ?? [];
    this.#fetching.delete(table);
    for (const call of calls) this.call(call);
  }

  async #events(table: string): Promise<string[]> {
    return (await this.#storage?.events(table).catch(() => [])) ?? [];
  }

  #load(table: string, events: string[], awake: number | null): void {
    this.#loads.set(table, (this.#loads.get(table) ?? 0) + 1);
    if (events.length > 0) this.#seqs.set(table, events.length);
    else this.#seqs.delete(table);
    this.call({ type: 'load', table, events, awake });
  }

  /** Sets a table back to what is stored. Pages were here all the time: clocks go on. */
  async #reload(table: string): Promise<void> {
    this.#load(table, await this.#events(table), null);
  }

  #write(write: Write): void {
    const made = write.writes.map(({ table }) => this.#loads.get(table));
    for (const { table, seq, events } of write.writes) this.#seqs.set(table, seq + events.length - 1);
    this.#next(async () => {
      // Made for a table that has since been set back: it is made anew.
      if (write.writes.some(({ table }, n) => this.#loads.get(table) !== made[n])) {
        this.call(write.again);
        return;
      }
      try {
        if (!this.#storage) throw new Error('nothing is kept here');
        await this.#storage.append(write.writes);
      } catch (error) {
        for (const { table } of write.writes) await this.#reload(table);
        if (error instanceof Taken) this.call(write.again);
        else this.#refuse(write, error);
        return;
      }
      this.#mend();
      for (const { table, card } of write.writes) this.#note(table, card);
      this.#count();
      this.#do(write.then);
    });
  }

  /** Nothing was stored: whoever asked hears why. */
  #refuse({ again }: Write, why: unknown): void {
    console.warn(`a game could not be stored: ${String(why)}`);
    this.#broken = true;
    const error = inability(this.#storage ? 'full' : 'noStorage');
    this.#say({ type: 'trouble', about: 'storage', words: error.words });
    this.#answer(again, 507, error);
  }

  /** Whoever asked is told why it cannot be done. */
  #answer(again: Call, status: number, error: ErrorInfo): void {
    if (again.type === 'ask') {
      const message = { type: 'answer', to: again.ask.id, answer: { type: 'refused', error } } as const;
      this.#say({ type: 'told', told: { type: 'say', message } });
    } else if (again.type === 'request') {
      const reply = { status, kind: 'application/json', body: JSON.stringify(error) };
      this.#say({ type: 'told', told: { type: 'reply', to: again.to, ...reply } });
    }
  }

  #mend(): void {
    if (!this.#broken) return;
    this.#broken = false;
    this.#say({ type: 'trouble', about: 'storage', words: null });
  }

  /** Another page has stored something, or this one's own scripts have. */
  #heard({ table }: Pick<Change, 'table'>): void {
    this.#next(async () => {
      const card = await this.#storage?.card(table);
      if ((await this.#storage?.mirrored(table)) ?? 0) this.#mirrored.add(table);
      else this.#mirrored.delete(table);
      this.#note(table, card);
      this.#count();
      if (!card) {
        this.#seqs.delete(table);
        this.call({ type: 'forget', table });
        this.#say({ type: 'gone', table });
        return;
      }
      this.call({ type: 'known', tables: [card], name: null });
      const here = this.#seqs.get(table);
      if (here === undefined) return;
      // One of the same length may be another one: whoever shows it asks anew.
      const replaced = await this.#storage?.replaced(table);
      if (replaced || here < card.seq) await this.#reload(table);
      if (replaced) this.#say({ type: 'gone', table });
    });
  }

  /** Notes whether a table waits for the visitor. */
  #note(table: string, card: StoredCard | undefined): void {
    if (card?.card.yourTurn) this.#turns.add(table);
    else this.#turns.delete(table);
  }

  /** Says how many games wait for the visitor that no server counts. */
  #count(): void {
    this.#say({ type: 'turns', turns: [...this.#turns].filter((table) => !this.#mirrored.has(table)).length });
  }
}
