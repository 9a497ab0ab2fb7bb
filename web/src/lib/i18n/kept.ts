// Words about the games that this browser keeps: on the server too, as a file, and where they part.

import { area, either, plural } from './index.svelte';

const english = {
  onlyHere: (games: number) =>
    `${plural(games, 'game is', 'games are')} saved on this device only until the server can be reached.`,
  unwanted: (games: number) =>
    `${plural(games, 'game is', 'games are')} saved on this device only: the server did not take ${either(games, 'it', 'them')}.`,
  parted: 'This game went on differently on another device. How it went on here is kept as a game of its own.',
  saveAll: 'Save games as a file',
  saveAllHint: 'The games against the computer and at one screen that this browser keeps, to bring them in elsewhere.',
  bringIn: 'Bring games in',
  bringInHint: 'From a file that was saved in another browser.',
  brought: (games: number) => plural(games, 'game came.', 'games came.'),
  already: (games: number) => plural(games, 'was here already.', 'were here already.'),
  nothing: 'There is no game in this file.',
};

const french: typeof english = {
  onlyHere: (games) =>
    `${plural(games, 'partie n’est gardée', 'parties ne sont gardées')} que sur cet appareil, tant que le serveur n’est pas joignable.`,
  unwanted: (games) =>
    `${plural(games, 'partie n’est gardée', 'parties ne sont gardées')} que sur cet appareil\u00a0: le serveur ne ${either(games, 'l’a pas voulue', 'les a pas voulues')}.`,
  parted:
    'Cette partie a continué autrement sur un autre appareil. La suite jouée ici est gardée comme une partie à part.',
  saveAll: 'Enregistrer dans un fichier',
  saveAllHint:
    'Les parties contre l’ordinateur et sur un seul écran que garde ce navigateur, pour les reprendre ailleurs.',
  bringIn: 'Reprendre des parties',
  bringInHint: 'D’un fichier enregistré dans un autre navigateur.',
  brought: (games) => plural(games, 'partie est arrivée.', 'parties sont arrivées.'),
  already: (games) => plural(games, 'était déjà là.', 'étaient déjà là.'),
  nothing: 'Il n’y a aucune partie dans ce fichier.',
};

/** Words about the games that this browser keeps. */
export const kept = area(english, french);
