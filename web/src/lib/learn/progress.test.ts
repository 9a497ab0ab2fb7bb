// How far a visitor has come in a course.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LessonView } from '../wire';

const lessons = ['a', 'b', 'c'].map((id) => ({ id }) as LessonView);
type Progress = (typeof import('./progress.svelte'))['progress'];
let progress: Progress;

/** A page that is opened anew: what it knows is what the device remembers. */
async function reopened(): Promise<Progress> {
  vi.resetModules();
  return (await import('./progress.svelte')).progress;
}

beforeEach(async () => {
  localStorage.clear();
  progress = await reopened();
});

describe('progress', () => {
  test('begins with the first lesson', () => {
    expect(progress.count('go', lessons)).toBe(0);
    expect(progress.next('go', lessons)?.id).toBe('a');
  });

  test('goes on with the first lesson that is not done, whatever the order', () => {
    progress.finish('go', 'b');
    expect(progress.next('go', lessons)?.id).toBe('a');
    progress.finish('go', 'a');
    expect(progress.next('go', lessons)?.id).toBe('c');
    progress.finish('go', 'c');
    expect(progress.next('go', lessons)).toBeUndefined();
    expect(progress.count('go', lessons)).toBe(3);
  });

  test('counts a lesson once, and only those of the course', () => {
    progress.finish('go', 'a');
    progress.finish('go', 'a');
    progress.finish('go', 'gone');
    expect(progress.done('go')).toEqual(['a', 'gone']);
    expect(progress.count('go', lessons)).toBe(1);
  });

  test('is kept for each game on its own, and is there after a reload', async () => {
    progress.finish('go', 'a');
    progress.finish('chess', 'b');
    progress = await reopened();
    expect(progress.done('go')).toEqual(['a']);
    expect(progress.has('chess', 'b')).toBe(true);
    expect(progress.has('chess', 'a')).toBe(false);
  });

  test('can be forgotten', async () => {
    progress.finish('go', 'a');
    progress.forget('go');
    expect(progress.done('go')).toEqual([]);
    progress = await reopened();
    expect(progress.done('go')).toEqual([]);
  });

  test('that is broken counts for nothing', async () => {
    localStorage.setItem('galet.learn.go', '{"done":["a",3,null]}');
    localStorage.setItem('galet.learn.chess', '{"done":"a"}');
    localStorage.setItem('galet.learn.draughts', '{');
    progress = await reopened();
    expect(progress.done('go')).toEqual(['a']);
    expect(progress.done('chess')).toEqual([]);
    expect(progress.done('draughts')).toEqual([]);
  });
});
