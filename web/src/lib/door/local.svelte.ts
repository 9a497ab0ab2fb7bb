// The local door as the page sees it: a worker with the rules, its questions and answers. A worker
// that comes to grief is started anew, the tables that are watched are shown again, and what was
// under way is asked once more.

import { Refused, refused } from '../refusal';
import { version } from '../server';
import type { Answer, Call, ErrorInfo, Message, Phrase, Question } from '../wire';
import type { Door, Method, Progress, Stream, Watcher } from './door';
import { refusalIn } from './http';
import type { FromRules, ToRules } from './protocol';
import { openStorage, type Storage } from './storage';
import { Watching } from './watching';
import { type Inability, inability } from './words';

/** What a reply says, or a message's answer. */
type Got = { answer: Answer } | { body: string };

interface Pending {
  call: Call;
  got(got: Got): void;
  failed(error: Refused): void;
  /** How often it was asked. */
  times: number;
}

/** So long it rests after the second fall within a minute, and longer after the next. */
const FIRST_REST = 500;
/** More falls than this within a minute, and it stays down. */
const MOST_CRASHES = 3;
const MINUTE = 60_000;

export class Local implements Door {
  /** Whether it answers; `null` while it is not known. */
  ready = $state<boolean | null>(null);
  /** Whether games can be kept here. */
  keeps = $state(false);
  #troubles = $state<{ storage: Phrase | null; files: Phrase | null }>({ storage: null, files: null });
  /** Whether it only could not be fetched: the next time it may. */
  lost = false;
  /** How many games that no server counts wait for a move of the visitor. */
  turns = $state(0);
  /** Looks elsewhere for a table that is not in storage, and stores what it finds. */
  search: (table: string) => Promise<void> = () => Promise.resolve();
  /** A table comes onto the screen: it may have gone on elsewhere. */
  opened: (table: string) => void = () => undefined;

  readonly #make: () => Worker;
  #worker: Worker | null = null;
  #number = 0;
  /** Whether the browser was asked to keep games for good. */
  #asked = false;
  #crashes: number[] = [];
  /** Whether it was given up after falls. */
  #failing = false;
  /** Whether any worker ever said something: where none did, its script did not come. */
  #heard = false;
  /** Runs while it rests after a fall. */
  #rest = 0;
  #pending = new Map<number, Pending>();
  #streams = new Map<number, { call: Call; report: (message: Progress) => void }>();
  #watching = new Watching((table) => this.ask({ type: 'watch', table }));
  #waiting: ((ready: boolean) => void)[] = [];
  #storage: Promise<Storage> | null = null;

  constructor(make: () => Worker) {
    this.#make = make;
    // What happened meanwhile in other pages may not have been heard.
    const back = () => {
      if (document.visibilityState === 'visible' && this.ready) this.#post({ type: 'check' });
    };
    addEventListener('pageshow', back);
    document.addEventListener('visibilitychange', back);
  }

  /** What is wrong here, in words; `null` while all is well. */
  get trouble(): Phrase | null {
    return this.#troubles.storage ?? this.#troubles.files;
  }

