// The lessons of a game, asked for once.

import { api } from '../api';
import { connection } from '../socket.svelte';
import type { LessonView, GameLine, Look } from '../wire';

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

/** What there is to see at the end of a line; throws [`Refused`]. */
export async function lookAt(line: GameLine): Promise<Look> {
  const answer = await connection.ask({ type: 'look', line });
  if (answer.type !== 'look') throw new Error(`a look was answered by ${answer.type}`);
  return answer.look;
}
