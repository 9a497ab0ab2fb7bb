// Names of things in addresses and numbers of moves, as people read them.

/** `belgian-daisy` → `Belgian daisy`. */
export function spelledOut(name: string): string {
  return capital(name.replace(/[-_]+/g, ' '));
}

/** A text as a sentence begins with it. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** The number of a move as players write it, counted from 1 over both players: `3.` or `3…`. */
export function moveNumber(ply: number): string {
  return ply % 2 === 1 ? `${(ply + 1) / 2}.` : `${ply / 2}…`;
}
