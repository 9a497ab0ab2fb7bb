// A module in Node, which runs it as a worker of a page does.
import { readFile } from 'node:fs/promises';

/** The numbers of questions, as `Kind` in Rust has them. */
export const DOOR = 0;
export const ERRAND = 1;
export const REPORTS = 2;
export const RESOURCE = 3;
export const FILES = 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Compiles a file once; `start` makes as many modules of it as are wanted. */
export async function compile(file) {
  return WebAssembly.compile(await readFile(file));
}

/** A module that has not been asked anything yet; `host` is what it asks of the page. */
export async function start(compiled, host = {}) {
  const chance = () => Math.floor(Math.random() * 2 ** 53);
  const env = { now: () => performance.timeOrigin + performance.now(), chance, ...host };
  const { exports } = await WebAssembly.instantiate(compiled, { env });
  return new Module(exports);
}

class Module {
  constructor(exports) {
    this.exports = exports;
  }

  /** The answer to a question, as text. */
  call(kind, bytes) {
    const { reserve, call, answer, memory } = this.exports;
    // The memory may grow, and is another buffer then.
    const place = reserve(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, place);
    const length = call(kind);
    return decoder.decode(new Uint8Array(memory.buffer, answer(), length));
  }

  /** The answer to a question, as JSON; nothing for an empty one. */
  ask(kind, question) {
    const text = question === undefined ? '' : JSON.stringify(question);
    const said = this.call(kind, encoder.encode(text));
    return said === '' ? undefined : JSON.parse(said);
  }

  /** Thinks for a moment. */
  slice() {
    return this.exports.slice() !== 0;
  }

  /** Hands a file in; gives why it is not taken, if it is not. */
  resource(game, kind, bytes) {
    const label = encoder.encode(`${JSON.stringify({ game, kind })}\n`);
    const question = new Uint8Array(label.length + bytes.length);
    question.set(label);
    question.set(bytes, label.length);
    const said = this.call(RESOURCE, question);
    return said === '' ? undefined : JSON.parse(said);
  }
}
