// How questions get into the module, also when its memory grows in the midst of it.

import { expect, test, vi } from 'vitest';
import { capable } from './capable';
import { Running } from './module';

/** A module that answers every question with its kind and itself, and whose memory is another at each call. */
function echo() {
  let bytes = new Uint8Array(64);
  let length = 0;
  const answer = new TextEncoder();
  const exports = {
    memory: {
      get buffer() {
        return bytes.buffer;
      },
    } as WebAssembly.Memory,
    reserve(wanted: number) {
      bytes = new Uint8Array(64 + wanted);
      length = wanted;
      return 8;
    },
    call(kind: number) {
      const question = new TextDecoder().decode(bytes.slice(8, 8 + length));
      const said = answer.encode(kind === 3 ? '' : JSON.stringify([kind, question]));
      bytes = new Uint8Array(200 + said.length);
      bytes.set(said, 100);
      return said.length;
    },
    answer: () => 100,
    slice: () => 1,
  };
  return new Running(exports);
}

test('questions arrive whole, answers too', () => {
  expect(echo().door({ type: 'forget', table: 'é' })).toEqual([0, '{"type":"forget","table":"é"}']);
  expect(echo().errand({ type: 'drop', errand: 1 })).toEqual([1, '{"type":"drop","errand":1}']);
  expect(echo().reports()).toEqual([2, '']);
  expect(echo().files()).toEqual([4, '']);
  expect(echo().resource('go', 'network', new ArrayBuffer(3))).toBeNull();
  expect(echo().slice()).toBe(true);
});

test('what a browser can is found out by the smallest module with a vector', () => {
  vi.stubGlobal('Worker', class {});
  expect(capable()).toBe(true);
  const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  expect(capable()).toBe(false);
  validate.mockRestore();
  vi.stubGlobal('Worker', undefined);
  expect(capable()).toBe(false);
});
