// A game under study: a tree of variations, and where in it one is.

import { lookAt } from '../looks';
import { asRefused, type Refused } from '../refusal';
import { Viewer } from '../viewer.svelte';
import type { Animation, GameLine, Look, RecordTree, Setup } from '../wire';
import { moveNumber } from '../words';

export interface Node {
  id: number;
  parent: Node | null;
  /** The first is the main line. */
  children: Node[];
  /** The move; empty at the start. */
  text: string;
  nags: number[];
  before: string | null;
  comment: string | null;
}

export class Study {
  game = $state('');
  setup = $state.raw<Setup>({ options: [] });
  tags = $state.raw<[string, string][]>([]);
  result = $state<string | null>(null);
  root = $state.raw<Node>(fresh());
  /** Where one is. */
  current = $state.raw<Node>(this.root);
  /** Grows with every change of the tree, which is changed in place. */
  version = $state(0);
  failure = $state.raw<Refused | null>(null);
  /** Whose turn it is at the start. */
  secondBegins = $state(false);
  /** Where to come back to after a deletion. */
  #deleted: { parent: Node; index: number; node: Node } | null = $state.raw(null);
  /** The way that was walked last, for going on along it. */
  #way: Node[] = [];
  readonly #viewer = new Viewer();

  constructor(game: string, setup: Setup = { options: [] }) {
    this.begin(game, setup);
  }

  /** What is seen there; the look before it while it is being fetched. */
  get look(): Look | null {
    return this.#viewer.look;
  }

  get animation(): Animation | null {
    return this.#viewer.animation;
  }

  /** Begins anew. */
  begin(game: string, setup: Setup, moves: string[] = []): void {
    this.game = game;
    this.setup = setup;
    this.tags = [];
    this.result = null;
    this.root = fresh();
    this.#way = [];
    let last = this.root;
    for (const text of moves) last = grown(last, text);
    this.#changed();
    this.go(last);
    this.#readStart();
  }

  /** Opens a record; goes to the end of `path`, a list of places among children, or to the start. */
  open(tree: RecordTree, path: number[] = []): void {
    this.game = tree.game;
    this.setup = tree.setup;
    this.tags = tree.tags;
    this.result = tree.result;
    const nodes: Node[] = [];
    for (const one of tree.nodes) {
      const parent = one.parent === null ? null : (nodes[one.parent] ?? null);
      const node: Node = parent ? grown(parent, one.text) : fresh();
      Object.assign(node, { nags: one.nags, before: one.before, comment: one.comment });
      nodes.push(node);
    }
    this.root = nodes[0] ?? fresh();
    this.#way = [];
    this.#changed();
    let at = this.root;
    for (const index of path) at = at.children[index] ?? at;
    this.go(at);
    this.#readStart();
  }

