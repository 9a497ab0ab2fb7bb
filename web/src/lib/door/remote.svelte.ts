// The connection to the server: questions with numbers, answers, and what happens at tables.
// It opens by itself, comes back by itself after a drop or after sleep, and asks again for
// every table that is being watched.

import { say } from '../i18n/index.svelte';
import { notices } from '../notices.svelte';
import { Refused, refused } from '../refusal';
import type { Answer, Me, Message, Phrase, Question } from '../wire';
import type { Door, Facts, Method, Progress, Stream, Watcher } from './door';
import { ask } from './http';
import { Watching } from './watching';

interface Pending {
  question: Question;
  answered(answer: Answer): void;
  failed(error: Refused): void;
  timer: number;
}

const ANSWER_WITHIN = 20_000;
const ALIVE_WITHIN = 5_000;
const SLOWEST_RETRY = 8_000;
/** How the server ends the connections of a browser that was signed out. */
const SIGNED_OUT = 4001;

class Remote implements Door, Facts {
  /** Whether messages can be sent now. */
  open = $state(false);
  /** Whether it has been down for long enough to say so. */
  offline = $state(false);
  /** Whether the server said goodbye: it is restarting. */
  goodbye = $state(false);
  /** Why the server cannot save at the moment, in words; `null` while it can. */
  storage = $state<Phrase | null>(null);
  /** How many games wait for a move of the visitor; `null` before it is known. */
  turns = $state<number | null>(null);
  /** What the visitor is called; `null` before it is known. */
  name: string | null = null;
  /** Whether this page itself has asked to be signed out: it goes elsewhere by itself. */
  leaving = false;

  #socket: WebSocket | null = null;
  #wanted = false;
  #number = 0;
  #attempt = 0;
  #retry = 0;
  #offlineTimer = 0;
  #opening: ((door: Door) => void)[] = [];
  #unsent: [number, Pending][] = [];
  #pending = new Map<number, Pending>();
  #streams = new Map<number, (message: Progress) => void>();
  #watching = new Watching((table) => this.ask({ type: 'watch', table }));

  constructor() {
    addEventListener('online', () => this.#hurry());
    addEventListener('pageshow', () => this.#hurry());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#hurry();
    });
    // A laptop that slept finds its clock ahead: the connection may look alive and be dead.
    let before = Date.now();
    setInterval(() => {
      const now = Date.now();
      if (now - before > 15_000) this.#hurry();
      before = now;
    }, 5_000);
  }

  /** Opens the connection, if it is not. Everything below does it too. */
  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    // The first answer over HTTP brings the cookie that says who this visitor is: two first
    // requests at once would make two visitors.
    void this.json<Me>('GET', '/api/me')
      .then(({ name, turns }) => Object.assign(this, { name, turns }))
      .catch(() => undefined)
      .finally(() => this.#connect());
  }

  /** Waits until it is open. */
  opened(): Promise<Door> {
    return this.open ? Promise.resolve(this) : new Promise((opened) => this.#opening.push(opened));
  }

  /** Asks; throws [`Refused`]. A question that was under way when the connection broke is asked
   * again after it is back: every question names the ply it means, so twice does no harm. */
  async ask(question: Question): Promise<Answer> {
    return this.#send(question).answer;
  }

  /** Asks for something that reports on its way (`analyse`, `review`). `stop` ends listening. */
  stream(question: Question, report: (message: Progress) => void): Stream {
    const { id, answer } = this.#send(question);
    this.#streams.set(id, report);
    return { answer, stop: () => this.#streams.delete(id) };
  }

  /** Watches a table until the returned function is called. */
  watch(table: string, watcher: Watcher): () => void {
    this.#watching.add(table, watcher);
    this.start();
    if (this.open) this.#watching.fetch(table);
    return () => {
      if (!this.#watching.remove(table, watcher)) return;
      if (this.open) this.ask({ type: 'leave', table }).catch(() => undefined);
    };
  }

  /** Asks for a watched table anew. */
  resync(table: string): void {
    if (this.open) this.#watching.fetch(table);
  }

  async json<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const response = await ask(method, path, body);
    try {
      return (await response.json()) as T;
    } catch {
      throw refused('unclear');
    }
  }

  async text(method: Method, path: string, body?: unknown): Promise<string> {
    return (await ask(method, path, body)).text();
  }

  #send(question: Question): { id: number; answer: Promise<Answer> } {
    this.start();
    const id = ++this.#number;
    const answer = new Promise<Answer>((answered, failed) => {
      const timer = setTimeout(
        () => {
          this.#pending.delete(id);
          this.#unsent = this.#unsent.filter(([other]) => other !== id);
          failed(refused('offline'));
        },
        ANSWER_WITHIN + (question.type === 'review' ? 600_000 : 0),
      );
      const pending = { question, answered, failed, timer };
      if (this.open) this.#transmit(id, pending);
      else this.#unsent.push([id, pending]);
    });
    return { id, answer };
  }

  #transmit(id: number, pending: Pending): void {
    this.#pending.set(id, pending);
    this.#socket?.send(JSON.stringify({ id, what: pending.question }));
  }

