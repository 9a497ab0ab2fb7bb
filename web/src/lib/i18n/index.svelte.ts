// Two languages. English defines the words of an area, French must have them all by type:
//
//   const english = { turn: 'Your turn', moves: (n: number) => plural(n, 'move', 'moves') };
//   const french: typeof english = { … };
//   export const play = area(english, french);
//
// and a page writes {play().turn}. What the server says comes as a Phrase: {say(phrase)}.

import { settings } from '../settings.svelte';
import type { Language, Phrase } from '../wire';

/** The language of the page now. */
export function language(): Language {
  return settings.language ?? wished;
}

const wished: Language =
  (navigator.languages ?? []).map((tag) => tag.slice(0, 2)).find((tag) => tag === 'en' || tag === 'fr') === 'fr'
    ? 'fr'
    : 'en';

/** The words of an area in the language of the page. */
export function area<Words>(english: Words, french: Words): () => Words {
  return () => (language() === 'fr' ? french : english);
}

/** A sentence of the server in the language of the page. */
export function say(phrase: Phrase): string {
  return language() === 'fr' ? phrase.fr : phrase.en;
}

/** A number with the word it counts: "1 move", "3 moves", "0 coup", "2 coups". */
export function plural(n: number, one: string, other: string): string {
  return `${number(n)} ${either(n, one, other)}`;
}

/** The one of two words that goes with a number which is written elsewhere. */
export function either(n: number, one: string, other: string): string {
  return new Intl.PluralRules(language()).select(n) === 'one' ? one : other;
}

/** A number as the language writes it. */
export function number(n: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language(), options).format(n);
}

/** How long ago a moment was (milliseconds since 1970): "5 minutes ago", "hier". */
export function ago(moment: number, now: number = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  const seconds = Math.round((moment - now) / 1000);
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ['second', 60],
    ['minute', 60],
    ['hour', 24],
    ['day', 30],
    ['month', 12],
  ];
  let amount = seconds;
  for (const [unit, size] of steps) {
    if (Math.abs(amount) < size) return format.format(Math.round(amount), unit);
    amount /= size;
  }
  return format.format(Math.round(amount), 'year');
}

/** Keeps `<html lang>` true; call it once, in an effect root. */
export function keepLanguage(): void {
  $effect(() => {
    document.documentElement.lang = language();
  });
}
