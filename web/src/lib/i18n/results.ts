// Words of the list of games: how they ended, and how often.

import { area, plural } from './index.svelte';

const english = {
  result: { won: 'Won', drawn: 'Draw', lost: 'Lost' },
  filterResult: 'Result',
  anyResult: 'Any result',
  filterOpponent: 'Opponent',
  anyOpponent: 'Any opponent',
  people: 'People',
  title: 'Results',
  columns: { won: 'Won', drawn: 'Drawn', lost: 'Lost' },
  streak: (n: number) => `Won ${n} in a row`,
  longest: (n: number) => `Longest streak: ${plural(n, 'win', 'wins')}`,
  nothingMatches: 'No game is like that.',
  showAll: 'Show all',
};

const french: typeof english = {
  result: { won: 'Gagnée', drawn: 'Nulle', lost: 'Perdue' },
  filterResult: 'Résultat',
  anyResult: 'Tous les résultats',
  filterOpponent: 'Adversaire',
  anyOpponent: 'Tous les adversaires',
  people: 'Des personnes',
  title: 'Résultats',
  columns: { won: 'Gagnées', drawn: 'Nulles', lost: 'Perdues' },
  streak: (n: number) => `${n} victoires de suite`,
  longest: (n: number) => `Plus longue série\u00a0: ${plural(n, 'victoire', 'victoires')}`,
  nothingMatches: 'Aucune partie de ce genre.',
  showAll: 'Tout voir',
};

/** Words of results. */
export const results = area(english, french);
