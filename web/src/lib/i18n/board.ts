// Words of the board itself.

import { area, plural } from './index.svelte';

const english = {
  empty: 'empty',
  neutral: 'neutral',
  unknown: 'unknown',
  stack: (n: number, pieces: string) => `${n} high, from the bottom: ${pieces}`,
  movable: 'can be moved',
  selected: 'selected',
  target: 'the move can go here',
  extend: 'can be added',
  board: (game: string) => `${game} board`,
  keys: 'Arrow keys move between cells, Enter taps, Backspace takes a step back, Escape cancels, P says the position.',
  steps:
    'After a click on the board the left and right arrow keys step through the moves, until Enter or Tab returns to the cells.',
  inHand: (n: number) => `${plural(n, 'piece', 'pieces')} in hand`,
  play: 'Play this move',
  cancel: 'Cancel',
  cancelled: 'Move cancelled.',
  chosen: (cell: string, choices: number) => `${cell} selected, ${plural(choices, 'way', 'ways')} to go on.`,
  toMove: (player: string) => `${player} to move.`,
  has: (player: string, what: string) => `${player}: ${what}.`,
};

const french: typeof english = {
  empty: 'vide',
  neutral: 'neutre',
  unknown: 'inconnue',
  stack: (n: number, pieces: string) => `hauteur ${n}, depuis le bas : ${pieces}`,
  movable: 'peut bouger',
  selected: 'sélectionnée',
  target: 'le coup peut aller ici',
  extend: 'peut s’ajouter',
  board: (game: string) => `Plateau : ${game}`,
  keys: 'Les flèches vont de case en case, Entrée touche, Retour arrière revient d’un pas, Échap annule, P dit la position.',
  steps:
    'Après un clic sur le plateau, les flèches gauche et droite parcourent les coups, jusqu’à ce qu’Entrée ou Tab ramène aux cases.',
  inHand: (n: number) => `${plural(n, 'pièce', 'pièces')} en main`,
  play: 'Jouer ce coup',
  cancel: 'Annuler',
  cancelled: 'Coup annulé.',
  chosen: (cell: string, choices: number) =>
    `${cell} choisie, ${plural(choices, 'suite possible', 'suites possibles')}.`,
  toMove: (player: string) => `${player} au trait.`,
  has: (player: string, what: string) => `${player} : ${what}.`,
};

/** Words of the board itself. */
export const boardWords = area(english, french);
