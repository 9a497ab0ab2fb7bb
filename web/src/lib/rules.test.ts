// Clocks and rules in words, as an invitation tells them.

import { afterEach, expect, test } from 'vitest';
import { clockWords, setupWords } from './rules';
import { settings } from './settings.svelte';
import { infoOf } from './testing';

afterEach(() => {
  settings.language = null;
});

test('a clock says what there is at the start and what comes with every move', () => {
  settings.language = 'en';
  expect(clockWords({ type: 'none' })).toBe('No clock');
  expect(clockWords({ type: 'sudden-death', initial: 60_000 })).toBe('1 minute for each player');
  expect(clockWords({ type: 'fischer', initial: 90_000, increment: 2_000 })).toBe(
    '1.5 minutes for each player, +2 s with every move',
  );
  expect(clockWords({ type: 'days', days: 3 })).toBe('3 days for every move');
  settings.language = 'fr';
  expect(clockWords({ type: 'fischer', initial: 600_000, increment: 5_000 })).toMatch(/^10 minutes par joueur, \+5/);
});

test('of the rules only what is not usual is told', () => {
  settings.language = 'en';
  const label = { en: 'Goal.', fr: 'But.' };
  const info = infoOf('x', {
    layouts: ['plain', 'two-towers'],
    options: [
      { key: 'goal', label, default: '6', values: { type: 'number', min: 1, max: 9, off: true } },
      { key: 'pie', label: { en: 'Swap', fr: 'Échange' }, default: 'off', values: { type: 'one-of', words: [] } },
    ],
  });
  expect(setupWords(info, { options: [] })).toEqual([]);
  const setup = {
    layout: 'two-towers',
    options: [
      ['goal', '3'],
      ['pie', 'off'],
    ] as [string, string][],
  };
  expect(setupWords(info, setup)).toEqual(['Two towers', 'Goal: 3']);
  expect(setupWords(info, { options: [['pie', 'on']], position: '8/8 w' })).toEqual([
    'From a position of their own',
    'Swap: on',
  ]);
});