  #connect(): void {
    clearTimeout(this.#retry);
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    const address = new URL('/api/socket', location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    this.#socket = socket;
    // Quick reconnections shall not make a banner flash.
    this.#offlineTimer ||= setTimeout(() => (this.offline = true), 1_500);
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#attempt = 0;
      clearTimeout(this.#offlineTimer);
      this.#offlineTimer = 0;
      Object.assign(this, { open: true, offline: false, goodbye: false, storage: null });
      for (const opened of this.#opening.splice(0)) opened(this);
      for (const table of this.#watching.tables()) this.#watching.fetch(table);
      for (const [id, pending] of this.#unsent.splice(0)) this.#transmit(id, pending);
    };
    socket.onmessage = (event) => {
      if (this.#socket === socket && typeof event.data === 'string') this.#receive(event.data);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#dropped();
      if (event.code !== SIGNED_OUT) return;
      // Nothing on this page is the visitor's any more.
      clearTimeout(this.#retry);
      if (!this.leaving) location.reload();
    };
  }

  #dropped(): void {
    this.#socket = null;
    this.open = false;
    this.#offlineTimer ||= setTimeout(() => (this.offline = true), 1_500);
    for (const [id, pending] of this.#pending) {
      // Watching is asked for anew anyway; acts were meant for the moment they were chosen in.
      if (pending.question.type === 'watch' || pending.question.type === 'act') {
        clearTimeout(pending.timer);
        pending.failed(refused('offline'));
      } else {
        this.#unsent.push([id, pending]);
      }
    }
    this.#pending.clear();
    const wait = Math.min(SLOWEST_RETRY, 250 * 2 ** this.#attempt) * (0.75 + Math.random() / 2);
    this.#attempt += 1;
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  /** The page came back, or the network: connect at once, or find out whether all is well. */
  #hurry(): void {
    if (!this.#wanted) return;
    if (!this.open) {
      this.#attempt = 0;
      if (!this.#socket) this.#connect();
      return;
    }
    const socket = this.#socket;
    const [table] = this.#watching.tables();
    if (table === undefined || !socket) return;
    const silent = setTimeout(() => {
      if (this.#socket !== socket) return;
      socket.close();
      this.#dropped();
      this.#connect();
    }, ALIVE_WITHIN);
    socket.addEventListener('message', () => clearTimeout(silent), { once: true });
    this.#watching.fetch(table);
  }

  #receive(data: string): void {
    let message: Message;
    try {
      message = JSON.parse(data) as Message;
    } catch {
      return;
    }
    switch (message.type) {
      case 'answer': {
        const pending = this.#pending.get(message.to);
        this.#pending.delete(message.to);
        if (!pending) return;
        clearTimeout(pending.timer);
        if (message.answer.type === 'refused') pending.failed(new Refused(message.answer.error));
        else pending.answered(message.answer);
        return;
      }
      case 'happened':
        this.#watching.happened(message.table, message.happening, message.state);
        return;
      case 'analysis':
      case 'review-progress':
        this.#streams.get(message.to)?.(message);
        return;
      case 'turns':
        this.turns = message.turns;
        return;
      case 'watchers':
        this.#watching.watchers(message.table, message.watchers);
        return;
      case 'storage':
        this.storage = message.working ? null : message.words;
        if (message.working) notices.show(say(message.words));
        return;
      case 'slow':
        notices.show(say(message.words));
        return;
      case 'goodbye':
        this.goodbye = true;
        return;
    }
  }
}

/** The connection to the server. */
export const remote = new Remote();
