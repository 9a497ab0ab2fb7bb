import { describe, expect, test } from 'vitest';
import { onBoard } from './board/themes.svelte';
import { THEME } from './board/testing';
import { layoutName, levelName, sitterName } from './names';
import { infoOf } from './testing';
import { settings } from './settings.svelte';
import type { BoardStyle } from './wire';

describe('start layouts', () => {
  const info = infoOf('row', { layoutNames: { 'i-m-a-robot': { en: 'I’m a robot', fr: 'Je suis un robot' } } });

  test('are called as the game says, in the language of the reader', () => {
    settings.language = 'fr';
    expect(layoutName(info, 'i-m-a-robot')).toBe('Je suis un robot');
    settings.language = 'en';
    expect(layoutName(info, 'i-m-a-robot')).toBe('I’m a robot');
  });

  test('without a name of their own are read as a title', () => {
    expect(layoutName(info, 'two-by-two')).toBe('Two by two');
  });
});

describe('levels', () => {
  const names = [9, 11, 12, 10].map((level) => () => sitterName({ type: 'computer', level }));

  test('have names in both languages, and level 10 is called full strength', () => {
    settings.language = 'fr';
    expect(names.map((name) => name())).toEqual([
      'Ordinateur, niveau 9',
      'Ordinateur, expert 1',
      'Ordinateur, expert 2',
      'Ordinateur, pleine force',
    ]);
    settings.language = 'en';
    expect(names.map((name) => name())).toEqual([
      'Computer, level 9',
      'Computer, expert 1',
      'Computer, expert 2',
      'Computer, full strength',
    ]);
    expect(levelName(10)).toBe('full strength');
  });
});

describe('a set on another board', () => {
  const hollow = (colour: string) => ({
    name: 'hollow',
    run: { type: 'linear' as const, from: { x: 0, y: 0 }, to: { x: 1, y: 1 } },
    stops: [{ at: 0, colour, opacity: 1 }],
  });
  const gloss = { ...hollow('#fff'), name: 'gloss' };
  const set = { ...THEME, gradients: [hollow('#111'), gloss] };
  const style: BoardStyle = {
    name: 'pale',
    label: { en: 'Pale', fr: 'Clair' },
    board: { surface: ['#fff', '#eee'], dimmed: ['#eee', '#ddd'], grain: null },
    marks: { accent: '#000', casing: '#fff', label: '#333' },
    gradients: [hollow('#ccc'), { ...hollow('#222'), name: 'unused' }],
  };

  test('changes the ground and nothing else', () => {
    const dressed = onBoard(set, style);
    expect(dressed).toEqual({ ...set, board: style.board, marks: style.marks, gradients: [hollow('#ccc'), gloss] });
    expect(onBoard(set, undefined)).toBe(set);
  });
});
