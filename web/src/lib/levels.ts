// How strong the computer plays: the numbers of its levels, and the order they stand in.

/** Full strength keeps the number it has always had in links and stored games; experts are numbered after it. */
export const FULL = 10;

const NUMBERED = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The levels of a game with so many experts, the weakest first. */
export function levelsOf(experts: number): number[] {
  return [...NUMBERED, ...Array.from({ length: experts }, (_, n) => FULL + 1 + n), FULL];
}

/** Where a level stands: the stronger the larger. */
export const rank = (level: number): number => (level === FULL ? Infinity : level);

/** Which expert a level is, counted from 1; 0 for the others. */
export const expertOf = (level: number): number => Math.max(0, level - FULL);

/** The level that somebody wishes, if the game has it, or what comes nearest. */
export function levelIn(experts: number, wished: unknown): number {
  const level = Math.round(Number(wished)) || 1;
  const levels = levelsOf(experts);
  if (levels.includes(level)) return level;
  // An expert that the game has not: the strongest below full strength, as at the table.
  return level > FULL ? (levels.at(-2) ?? FULL) : 1;
}

/** A level in a link: by number, or as people write it (`full`, `expert-2`, `e2`); 0 for none. */
export function readLevel(text: string | null): number {
  if (text === 'full') return FULL;
  const expert = /^e(?:xpert-)?([1-9])$/.exec(text ?? '');
  return expert ? FULL + Number(expert[1]) : Math.max(0, Math.round(Number(text)) || 0);
}
