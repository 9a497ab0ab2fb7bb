// How far a visitor has come in the courses, remembered on this device.

import { remember, remembered } from '../store';
import type { LessonView } from '../wire';

interface Kept {
  /** The lessons that are done, by their names. */
  done: string[];
}

const key = (game: string) => `galet.learn.${game}`;

class Progress {
  #games = $state<Record<string, string[]>>({});

  /** The lessons of a game that are done. */
  done(game: string): readonly string[] {
    return this.#games[game] ?? kept(game);
  }

  has(game: string, lesson: string): boolean {
    return this.done(game).includes(lesson);
  }

  finish(game: string, lesson: string): void {
    if (this.has(game, lesson)) return;
    const done = [...this.done(game), lesson];
    this.#games[game] = done;
    remember(key(game), { done } satisfies Kept);
  }

  forget(game: string): void {
    this.#games[game] = [];
    remember(key(game), { done: [] } satisfies Kept);
  }

  /** How many lessons of a course are done. */
  count(game: string, lessons: readonly LessonView[]): number {
    return lessons.filter((lesson) => this.has(game, lesson.id)).length;
  }

  /** The lesson to go on with: the first that is not done. */
  next(game: string, lessons: readonly LessonView[]): LessonView | undefined {
    return lessons.find((lesson) => !this.has(game, lesson.id));
  }
}

function kept(game: string): string[] {
  const done = remembered<Partial<Kept>>(key(game))?.done;
  return Array.isArray(done) ? done.filter((id) => typeof id === 'string') : [];
}

export const progress = new Progress();