  /** Why it does not answer. */
  refusal(): Refused {
    return unable(this.lost ? 'notLoaded' : this.#failing ? 'failing' : 'noModule');
  }

  /** What this browser keeps. */
  storage(): Promise<Storage> {
    return (this.#storage ??= openStorage());
  }

  /** Whether a table is in it. */
  async has(table: string): Promise<boolean> {
    return (await (await this.storage()).card(table)) !== undefined;
  }

  /** The tables that are watched. */
  watched(): string[] {
    return this.#watching.tables();
  }

  /** Says, as soon as it is known, whether it answers. */
  known(): Promise<boolean> {
    if (this.lost) Object.assign(this, { lost: false, ready: null });
    this.start();
    if (this.ready !== null) return Promise.resolve(this.ready);
    return new Promise((known) => this.#waiting.push(known));
  }

  start(): void {
    if (this.#worker || this.#rest || this.ready === false) return;
    let worker: Worker;
    try {
      worker = this.#make();
    } catch {
      this.#failing = true;
      this.#settle(false);
      return;
    }
    this.#worker = worker;
    worker.onmessage = (event: MessageEvent<FromRules>) => {
      if (this.#worker === worker) this.#receive(event.data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.#crashed(event.message);
    };
  }

  async ask(question: Question): Promise<Answer> {
    return this.#ask(question).answer;
  }

  stream(question: Question, report: (message: Progress) => void): Stream {
    const { id, call, answer } = this.#ask(question);
    this.#streams.set(id, { call, report });
    const stop = () => this.#streams.delete(id);
    // A review is over with its answer, an analysis only begins.
    answer.then(() => question.type === 'review' && stop(), stop);
    return { answer, stop };
  }

  watch(table: string, watcher: Watcher): () => void {
    this.#watching.add(table, watcher);
    this.#watching.fetch(table);
    this.opened(table);
    return () => {
      if (this.#watching.remove(table, watcher)) this.ask({ type: 'leave', table }).catch(() => undefined);
    };
  }

  resync(table: string): void {
    if (this.#watching.has(table)) this.#watching.fetch(table);
  }

  async json<T>(method: Method, path: string, body?: unknown): Promise<T> {
    try {
      return JSON.parse(await this.text(method, path, body)) as T;
    } catch (error) {
      throw error instanceof Refused ? error : refused('unclear');
    }
  }

  async text(method: Method, path: string, body?: unknown): Promise<string> {
    const sent = typeof body === 'string' ? body : body === undefined ? null : JSON.stringify(body);
    if (method === 'POST' && path === '/api/tables') this.#persist();
    const to = ++this.#number;
    const got = await this.#send(to, { type: 'request', to, method, path, body: sent });
    return 'body' in got ? got.body : '';
  }

  /** The visitor has another name, here and the next time. */
  async rename(name: string): Promise<void> {
    await (await this.storage()).setName(name);
    await this.text('PUT', '/api/me', { name });
  }

  /** Asks the browser, once, to keep the games for good. */
  #persist(): void {
    if (this.#asked) return;
    this.#asked = true;
    // Over plain `http` nobody can be asked.
    if ('storage' in navigator) void navigator.storage.persist().catch(() => undefined);
  }

  #ask(question: Question): { id: number; call: Call; answer: Promise<Answer> } {
    const id = ++this.#number;
    const call: Call = { type: 'ask', ask: { id, what: question } };
    const answer = this.#send(id, call).then((got): Answer => ('answer' in got ? got.answer : { type: 'done' }));
    return { id, call, answer };
  }

  #send(id: number, call: Call): Promise<Got> {
    this.start();
    return new Promise<Got>((got, failed) => {
      if (this.ready === false) {
        failed(this.refusal());
        return;
      }
      this.#pending.set(id, { call, got, failed, times: 1 });
      this.#post({ type: 'call', call });
    });
  }

  #post(message: ToRules): void {
    this.#worker?.postMessage(message);
  }

  #settle(ready: boolean): void {
    this.ready = ready;
    for (const known of this.#waiting.splice(0)) known(ready);
    if (ready) return;
    for (const pending of this.#pending.values()) pending.failed(this.refusal());
    this.#pending.clear();
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** A worker that fell is thrown away: the tables are in storage. */
  #crashed(why: string): void {
    console.warn(`the local rules are started anew: ${why}`);
    this.#worker?.terminate();
    this.#worker = null;
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < MINUTE), now];
    if (this.#crashes.length > MOST_CRASHES) {
      this.#crashes = [];
      this.#failing = this.#heard;
      this.lost = !this.#heard;
      this.#settle(false);
      return;
    }
    for (const [id, pending] of this.#pending) {
      pending.times += 1;
      if (pending.times <= 2) continue;
      this.#pending.delete(id);
      // Where nothing has come yet, nothing of the question broke it.
      pending.failed(unable(this.#heard ? 'broken' : 'notLoaded'));
    }
    const falls = this.#crashes.length;
    if (falls === 1) this.#resume();
    else this.#rest = setTimeout(() => this.#resume(), FIRST_REST * 2 ** (falls - 2));
  }

  /** Starts a worker in the place of the one that fell, and asks it what is still open. */
  #resume(): void {
    this.#rest = 0;
    this.start();
    for (const { call } of this.#pending.values()) this.#post({ type: 'call', call });
    for (const [id, { call }] of this.#streams) if (!this.#pending.has(id)) this.#post({ type: 'call', call });
    for (const table of this.#watching.tables()) this.#watching.fetch(table);
  }

  #receive(message: FromRules): void {
    this.#heard = true;
    switch (message.type) {
      case 'ready':
        this.keeps = message.keeps;
        this.#settle(true);
        return;
      case 'absent':
        this.lost = message.lost;
        this.#settle(false);
        return;
      case 'crashed':
        this.#crashed(message.why);
        return;
      case 'told':
        if (message.told.type === 'say') this.#said(message.told.message);
        else this.#replied(message.told.to, message.told.status, message.told.body);
        return;
      case 'gone':
        this.#watching.again(message.table);
        return;
      case 'missing': {
        const { table } = message;
        const looked = () => this.#post({ type: 'looked', table });
        void this.search(table).then(looked, looked);
        return;
      }
      case 'turns':
        this.turns = message.turns;
        return;
      case 'trouble':
        this.#troubles[message.about] = message.words;
        return;
    }
  }

  #replied(to: number, status: number, body: string): void {
    if (status < 400) this.#take(to)?.got({ body });
    else this.#take(to)?.failed(refusalIn(body, 'unclear'));
  }

  #said(message: Message): void {
    switch (message.type) {
      case 'answer':
        if (message.answer.type === 'refused') this.#refuse(message.to, message.answer.error);
        else this.#take(message.to)?.got({ answer: message.answer });
        return;
      case 'happened':
        this.#watching.happened(message.table, message.happening, message.state);
        return;
      case 'analysis':
      case 'review-progress':
        this.#streams.get(message.to)?.report(message);
        return;
      case 'watchers':
        this.#watching.watchers(message.table, message.watchers);
        return;
      // What a server says of itself.
      default:
        return;
    }
  }

  #refuse(to: number, error: ErrorInfo): void {
    this.#take(to)?.failed(new Refused(error));
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}

const unable = (why: Inability) => new Refused(inability(why));

/** The local door of this page. */
export const local = new Local(() => {
  const worker = new Worker(new URL('./rules.worker.ts', import.meta.url), { type: 'module', name: 'rules' });
  worker.postMessage({ type: 'start', version: version() } satisfies ToRules);
  return worker;
});
