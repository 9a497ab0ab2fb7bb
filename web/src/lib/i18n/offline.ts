// Words about the app itself: new versions, no network, no server.

import { area } from './index.svelte';

const english = {
  newVersion: 'A new version is ready – reload',
  later: 'Later',
  welcomeText: 'Play the computer or someone beside you. No account and no network needed.',
  noConnection: 'No connection',
  friendNeedsNetwork:
    'Playing a friend needs a connection, and there is none right now. Against the computer and at one screen you can play at once.',
  friendNeedsServer:
    'This copy of Galet is only files: nobody passes moves on to a friend. Two people can play here at one screen. To play from afar, one of you runs Galet:',
  friendCommand: 'galet serve',
  friendThen: 'and sends the other a link.',
  elsewhere: 'This game is somewhere else',
  tableNeedsNetwork:
    'This game is with a friend, and there is no connection right now. What was played is safe: the game comes back by itself with the network.',
  ownNeedsNetwork:
    'This game is not in this browser yet, and there is no connection right now to fetch it. It comes by itself with the network.',
  tableNeedsServer: 'This game is played on a server of Galet. Open the link that you were sent there.',
  notHere: 'This game is not in this browser.',
  notHereText:
    'A game against the computer or at one screen stays with the browser that it was played in. Open it there, or save it there as a file and read the file under “My games” here.',
  toMine: 'My games',
};

const french: typeof english = {
  newVersion: 'Une nouvelle version est prête – recharger',
  later: 'Plus tard',
  welcomeText: 'Jouez contre l’ordinateur ou avec quelqu’un à vos côtés. Sans compte et sans réseau.',
  noConnection: 'Pas de connexion',
  friendNeedsNetwork:
    'Jouer avec un ami demande une connexion, et il n’y en a pas pour le moment. Contre l’ordinateur ou à deux sur cet écran, vous pouvez jouer tout de suite.',
  friendNeedsServer:
    'Cette copie de Galet n’est faite que de fichiers : personne ne transmet les coups à un ami. On peut jouer ici à deux sur un écran. Pour jouer à distance, l’un de vous lance Galet :',
  friendCommand: 'galet serve',
  friendThen: 'et envoie un lien à l’autre.',
  elsewhere: 'Cette partie est ailleurs',
  tableNeedsNetwork:
    'Cette partie se joue avec un ami, et il n’y a pas de connexion pour le moment. Ce qui a été joué est en sécurité : elle revient d’elle-même avec le réseau.',
  ownNeedsNetwork:
    'Cette partie n’est pas encore dans ce navigateur, et il n’y a pas de connexion pour le moment pour aller la chercher. Elle vient d’elle-même avec le réseau.',
  tableNeedsServer: 'Cette partie se joue sur un serveur de Galet. Ouvrez-y le lien que vous avez reçu.',
  notHere: 'Cette partie n’est pas dans ce navigateur.',
  notHereText:
    'Une partie contre l’ordinateur ou à deux sur un écran reste dans le navigateur où elle a été jouée. Ouvrez-la là-bas, ou enregistrez-la là-bas dans un fichier et lisez-le ici sous « Mes parties ».',
  toMine: 'Mes parties',
};

/** Words about the app itself. */
export const offline = area(english, french);
