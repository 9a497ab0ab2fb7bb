// Whether this browser can run the module: WebAssembly with vectors, and workers.

/** The shortest module with a vector in it: a function that gives sixteen zeros. */
const VECTOR = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];

export function capable(): boolean {
  try {
    return typeof Worker === 'function' && WebAssembly.validate(new Uint8Array(VECTOR));
  } catch {
    return false;
  }
}
