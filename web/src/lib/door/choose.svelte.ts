// The one thing that pages ask. Behind it are two doors; which one answers is decided here, by the
// routes, and by which of them is there.

import { Refused, refused } from '../refusal';
import { hasServer } from '../server';
import type { Answer, Me, Phrase, Question } from '../wire';
import { capable } from './capable';
import type { Door, Facts, Method, Progress, Stream, Watcher } from './door';
import type { Local } from './local.svelte';
import { archived, completed, unsaved } from './mine';
import type { Mirror } from './mirror.svelte';
import { remote } from './remote.svelte';
import { isLocal, routeOf, routeOfRequest } from './routes';
import { type Inability, inability } from './words';

/** How long games and questions to the engine wait for the local door where a server could answer, too. */
const LOCAL_WITHIN = 15_000;

/** How long until a table is asked for again that could not be had though the server seemed to be there. */
const ASK_AGAIN = 3_000;

class Connection implements Door, Facts {
  #server = hasServer();
  #local = $state.raw<Local | null>(null);
  #loading: Promise<Local | null> | null = null;
  /** Whether its script could not be fetched. */
  #unloaded = false;
  #mirror = $state.raw<Mirror | null>(null);
  #started = false;
  /** Who was last asked to analyse: stopping is for them. */
  #analysing: Door | null = null;

