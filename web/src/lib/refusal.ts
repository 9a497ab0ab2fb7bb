// Everything that can go wrong between the page and the server ends as one kind of error.

import { commonWords } from './i18n/common';
import type { Phrase, ErrorInfo } from './wire';

/** A refusal of the server, or of the network (`offline`), or an answer nobody understands. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string;
  readonly words: Phrase;

  constructor(refusal: ErrorInfo) {
    super(refusal.words.en);
    this.code = refusal.code;
    this.words = refusal.words;
  }
}

/** What a page hears when an answer was not understood. */
export const UNCLEAR = 'galet-unclear';

type Own = keyof (typeof commonWords)['en']['refusals'];

/** A refusal that the page makes up itself. */
export function refused(code: Own): Refused {
  // Perhaps this page is older than who answers: whoever knows of new builds hears it.
  if (code === 'unclear') dispatchEvent(new Event(UNCLEAR));
  return new Refused({
    code,
    words: { en: commonWords.en.refusals[code], fr: commonWords.fr.refusals[code] },
  });
}

/** Any error as a refusal, for showing it. */
export function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  console.error(error);
  return refused('unclear');
}
