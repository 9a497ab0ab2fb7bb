// Clock faces: what players see of their time.

import { afterEach, describe, expect, test } from 'vitest';
import { settings } from './settings.svelte';
import { clockFace } from './time';

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

afterEach(() => {
  settings.language = null;
});

describe('a clock', () => {
  test.each([
    [0, '0.0'],
    [-5 * SECOND, '0.0'],
    [49, '0.0'],
    [9_399, '9.3'],
    [9_999, '9.9'],
  ])('shows tenths under ten seconds, never more than are left: %i ms', (ms, face) => {
    expect(clockFace(ms)).toBe(face);
  });

  test.each([
    [10 * SECOND, '0:10'],
    [10_001, '0:11'],
    [59_999, '1:00'],
    [4 * MINUTE + 7 * SECOND, '4:07'],
    [HOUR - 1, '1:00:00'],
    [HOUR + 5 * MINUTE + 9 * SECOND, '1:05:09'],
    [DAY - SECOND, '23:59:59'],
  ])('shows begun seconds from ten seconds on: %i ms', (ms, face) => {
    expect(clockFace(ms)).toBe(face);
  });

  test('counts in days and hours from a day on, in the language of the page', () => {
    settings.language = 'en';
    expect(clockFace(2 * DAY + 5 * HOUR + 59 * MINUTE)).toBe('2\u00a0d\u00a05\u00a0h');
    settings.language = 'fr';
    expect(clockFace(DAY)).toBe('1\u00a0j\u00a00\u00a0h');
  });
});
