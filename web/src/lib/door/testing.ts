// Doors for tests: storage in memory, and a module that does what a test says.

import type { Call, StoredCard, TableCard, Told, Written } from '../wire';
import { type Change, type Seen, type Storage, Taken } from './storage';

/** A disk that several pages share. */
export class Disk {
  cards = new Map<string, StoredCard>();
  events = new Map<string, string[]>();
  meta = new Map<string, unknown>();
  pages: Memory[] = [];
  /** How many lives tables have had. */
  births = 0;
  /** What storing says against it, if anything. */
  trouble: Error | null = null;

  page(): Memory {
    const page = new Memory(this);
    this.pages.push(page);
    return page;
  }
}

/** What one page sees of it. */
export class Memory implements Storage {
  readonly #disk: Disk;
  #lives = new Map<string, string>();
  #listeners: ((change: Change) => void)[] = [];

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  cards = () => Promise.resolve([...this.#disk.cards.values()]);
  card = (table: string) => Promise.resolve(this.#disk.cards.get(table));

  events(table: string): Promise<string[]> {
    this.#lives.set(table, this.#life(table));
    return Promise.resolve([...(this.#disk.events.get(table) ?? [])]);
  }

  read(table: string): Promise<Seen> {
    return Promise.resolve({ events: [...(this.#disk.events.get(table) ?? [])], life: this.#life(table) });
  }

  replaced(table: string): Promise<boolean> {
    return Promise.resolve(this.#lives.has(table) && this.#lives.get(table) !== this.#life(table));
  }

  #life = (table: string) => (this.#disk.meta.get(`life ${table}`) ?? '') as string;

  #born(table: string): void {
    this.#disk.births += 1;
    this.#disk.meta.set(`life ${table}`, `${this.#disk.births}`);
  }

  #unchanged(table: string, { events, life }: Seen): boolean {
    return (this.#disk.events.get(table) ?? []).length === events.length && this.#life(table) === life;
  }

  async append(writes: Written[]): Promise<void> {
    // Like a disk, it takes a while.
    await new Promise((soon) => setTimeout(soon, 1));
    if (this.#disk.trouble) throw this.#disk.trouble;
    for (const { table, seq } of writes) {
      if ((this.#disk.events.get(table) ?? []).length !== seq - 1) throw new Taken();
      if (seq > 1 && (await this.replaced(table))) throw new Taken();
    }
    for (const { table, seq, events, card } of writes) {
      if (seq === 1) {
        this.#born(table);
        this.#lives.set(table, this.#life(table));
      }
      this.#disk.events.set(table, [...(this.#disk.events.get(table) ?? []), ...events]);
      this.#disk.cards.set(table, card);
      this.#tell({ table, seq: card.seq });
    }
  }

  remove(table: string, seen?: Seen): Promise<void> {
    if (seen && !this.#unchanged(table, seen)) return Promise.reject(new Taken());
    this.#disk.events.delete(table);
    this.#disk.cards.delete(table);
    for (const about of ['awake', 'mirrored', 'life']) this.#disk.meta.delete(`${about} ${table}`);
    this.#tell({ table, seq: 0 });
    return Promise.resolve();
  }

  replace(table: string, seen: Seen, events: string[], card: StoredCard): Promise<void> {
    if (!this.#unchanged(table, seen)) return Promise.reject(new Taken());
    this.#disk.events.set(table, [...events]);
    this.#disk.cards.set(table, card);
    this.#disk.meta.set(`mirrored ${table}`, events.length);
    this.#born(table);
    this.#tell({ table, seq: card.seq });
    return Promise.resolve();
  }

  clear(): Promise<void> {
    for (const kept of [this.#disk.cards, this.#disk.events, this.#disk.meta]) kept.clear();
    return Promise.resolve();
  }

  awake = (table: string) => Promise.resolve((this.#disk.meta.get(`awake ${table}`) ?? null) as number | null);

  beat(tables: string[], at: number): Promise<void> {
    for (const table of tables) this.#disk.meta.set(`awake ${table}`, at);
    return Promise.resolve();
  }

  mirrored = (table: string) => Promise.resolve((this.#disk.meta.get(`mirrored ${table}`) ?? 0) as number);

  async allMirrored(): Promise<Map<string, number>> {
    const all = await Promise.all(
      [...this.#disk.cards.keys()].map(async (table): Promise<[string, number]> => [table, await this.mirrored(table)]),
    );
    return new Map(all.filter(([, seq]) => seq > 0));
  }

  setMirrored(table: string, seq: number): Promise<void> {
    this.#disk.meta.set(`mirrored ${table}`, seq);
    this.#tell({ table, seq: this.#disk.cards.get(table)?.seq ?? 0 });
    return Promise.resolve();
  }

  name = () => Promise.resolve((this.#disk.meta.get('name') ?? '') as string);

  setName(name: string): Promise<void> {
    this.#disk.meta.set('name', name);
    return Promise.resolve();
  }

  listen(listener: (change: Change) => void): () => void {
    this.#listeners.push(listener);
    return () => (this.#listeners = this.#listeners.filter((other) => other !== listener));
  }

  #tell(change: Change): void {
    for (const page of this.#disk.pages) if (page !== this) for (const listener of page.#listeners) listener(change);
  }
}

export function cardOf(table: string, seq: number, yourTurn = false): StoredCard {
  const nobody = { type: 'nobody' } as const;
  const ended = { ending: null, result: null };
  const shown = { at: 0, picture: '', id: table };
  const card: TableCard = { game: 'go', sitters: [nobody, nobody], yours: [], ply: seq, yourTurn, ...ended, ...shown };
  return { card, seq, level: null, over: null };
}

/** A module whose tables are lists of words: a move adds one, and says its number. */
export class WordTables {
  tables = new Map<string, string[]>();
  calls: Call[] = [];
  /** What is said besides, when a word is stored. */
  after: (table: string) => Told[] = () => [];

  door(call: Call): Told[] {
    this.calls.push(call);
    if (call.type === 'load') {
      if (call.events.length > 0) this.tables.set(call.table, [...call.events]);
      else this.tables.delete(call.table);
    }
    if (call.type === 'forget') this.tables.delete(call.table);
    if (call.type === 'request') return [{ type: 'reply', to: call.to, status: 200, kind: 'text/plain', body: 'ok' }];
    if (call.type === 'found')
      return call.found.type === 'move' ? this.#add('tttttttttttt', call.found.text, call) : [];
    if (call.type !== 'ask') return [];
    const { id, what } = call.ask;
    if (what.type === 'look') return [said(id)];
    if (!('table' in what)) return [said(id)];
    const words = this.tables.get(what.table);
    if (!words) {
      const loaded = this.calls.some((one) => one.type === 'load' && one.table === what.table);
      return loaded ? [refusal(id, 'no-such-table')] : [{ type: 'fetch', table: what.table, again: call }];
    }
    if (what.type !== 'move') return [said(id)];
    // A ply is the number of words.
    if (what.ply !== words.length) return [refusal(id, 'stale')];
    return this.#add(what.table, what.text, call, said(id));
  }

  #add(table: string, word: string, again: Call, ...then: Told[]): Told[] {
    const words = this.tables.get(table) ?? [];
    words.push(word);
    this.tables.set(table, words);
    const seq = words.length;
    const writes = [{ table, seq, events: [word], card: cardOf(table, seq, seq % 2 === 1) }];
    return [{ type: 'write', writes, then: [...then, ...this.after(table)], again }];
  }
}

export const said = (to: number): Extract<Told, { type: 'say' }> => ({
  type: 'say',
  message: { type: 'answer', to, answer: { type: 'done' } },
});

export const refusal = (to: number, code: string): Extract<Told, { type: 'say' }> => ({
  type: 'say',
  message: { type: 'answer', to, answer: { type: 'refused', error: { code, words: { en: code, fr: code } } } },
});