  get open(): boolean {
    return this.#local?.ready === true || remote.open;
  }
  get offline(): boolean {
    return this.#server && remote.offline;
  }
  /** Whether what is done at a table waits for the way to its server. */
  awaits(table: string): boolean {
    return !isLocal(table) && this.offline;
  }
  get goodbye(): boolean {
    return remote.goodbye;
  }
  get storage(): Phrase | null {
    return this.#local?.trouble ?? remote.storage;
  }
  get turns(): number | null {
    const here = this.#local?.ready ? this.#local.turns : null;
    return this.#server && remote.turns !== null ? remote.turns + (here ?? 0) : here;
  }
  /** Whether games are kept in this browser. */
  get keeps(): boolean {
    return this.#local?.keeps ?? false;
  }
  /** Whether rules are asked in this browser: answers come at once and cost nobody anything. */
  get atHand(): boolean {
    return this.#local?.ready === true;
  }
  /** Why a server does not take the games that are kept here. */
  get unwanted(): Phrase | null {
    return this.#mirror?.why ?? null;
  }
  get leaving(): boolean {
    return remote.leaving;
  }
  set leaving(leaving: boolean) {
    remote.leaving = leaving;
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    if (this.#server) remote.start();
    // The page is drawn first.
    const load = () => void this.local();
    if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 3_000 });
    else setTimeout(load, 500);
  }

  /** The local door once it answers; `null` where it does not. */
  async local(): Promise<Local | null> {
    this.#loading ??= this.#load();
    const local = await this.#loading;
    // What only could not be fetched is fetched the next time.
    if (!local && (this.#local?.lost || this.#unloaded)) this.#loading = null;
    return local?.ready ? local : null;
  }

  async ask(question: Question): Promise<Answer> {
    const door = await this.#doorFor(question);
    if (question.type === 'analyse') this.#analysing = door;
    return door.ask(question);
  }

  stream(question: Question, report: (message: Progress) => void): Stream {
    let stream: Stream | null = null;
    let stopped = false;
    const answer = this.#doorFor(question).then((door): Promise<Answer> => {
      if (stopped) return Promise.resolve({ type: 'done' });
      if (question.type === 'analyse') this.#analysing = door;
      stream = door.stream(question, report);
      return stream.answer;
    });
    const stop = () => {
      stopped = true;
      stream?.stop();
    };
    return { answer, stop };
  }

  watch(table: string, watcher: Watcher): () => void {
    let leave: (() => void) | null = null;
    let left = false;
    const begin = async (): Promise<void> => {
      try {
        const door = await this.#doorFor({ type: 'watch', table });
        if (!left) leave = door.watch(table, watcher);
      } catch (error) {
        if (left) return;
        watcher.refused(error as Refused);
        if (!isOffline(error)) return;
        // It may be there when the server is.
        await (remote.open ? pause(ASK_AGAIN) : remote.opened());
        if (!left) await begin();
      }
    };
    void begin();
    return () => {
      left = true;
      leave?.();
    };
  }

  resync(table: string): void {
    if (!isLocal(table)) remote.resync(table);
    else
      void this.#doorFor({ type: 'watch', table }).then(
        (door) => door.resync(table),
        () => undefined,
      );
  }

  async json<T>(method: Method, path: string, body?: unknown): Promise<T> {
    let answered: Door | null = null;
    const answer = await this.#request(method, path, body, (door) => (answered = door).json<T>(method, path, body));
    const local = this.#local;
    // What a server does not know yet is here.
    if (method !== 'GET' || answered !== remote || !local?.keeps || routeOfRequest(method, path) !== 'mine')
      return answer;
    return completed(path, answer, local);
  }

  text(method: Method, path: string, body?: unknown): Promise<string> {
    return this.#request(method, path, body, (door) => door.text(method, path, body));
  }

  /** The local door, where it is the one that has the file at an address; `null` where a browser fetches
   * it by itself. */
  async near(path: string): Promise<Pick<Door, 'text'> | null> {
    const route = routeOfRequest('GET', path);
    if (!this.#server) return route === 'remote' ? null : this.#here();
    if (route === 'mine') return this.#archive();
    if (route === 'study') return this.#local?.ready ? this.#local : null;
    if (route !== 'local') return null;
    const local = await this.local();
    // A game of another device is not here before it is opened.
    const table = tableIn(path);
    return local && isLocal(table) && !(await isIn(local, table)) ? null : local;
  }

  /** Who has all finished games; `null` where the server does. */
  async #archive(): Promise<Pick<Door, 'text'> | null> {
    const local = await this.#soon();
    if (!local?.keeps || (!remote.offline && (await this.onlyHere()) === 0)) return null;
    const joined = async (method: Method, path: string): Promise<string> => {
      let theirs: string;
      try {
        theirs = await remote.text(method, path);
      } catch (error) {
        if (isOffline(error)) return local.text(method, path);
        throw error;
      }
      return archived(theirs, local);
    };
    return { text: joined };
  }

  async #load(): Promise<Local | null> {
    if (!capable()) return null;
    try {
      const { local } = await import('./local.svelte');
      this.#local = local;
      this.#unloaded = false;
      if (!(await local.known())) return null;
      // Games can be played without it.
      if (this.#server && local.keeps) await this.#reflect(local).catch(() => undefined);
      if (remote.name !== null && local.keeps) void local.rename(remote.name).catch(() => undefined);
      return local;
    } catch {
      // A page that came without its scripts has a server, or says so, and tries again.
      this.#unloaded = !this.#local;
      return null;
    }
  }

  /** The games of this browser are to be on the server, too. */
  async #reflect(local: Local): Promise<void> {
    const { mirrorOf } = await import('./reflect.svelte');
    this.#mirror = await mirrorOf(local);
  }

  /** How many games are in this browser only, though there is a server. */
  async onlyHere(): Promise<number> {
    if (!this.#server || !this.#local?.keeps) return 0;
    return (await unsaved(await this.#local.storage())).size;
  }

  #doorFor(question: Question): Promise<Door> {
    if (question.type === 'stop-analysis') return Promise.resolve(this.#analysing ?? remote);
    const route = routeOf(question);
    if (route === 'local') return 'table' in question ? this.#keeperOf(question.table) : this.#here();
    if (route === 'study') return this.#study();
    if (route === 'engine') return this.#soon().then((local) => local ?? this.#instead());
    return this.#server ? Promise.resolve(remote) : Promise.reject(unable('noServer'));
  }

  /** The local door, or the server where there is none. */
  async #here(): Promise<Door> {
    return (await this.local()) ?? this.#instead();
  }

  /** Who has a table with a name of this browser's kind: this browser, if it is the visitor's own. Those of
   * others are shown by the server that keeps them, too. */
  async #keeperOf(table: string): Promise<Door> {
    const local = await this.local();
    if (!local) return this.#instead();
    if (!this.#server || local.watched().includes(table) || (await isIn(local, table))) return local;
    try {
      await local.search(table);
    } catch (error) {
      // Whose it is cannot be known now.
      if (isOffline(error)) throw refused('offline');
    }
    return (await isIn(local, table)) ? local : remote;
  }

  /** The server, where this browser does not answer. */
  #instead(): Door {
    if (this.#server) return remote;
    throw this.#local?.refusal() ?? unable(this.#unloaded ? 'notLoaded' : 'noLocal');
  }

  /** Whoever is ready first. */
  async #study(): Promise<Door> {
    if (this.#local?.ready) return this.#local;
    if (!this.#server) return this.#here();
    if (remote.open) return remote;
    remote.start();
    return Promise.race([remote.opened(), this.local().then((local) => local ?? remote)]);
  }

  async #request<T>(method: Method, path: string, body: unknown, ask: (door: Door) => Promise<T>): Promise<T> {
    if (path === '/api/me' && method !== 'GET') return this.#changed(method, ask);
    const route = routeOfRequest(method, path, body);
    if (route === 'local') return ask(await this.#keeperFor(method, path));
    if (route === 'study' && this.#local?.ready) return ask(this.#local);
    if (!this.#server) return ask(route === 'remote' ? refuse('noServer') : await this.#here());
    try {
      return await ask(remote);
    } catch (error) {
      const here = isOffline(error) && (route === 'study' || (route === 'mine' && method === 'GET'));
      const door = here ? await this.local() : null;
      if (!door) throw error;
      return ask(door);
    }
  }

  /** What the visitor changes about themselves is true in this browser, too; who leaves leaves nothing behind. */
  async #changed<T>(method: Method, ask: (door: Door) => Promise<T>): Promise<T> {
    if (method === 'DELETE') {
      const answer = this.#server ? await ask(remote) : ({ name: '', turns: 0 } as T);
      const { openStorage } = await import('./storage');
      // Where nothing can be kept there is nothing to forget.
      await openStorage().then(
        (storage) => storage.clear(),
        () => undefined,
      );
      return answer;
    }
    const answer = await ask(this.#server ? remote : await this.#here());
    // Before this browser is ready, it is enough that the server knows.
    if (this.#server) remote.name = (answer as Me).name;
    if (this.#local?.ready && this.#local.keeps) await this.#local.rename((answer as Me).name);
    return answer;
  }

  /** Who answers what is this browser's to answer. */
  #keeperFor(method: Method, path: string): Promise<Door> {
    if (method === 'POST') return this.#keeper();
    const table = tableIn(path);
    return isLocal(table) ? this.#keeperOf(table) : this.#here();
  }

  /** Who opens a new game: this browser if it can keep games. */
  async #keeper(): Promise<Door> {
    const local = await this.#soon();
    if (local?.keeps) return local;
    return local && !this.#server ? refuse('noStorage') : this.#instead();
  }

  /** The local door; `null` where there is none, or where it takes its time and a server could do it. */
  async #soon(): Promise<Local | null> {
    if (!this.#server) return this.local();
    const late = new Promise<null>((soon) => setTimeout(() => soon(null), LOCAL_WITHIN));
    return Promise.race([this.local(), late]);
  }
}

function refuse(why: Inability): never {
  throw unable(why);
}

const unable = (why: Inability) => new Refused(inability(why));

/** The name of a table in an address that has one. */
const tableIn = (path: string) => path.split(/[/?]/)[3] ?? '';

/** Whether this browser keeps a table; where nothing is kept, it does not. */
const isIn = (local: Local, table: string) => local.has(table).catch(() => false);

const pause = (milliseconds: number) => new Promise<void>((over) => setTimeout(over, milliseconds));

const isOffline = (error: unknown) => error instanceof Refused && error.code === 'offline';

/** What pages ask. */
export const connection = new Connection();
