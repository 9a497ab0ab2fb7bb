// Why a move fails: the opponent's best play against it.

import { connection } from '../socket.svelte';
import type { AnalysisView, GameLine, Phrase } from '../wire';

export interface Refutation {
  /** What follows the move, beginning with the opponent; nothing where the game is over or nobody can tell. */
  moves: string[];
  /** What it comes to for the opponent, where that is proven: "win by 2 towers". */
  proven: Phrase | null;
}

/** How long the engine looks once it has found something, and at most before that. */
const LOOKS = 900;
const WAITS = 12_000;

/** The best play after a line, for the side to move. */
export function refutation(line: GameLine): Promise<Refutation> {
  return new Promise((resolve) => {
    let best: AnalysisView | null = null;
    let enough: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(enough);
      clearTimeout(latest);
      stop();
      if (connection.open) void connection.ask({ type: 'stop-analysis' }).catch(() => undefined);
      resolve({ moves: best?.lines[0]?.moves ?? [], proven: best?.solved ?? null });
    };
    const latest = setTimeout(end, WAITS);
    const { answer, stop } = connection.stream(
      { type: 'analyse', request: { line, lines: 1, threads: 1 } },
      (message) => {
        if (message.type !== 'analysis') return;
        if (message.view.lines.length > 0) {
          best = message.view;
          enough ??= setTimeout(end, LOOKS);
        }
        if (message.view.done) end();
      },
    );
    answer.catch(end);
  });
}
