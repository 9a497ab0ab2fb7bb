// What the doors say when they cannot do what they are asked. Workers say it too: nothing here needs a page.

import type { ErrorInfo, Phrase } from '../wire';

const WORDS = {
  noLocal: {
    en: 'This browser cannot run the games by itself. A newer one can.',
    fr: 'Ce navigateur ne sait pas faire tourner les jeux lui-même. Un plus récent le sait.',
  },
  noModule: {
    en: 'This copy of Galet came without the module that plays in the browser, and there is no server behind it. “cargo xtask site” makes a whole one.',
    fr: 'Cette copie de Galet est venue sans le module qui joue dans le navigateur, et il n’y a pas de serveur derrière elle. «\u00a0cargo xtask site\u00a0» en fait une entière.',
  },
  notLoaded: {
    en: 'The games could not be loaded. Check the connection and try again.',
    fr: 'Les jeux n’ont pas pu être chargés. Vérifiez la connexion et réessayez.',
  },
  failing: {
    en: 'What runs the games in this browser keeps breaking. Reload the page.',
    fr: 'Ce qui fait tourner les jeux dans ce navigateur se casse sans cesse. Rechargez la page.',
  },
  noStorage: {
    en: 'This browser keeps no games for this page. A private window often does not; an ordinary one does.',
    fr: 'Ce navigateur ne garde aucune partie pour cette page. C’est souvent le cas d’une fenêtre privée\u202f; ouvrez-en une ordinaire.',
  },
  noServer: {
    en: 'This needs a server, and there is none here.',
    fr: 'Cela demande un serveur, et il n’y en a pas ici.',
  },
  broken: {
    en: 'Something in this page broke and was started anew. Try again.',
    fr: 'Quelque chose s’est cassé dans cette page et a été relancé. Réessayez.',
  },
  full: {
    en: 'This browser could not save the game, perhaps for want of room. What was saved before is safe. Try again.',
    fr: 'Ce navigateur n’a pas pu enregistrer la partie, faute de place peut-être. Ce qui l’était déjà est à l’abri. Réessayez.',
  },
  noNet: {
    en: 'The files of the engine could not be loaded. Check the connection and try again.',
    fr: 'Les fichiers du moteur n’ont pas pu être chargés. Vérifiez la connexion et réessayez.',
  },
  noPuzzles: {
    en: 'The puzzles could not be loaded. Check the connection and try again.',
    fr: 'Les problèmes n’ont pas pu être chargés. Vérifiez la connexion et réessayez.',
  },
  waitsForNet: {
    en: 'The files of the engine could not be loaded. Galet keeps trying…',
    fr: 'Les fichiers du moteur n’ont pas pu être chargés. Galet réessaie…',
  },
} satisfies Record<string, Phrase>;

/** Why something cannot be done here. */
export type Inability = keyof typeof WORDS;

/** All of them. */
export const INABILITIES = Object.keys(WORDS) as Inability[];

/** The same as a refusal. */
export function inability(why: Inability): ErrorInfo {
  return { code: why.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), words: WORDS[why] };
}
