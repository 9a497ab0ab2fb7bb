// The module of WebAssembly: where it is, and how questions get into it and answers out of it.

import type { Call, Errand, ErrorInfo, Report, Told } from '../wire';
import { now } from './clocks';

/** What `door/manifest.json` says; without a module the app was built without one. */
export interface Manifest {
  /** The file beside it. */
  module: string | null;
}

/** A file that a game is thought about with. */
export interface FileInfo {
  game: string;
  kind: string;
  file: string;
  bytes: number;
}

/** What the module gives to pages. */
interface Exports {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  call(kind: number): number;
  answer(): number;
  slice(): number;
}

const KINDS = { door: 0, errand: 1, reports: 2, resource: 3, files: 4 };

/** The address of a file of the app, from whatever path it is served. */
export function appAddress(file: string): URL {
  // Scripts are one folder below the app's own; while developing, they are anywhere.
  const script = import.meta.url;
  return import.meta.env.PROD ? new URL(`../${file}`, script) : new URL(`/${file}`, script);
}

/** Fetches and compiles the module; `null` if the app has none. It throws without a network. The list keeps its
 * name from build to build, so the page says which it is: no page gets the module of another. */
export async function compile(version: string): Promise<WebAssembly.Module | null> {
  const answer = await fetch(appAddress(`door/manifest.json?v=${version}`));
  if (answer.status >= 500) throw new Error(`door/manifest.json: ${answer.status}`);
  // A host may answer with a page that says that there is nothing.
  const manifest = answer.ok ? ((await answer.json().catch(() => null)) as Manifest | null) : null;
  const module = manifest?.module;
  if (!module) return null;
  const file = await fetch(appAddress(`door/${module}`));
  if (!file.ok) throw new Error(`door/${module}: ${file.status}`);
  // Compiling while it comes needs a type that not every host gives.
  if (file.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(file);
  return WebAssembly.compile(await file.arrayBuffer());
}

/** A module that runs. What it throws is its end: start another. */
export class Running {
  readonly #exports: Exports;

  constructor(exports: Exports) {
    this.#exports = exports;
  }

  static async start(module: WebAssembly.Module): Promise<Running> {
    const env = { now, chance };
    const { exports } = await WebAssembly.instantiate(module, { env });
    return new Running(exports as unknown as Exports);
  }

  door(call: Call): Told[] {
    return JSON.parse(this.#ask(KINDS.door, encoded(JSON.stringify(call)))) as Told[];
  }

  errand(errand: Errand): Report[] {
    return JSON.parse(this.#ask(KINDS.errand, encoded(JSON.stringify(errand)))) as Report[];
  }

  reports(): Report[] {
    return JSON.parse(this.#ask(KINDS.reports)) as Report[];
  }

  files(): FileInfo[] {
    return JSON.parse(this.#ask(KINDS.files)) as FileInfo[];
  }

  /** Hands in a file; says why it is not taken. */
  resource(game: string, kind: string, bytes: ArrayBuffer): ErrorInfo | null {
    const answer = this.#ask(KINDS.resource, encoded(`${JSON.stringify({ game, kind })}\n`), new Uint8Array(bytes));
    return answer === '' ? null : (JSON.parse(answer) as ErrorInfo);
  }

  /** Thinks for a moment; says whether there may be more. */
  slice(): boolean {
    return this.#exports.slice() !== 0;
  }

  #ask(kind: number, ...parts: Uint8Array[]): string {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    let at = this.#exports.reserve(length);
    for (const part of parts) {
      // The memory may have grown, and then it is another buffer.
      new Uint8Array(this.#exports.memory.buffer, at, part.length).set(part);
      at += part.length;
    }
    const answered = this.#exports.call(kind);
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, this.#exports.answer(), answered));
  }
}

const encoded = (text: string) => new TextEncoder().encode(text);

/** A random whole number below 2^53. */
function chance(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 21) * 2 ** 32 + low;
}