  #readStart(): void {
    const root = this.root;
    lookAt(this.line(root)).then(
      (look) => {
        if (this.root === root) this.secondBegins = look.scene.turn === 'second';
      },
      () => undefined,
    );
  }

  /** The record as it travels. */
  record(): RecordTree {
    const nodes = this.nodes();
    const places = new Map(nodes.map((node, place) => [node, place]));
    return {
      game: this.game,
      setup: this.setup,
      tags: this.tags,
      result: this.result,
      nodes: nodes.map(({ parent, text, nags, before, comment }) => ({
        parent: parent ? (places.get(parent) ?? null) : null,
        text,
        nags,
        before,
        comment,
      })),
    };
  }

  /** Every node, a parent before its children. */
  nodes(): Node[] {
    return below(this.root);
  }

  /** The nodes from the start to a node, without the start. */
  path(node: Node = this.current): Node[] {
    const path: Node[] = [];
    for (let at: Node | null = node; at?.parent; at = at.parent) path.unshift(at);
    return path;
  }

  /** The same as places among children. */
  places(): number[] {
    return this.path().map((node) => node.parent?.children.indexOf(node) ?? 0);
  }

  line(node: Node = this.current): GameLine {
    return { game: this.game, setup: this.setup, moves: this.path(node).map(({ text }) => text) };
  }

  /** The line on the screen and how it goes on, to its end. */
  whole(): GameLine {
    let end = this.current;
    for (let next = this.#next(end); next; next = this.#next(end)) end = next;
    return this.line(end);
  }

  /** The move number of a node: `3.` or `3…`. */
  number(node: Node, ply = this.path(node).length): string {
    return moveNumber(ply + (this.secondBegins ? 1 : 0));
  }

  /** Plays a move here: goes along it if it is known. */
  play(text: string): void {
    const known = this.current.children.find((child) => child.text === text);
    if (known) return this.go(known);
    const node = grown(this.current, text);
    this.#changed();
    this.go(node);
  }

  /** Plays some moves, one after the other. */
  playAll(texts: string[]): void {
    let at = this.current;
    for (const text of texts) at = at.children.find((child) => child.text === text) ?? grown(at, text);
    this.#changed();
    this.go(at);
  }

  go(node: Node): void {
    const forward = node.parent === this.current && this.look !== null;
    this.current = node;
    // The start lies on every way.
    if (node !== this.root && !this.#way.includes(node)) this.#way = this.path(node);
    this.failure = null;
    this.#viewer.show(this.line(node), forward).catch((error: unknown) => {
      this.failure = asRefused(error);
    });
  }

  back(): void {
    if (this.current.parent) this.go(this.current.parent);
  }

  /** Goes on along the way that was walked, or along the main line. */
  on(): void {
    const next = this.#next(this.current);
    if (next) this.go(next);
  }

  first(): void {
    this.go(this.root);
  }

  last(): void {
    let at = this.current;
    for (let next = this.#next(at); next; next = this.#next(at)) at = next;
    this.go(at);
  }

  #next(node: Node): Node | undefined {
    return node.children.find((child) => this.#way.includes(child)) ?? node.children[0];
  }

  /** To the variation beside this one. */
  sideways(step: 1 | -1): void {
    const siblings = this.current.parent?.children ?? [];
    const next = siblings[siblings.indexOf(this.current) + step];
    if (next) this.go(next);
  }

  /** Makes the line to the current move the main line. */
  promote(): void {
    for (const node of this.path()) {
      const siblings = node.parent?.children;
      if (!siblings || siblings[0] === node) continue;
      siblings.splice(siblings.indexOf(node), 1);
      siblings.unshift(node);
    }
    this.#changed();
  }

  get promotable(): boolean {
    return this.version >= 0 && this.path().some((node) => node.parent?.children[0] !== node);
  }

  /** Deletes the current move and all that follows; gives how many moves that were. */
  remove(): number {
    const node = this.current;
    const parent = node.parent;
    if (!parent) return 0;
    const index = parent.children.indexOf(node);
    parent.children.splice(index, 1);
    this.#deleted = { parent, index, node };
    this.version += 1;
    this.go(parent);
    return below(node).length;
  }

  get restorable(): boolean {
    return this.#deleted !== null;
  }

  /** Brings back what was deleted last. */
  restore(): void {
    if (!this.#deleted) return;
    const { parent, index, node } = this.#deleted;
    parent.children.splice(index, 0, node);
    this.#changed();
    this.go(node);
  }

  comment(text: string): void {
    this.current.comment = text.trim() || null;
    this.version += 1;
  }

  /** Sets the one mark of quality of the current move; 0 takes it away. */
  mark(nag: number): void {
    const others = this.current.nags.filter((known) => known < 1 || known > 6);
    this.current.nags = nag === 0 ? others : [nag, ...others];
    this.version += 1;
  }

  #changed(): void {
    this.#deleted = null;
    this.version += 1;
  }
}

let numbers = 0;

function fresh(): Node {
  return { id: ++numbers, parent: null, children: [], text: '', nags: [], before: null, comment: null };
}

function grown(parent: Node, text: string): Node {
  const node: Node = { ...fresh(), parent, text };
  parent.children.push(node);
  return node;
}

/** A node and all that follows it, a parent before its children. */
function below(node: Node): Node[] {
  const all = [node];
  for (let n = 0; n < all.length; n += 1) all.push(...(all[n]?.children ?? []));
  return all;
}

/** The marks of quality as players write them. */
export const MARKS: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

/** The marks of a move as they are written behind it. */
export function marksOf(node: Node): string {
  return node.nags.map((nag) => MARKS[nag] ?? '').join('');
}

/** Who played a record; empty where it does not say so. */
export function playersOf({ tags }: Pick<RecordTree, 'tags'>): [string, string] {
  const tag = (name: string) => tags.find(([known]) => known === name)?.[1] ?? '';
  return [tag('First'), tag('Second')];
}

/** Who played a record and how it ended, where it says so: `Ada – Bob, 1-0`. */
export function recordTitle({ tags, result }: Pick<RecordTree, 'tags' | 'result'>, { dated = false } = {}): string {
  const tag = (name: string) => tags.find(([known]) => known === name)?.[1] ?? '';
  const players = playersOf({ tags }).filter(Boolean).join(' – ');
  const ended = result && result !== '*' ? result : '';
  return [players, ended, dated && players ? tag('Date') : ''].filter(Boolean).join(', ');
}
