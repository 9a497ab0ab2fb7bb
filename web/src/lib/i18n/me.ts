// Words about the visitor's devices and about leaving for good.

import { area } from './index.svelte';

const english = {
  devices: 'Your devices',
  devicesHint: 'Each of these browsers is you. Sign out those you no longer use, or do not know.',
  here: 'this device',
  unknown: 'Unknown browser',
  seen: (day: string) => `last seen ${day}`,
  signOut: 'Sign out',
  signOutOf: (device: string, day: string) => `Sign out ${device}, last seen ${day}`,
  signOutOthers: 'Sign out all other devices',
  signedOut: 'Signed out',
  leave: 'Delete everything about me',
  leaveHint: 'Your name, your devices and your games, for good.',
  leaveTitle: 'Delete everything about you?',
  leaveName: 'Your name is deleted, and all your devices are signed out at once, this one too.',
  leaveAlone:
    'Games where nobody else sits are deleted: those at one screen, against the computer, and those that wait for a friend. So are those that this browser keeps.',
  leaveOthers: 'Games with other people stay with them, without your name. Unfinished ones count as resigned by you.',
  leaveLessons: 'What you have learned is forgotten in this browser.',
  leaveFinal: 'This cannot be taken back. Download your finished games first if you want to keep them.',
  leaveExport: 'Download my games',
  leaveYes: 'Delete everything',
};

const french: typeof english = {
  devices: 'Vos appareils',
  devicesHint: 'Chacun de ces navigateurs est vous. Déconnectez ceux que vous n’utilisez plus ou ne connaissez pas.',
  here: 'cet appareil',
  unknown: 'Navigateur inconnu',
  seen: (day) => `vu ${day}`,
  signOut: 'Déconnecter',
  signOutOf: (device, day) => `Déconnecter ${device}, vu ${day}`,
  signOutOthers: 'Déconnecter tous les autres',
  signedOut: 'Déconnecté',
  leave: 'Supprimer tout ce qui me concerne',
  leaveHint: 'Votre nom, vos appareils et vos parties, définitivement.',
  leaveTitle: 'Supprimer tout ce qui vous concerne\u00a0?',
  leaveName: 'Votre nom est supprimé et tous vos appareils sont déconnectés aussitôt, celui-ci aussi.',
  leaveAlone:
    'Les parties où personne d’autre n’est assis sont supprimées\u00a0: sur un seul écran, contre l’ordinateur, ou en attente d’un ami. Celles que garde ce navigateur aussi.',
  leaveOthers:
    'Les parties avec d’autres personnes leur restent, sans votre nom. Vous abandonnez celles qui ne sont pas finies.',
  leaveLessons: 'Vos progrès dans les leçons sont oubliés dans ce navigateur.',
  leaveFinal: 'C’est irréversible. Téléchargez d’abord vos parties finies si vous voulez les garder.',
  leaveExport: 'Télécharger mes parties',
  leaveYes: 'Tout supprimer',
};

/** Words about the visitor's devices and about leaving for good. */
export const mine = area(english, french);
