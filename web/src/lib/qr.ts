// QR codes of short texts (ISO/IEC 18004): bytes, error correction M, versions 1 to 10.

/** Per version: check bytes per block, then the data bytes of each block. */
const BLOCKS: [number, number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];

/** Where the middles of the small squares are. */
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let n = 0, x = 1; n < 255; n++) {
  EXP[n] = EXP[n + 255] = x;
  LOG[x] = n;
  x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
}

function times(a: number, b: number): number {
  return a && b ? (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0) : 0;
}

/** The check bytes of a block (Reed–Solomon). */
function checkBytes(data: number[], count: number): number[] {
  let generator = [1];
  for (let n = 0; n < count; n++) {
    const next = [...generator, 0];
    generator.forEach((g, i) => (next[i + 1] = (next[i + 1] ?? 0) ^ times(g, EXP[n] ?? 0)));
    generator = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  data.forEach((_, i) => {
    const factor = rest[i] ?? 0;
    generator.forEach((g, j) => (rest[i + j] = (rest[i + j] ?? 0) ^ times(g, factor)));
  });
  return rest.slice(data.length);
}

/** The text as the bytes of a code of a version, blocks woven together. */
function codewords(bytes: Uint8Array, version: number): number[] | null {
  const [check, sizes] = BLOCKS[version - 1] ?? [0, []];
  const room = sizes.reduce((a, b) => a + b, 0);
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let n = length - 1; n >= 0; n--) bits.push((value >> n) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  if (bits.length > room * 8) return null;
  push(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let n = 0; n < bits.length; n += 8) data.push(parseInt(bits.slice(n, n + 8).join(''), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);

  let start = 0;
  const blocks = sizes.map((size) => data.slice(start, (start += size)));
  const checks = blocks.map((block) => checkBytes(block, check));
  const woven: number[] = [];
  for (const rows of [blocks, checks])
    for (let n = 0; n < Math.max(...rows.map((row) => row.length)); n++)
      for (const row of rows) if (n < row.length) woven.push(row[n] ?? 0);
  return woven;
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The bits of `value` followed by the remainder of its division: BCH codes of the format. */
function withRemainder(value: number, divisor: number, bits: number): number {
  let rest = value << bits;
  for (let n = 31; n >= bits; n--) if ((rest >>> n) & 1) rest ^= divisor << (n - bits);
  return (value << bits) | rest;
}

/** A square of dark (`true`) and light modules, or `null` when the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= BLOCKS.length; version++) {
    const words = codewords(bytes, version);
    if (words) return drawn(words, version);
  }
  return null;
}

function drawn(words: number[], version: number): boolean[][] {
  const size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, on: boolean) => {
    const [row, mark] = [dark[y], fixed[y]];
    if (!row || !mark || x < 0 || x >= size) return;
    row[x] = on;
    mark[x] = true;
  };
  for (let n = 0; n < size; n++) {
    set(n, 6, n % 2 === 0);
    set(6, n, n % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
  const middles = ALIGNMENT[version - 1] ?? [];
  for (const cy of middles)
    for (const cx of middles) {
      const [near, far] = [6, size - 7];
      if ((cx === near && (cy === near || cy === far)) || (cx === far && cy === near)) continue;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  const format = (mask: number) => {
    const code = withRemainder(mask, 0x537, 10) ^ 0x5412; // level M is 00
    for (let n = 0; n < 15; n++) {
      const on = ((code >> n) & 1) === 1;
      if (n < 6) set(8, n, on);
      else if (n < 8) set(8, n + 1, on);
      else if (n === 8) set(7, 8, on);
      else set(14 - n, 8, on);
      if (n < 8) set(size - 1 - n, 8, on);
      else set(8, size - 15 + n, on);
    }
    set(8, size - 8, true);
  };
  format(0);
  if (version >= 7) {
    const code = withRemainder(version, 0x1f25, 12);
    for (let n = 0; n < 18; n++) {
      const on = ((code >> n) & 1) === 1;
      set(Math.floor(n / 3), size - 11 + (n % 3), on);
      set(size - 11 + (n % 3), Math.floor(n / 3), on);
    }
  }
  let bit = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let n = 0; n < size; n++) {
      const y = (Math.floor((size - 1 - right + (right < 6 ? 1 : 0)) / 2) % 2 === 0) ? size - 1 - n : n;
      for (const x of [right, right - 1]) {
        const row = dark[y];
        if (!row || fixed[y]?.[x]) continue;
        row[x] = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
      }
    }
  }
  let best: boolean[][] = dark;
  let least = Infinity;
  MASKS.forEach((mask, number) => {
    format(number);
    const masked = dark.map((row, y) => row.map((on, x) => (fixed[y]?.[x] ? on : on !== mask(x, y))));
    const cost = penalty(masked);
    if (cost < least) [best, least] = [masked, cost];
  });
  return best;
}

/** How hard a code is to read: long runs, blocks, false corners, too much of one colour. */
function penalty(code: boolean[][]): number {
  const size = code.length;
  let cost = 0;
  const lines = [...code, ...code.map((_, x) => code.map((row) => row[x] ?? false))];
  for (const line of lines) {
    const text = line.map(Number).join('');
    for (const run of text.match(/0+|1+/g) ?? []) if (run.length >= 5) cost += run.length - 2;
    cost += 40 * ((text.match(/(?=10111010000|00001011101)/g) ?? []).length);
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const on = code[y]?.[x];
      if (on === code[y - 1]?.[x] && on === code[y]?.[x - 1] && on === code[y - 1]?.[x - 1]) cost += 3;
    }
  const share = code.flat().filter(Boolean).length / size ** 2;
  return cost + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
