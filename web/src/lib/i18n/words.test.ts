// Both languages have every word, and no word is empty.

import { afterEach, describe, expect, test } from 'vitest';
import { settings } from '../settings.svelte';
import type { Language } from '../wire';
import { ago, language, number, plural, say } from './index.svelte';
import { kept } from './kept';

const areas = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts', '!./index.svelte.ts'], {
  eager: true,
});

/** What a phrase needs may be a number or a text: a number that counts as several, and one that counts as one. */
const ARGUMENTS = [
  [3, 3, 3],
  [1, 1, 1],
  [0.5, 0.5, 0.5],
  ['a', 'b', 'c'],
];

/** The phrases of an area by the way to them; of one that is made from something, every try. */
function phrases(words: unknown, way = ''): [string, string][] {
  if (typeof words === 'string') return [[way, words]];
  if (typeof words === 'function') {
    return ARGUMENTS.flatMap((list): [string, string][] => {
      try {
        return [[way, String((words as (...list: unknown[]) => unknown)(...list))]];
      } catch {
        return [];
      }
    });
  }
  if (words && typeof words === 'object')
    return Object.entries(words).flatMap(([key, value]) => phrases(value, way ? `${way}.${key}` : key));
  return [[way, '']];
}

function spoken(area: () => unknown, wished: Language): [string, string][] {
  settings.language = wished;
  return phrases(area());
}

/** The function of each file that gives its words. */
const named = Object.entries(areas).flatMap(([file, module]) =>
  Object.entries(module)
    .filter(([, value]) => typeof value === 'function')
    .map(([name, value]) => [`${file} ${name}`, value as () => unknown] as const),
);

afterEach(() => {
  settings.language = null;
});

describe('the words', () => {
  test('of all areas are looked at', () => {
    expect(Object.keys(areas).length).toBeGreaterThan(5);
    expect(named.map(([name]) => name)).toHaveLength(Object.keys(areas).length);
  });

  test.each(named)('of %s have the same keys in both languages', (_, area) => {
    const keys = (wished: Language) => spoken(area, wished).map(([way]) => way);
    expect(keys('fr')).toEqual(keys('en'));
    expect(keys('en').length).toBeGreaterThan(10);
  });

  test.each(named)('of %s are never empty, and hold nothing that is undefined', (_, area) => {
    for (const wished of ['en', 'fr'] as const)
      for (const [way, text] of spoken(area, wished)) {
        expect(text.trim(), `${wished} ${way}`).not.toBe('');
        expect(text, `${wished} ${way}`).not.toMatch(/undefined|\[object/);
      }
  });

  test.each(named)('of %s are French in French: whole sentences differ', (_, area) => {
    const english = new Map(spoken(area, 'en'));
    const same = spoken(area, 'fr').filter(([way, text]) => text === english.get(way) && text.split(/\s/).length > 3);
    expect(same).toEqual([]);
  });

  test.each(named)('of %s have French spaces before signs of two parts', (_, area) => {
    const wrong = spoken(area, 'fr').filter(([, text]) => /[^\s\u00a0\u202f][;!?](\s|$)| [;:!?]/.test(text));
    expect(wrong).toEqual([]);
  });
});

describe('what is counted', () => {
  const counted = (wished: Language, n: number) => {
    settings.language = wished;
    const { onlyHere, unwanted, brought, already } = kept();
    return [onlyHere, unwanted, brought, already].map((sentence) => sentence(n).replaceAll('\u00a0', ' '));
  };

  test('of the games that are kept is said once, in English', () => {
    expect(counted('en', 1)).toEqual([
      '1 game is saved on this device only until the server can be reached.',
      '1 game is saved on this device only: the server did not take it.',
      '1 game came.',
      '1 was here already.',
    ]);
    expect(counted('en', 2)).toEqual([
      '2 games are saved on this device only until the server can be reached.',
      '2 games are saved on this device only: the server did not take them.',
      '2 games came.',
      '2 were here already.',
    ]);
  });

  test('of the games that are kept is said once, in French', () => {
    expect(counted('fr', 1)).toEqual([
      '1 partie n’est gardée que sur cet appareil, tant que le serveur n’est pas joignable.',
      '1 partie n’est gardée que sur cet appareil : le serveur ne l’a pas voulue.',
      '1 partie est arrivée.',
      '1 était déjà là.',
    ]);
    expect(counted('fr', 2)).toEqual([
      '2 parties ne sont gardées que sur cet appareil, tant que le serveur n’est pas joignable.',
      '2 parties ne sont gardées que sur cet appareil : le serveur ne les a pas voulues.',
      '2 parties sont arrivées.',
      '2 étaient déjà là.',
    ]);
  });
});

describe('a language', () => {
  test('is the one that was chosen', () => {
    settings.language = 'fr';
    expect(language()).toBe('fr');
    expect(say({ en: 'hello', fr: 'bonjour' })).toBe('bonjour');
  });

  test('counts in its own way', () => {
    settings.language = 'en';
    expect([0, 1, 2].map((n) => plural(n, 'move', 'moves'))).toEqual(['0 moves', '1 move', '2 moves']);
    settings.language = 'fr';
    expect([0, 1, 2].map((n) => plural(n, 'coup', 'coups'))).toEqual(['0 coup', '1 coup', '2 coups']);
  });

  test('writes numbers in its own way', () => {
    settings.language = 'en';
    expect(number(12_345.5)).toBe('12,345.5');
    settings.language = 'fr';
    expect(number(12_345.5)).toBe('12\u202f345,5');
  });

  test('says how long ago something was, in the largest unit that fits', () => {
    settings.language = 'en';
    const now = Date.UTC(2026, 10, 16, 12);
    const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
    const said = [5_000, 90_000, 5 * minute, 3 * hour, day, 40 * day, 800 * day].map((span) => ago(now - span, now));
    expect(said).toEqual([
      '5 seconds ago',
      '1 minute ago',
      '5 minutes ago',
      '3 hours ago',
      'yesterday',
      'last month',
      '2 years ago',
    ]);
    settings.language = 'fr';
    expect(ago(now - day, now)).toBe('hier');
  });
});
