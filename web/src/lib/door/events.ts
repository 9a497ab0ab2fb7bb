// Games as lists of events, outside of the module: as it takes them in, and under another name.

/** The letters of names. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const NAME_LENGTH = 12;

/** A number that stands for events (FNV-1a, 64 bits), as the module counts it. */
export function checksum(events: string[]): bigint {
  let sum = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(events.map((event) => `${event}\n`).join(''))) {
    sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x0100000001b3n);
  }
  return sum;
}

/** A name for these events: the same ones always get the same. */
export function nameFor(events: string[]): string {
  let rest = checksum(events);
  return Array.from({ length: NAME_LENGTH }, () => {
    const letter = LETTERS[Number(rest % 32n)] ?? '';
    rest /= 32n;
    return letter;
  }).join('');
}

/** The file of one game. */
export function fileOf(table: string, events: string[]): string {
  const sum = checksum(events).toString(16).padStart(16, '0');
  return `{"format":"galet-games","version":1,"games":[\n{"table":"${table}","sum":"${sum}","events":[\n${events.join(',\n')}\n]}\n]}\n`;
}

/** Whether a list begins with another. */
export function beginsWith(list: string[], beginning: string[]): boolean {
  return list.length >= beginning.length && beginning.every((event, n) => event === list[n]);
}
