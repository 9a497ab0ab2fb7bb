// The board in words, for those who hear it.

import { boardWords } from '../i18n/board';
import { say } from '../i18n/index.svelte';
import type { Cell, Choice, Piece, Scene } from '../wire';

function lower(text: string): string {
  return text.charAt(0).toLocaleLowerCase() + text.slice(1);
}

/** The colour of a piece. */
export function pieceName(scene: Scene, piece: Piece): string {
  const player = scene.players.find((one) => one.tint === piece.tint);
  if (player) return lower(say(player.name));
  return piece.tint === 'unknown' ? boardWords().unknown : boardWords().neutral;
}

/** A cell, what stands on it and what a tap would do. */
export function cellWords(scene: Scene, cell: Cell, selected: boolean, choice: Choice | undefined): string {
  const words = boardWords();
  const names = cell.stack.map((piece) => pieceName(scene, piece));
  const parts = [cell.name];
  if (names.length === 0) parts.push(words.empty);
  else if (names.length === 1) parts.push(names[0] ?? '');
  else parts.push(words.stack(names.length, names.join(', ')));
  if (selected) parts.push(words.selected);
  if (choice) {
    const roles = { select: words.movable, extend: words.extend, drop: words.target, finish: words.target };
    parts.push(roles[choice.role]);
  }
  return parts.join(', ');
}

/** The whole position: whose turn it is, then the cells and figures of each player. */
export function positionWords(scene: Scene): string {
  const sentences: string[] = [];
  if (scene.ending) sentences.push(say(scene.ending.words));
  else if (scene.turn === 'first') sentences.push(boardWords().toMove(say(scene.players[0].name)));
  else if (scene.turn === 'second') sentences.push(boardWords().toMove(say(scene.players[1].name)));
  for (const [index, owner] of (['first', 'second'] as const).entries()) {
    const player = scene.players[index];
    if (!player) continue;
    const cells = scene.cells
      .filter((cell) => cell.stack.at(-1)?.owner === owner)
      .map((cell) => (cell.stack.length > 1 ? `${cell.name} (${cell.stack.length})` : cell.name));
    const figures = scene.counters
      .filter((counter) => counter.owner === owner)
      .map((counter) => `${lower(say(counter.label))} ${counter.value}`);
    sentences.push(boardWords().has(say(player.name), [cells.join(' '), ...figures].filter(Boolean).join(', ')));
  }
  return sentences.join(' ');
}
