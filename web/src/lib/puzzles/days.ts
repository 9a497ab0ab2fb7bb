// Days by their numbers: 0 is the first of January 1970.

const DAY = 86_400_000;

/** The number of a moment's day on the visitor's calendar. */
export function dayOf(moment: number): number {
  const date = new Date(moment);
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
}

/** The number of a moment's day in Greenwich: the same for everybody, as the puzzle of the day is. */
export function sameDayOf(moment: number): number {
  return Math.floor(moment / DAY);
}
