// Days by their numbers: 0 is the first of January 1970.

const DAY = 86_400_000;

/** The number of a moment's day on the visitor's calendar. */
export function dayOf(moment: number): number {
  const date = new Date(moment);
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
}

/** A moment's day in Greenwich, as `2026-11-16`: the same for everybody, as the puzzle of the day is. */
export function dateOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
