// The lessons of a game, asked for once.

import { api } from '../api';
import type { LessonView, GameLine } from '../wire';

const known = new Map<string, Promise<LessonView[]>>();

/** All lessons of a game, in order; throws [`Refused`]. */
export function lessonsOf(game: string): Promise<LessonView[]> {
  let lessons = known.get(game);
  if (!lessons) {
    lessons = api.lessons(game);
    known.set(game, lessons);
    lessons.catch(() => known.delete(game));
  }
  return lessons;
}

/** Where a lesson stands after some moves. */
export function lineOf(game: string, lesson: LessonView, moves: string[] = []): GameLine {
  return { game, setup: lesson.setup, moves };
}
