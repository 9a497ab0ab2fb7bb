// The tree of variations: growing, walking, marking, deleting, and its way out and back.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answering, eventually, looking, newGame } from '../testing';
import { marksOf, recordTitle, Study } from './tree.svelte';

let study: Study;

beforeEach(() => {
  answering(looking);
  study = new Study(newGame());
});

/** The tree as text: variations in brackets. */
function drawn(node = study.root): string {
  const [main, ...others] = node.children;
  if (!main) return '';
  const aside = others.map((other) => `(${other.text}${drawn(other) && ` ${drawn(other)}`})`);
  return [main.text, ...aside, drawn(main)].filter(Boolean).join(' ');
}

describe('a tree', () => {
  test('grows by moves, and does not grow by known ones', () => {
    study.playAll(['a', 'b']);
    study.first();
    study.play('a');
    expect(drawn()).toBe('a b');
    expect(study.current.text).toBe('a');
  });

  test('keeps another move in the same place as a variation', () => {
    study.playAll(['a', 'b', 'c']);
    study.back();
    study.back();
    study.playAll(['x', 'y']);
    expect(drawn()).toBe('a b (x y) c');
    expect(study.line().moves).toEqual(['a', 'x', 'y']);
    expect(study.places()).toEqual([0, 1, 0]);
  });

  test('is walked along the way that was walked last', () => {
    study.playAll(['a', 'b']);
    study.back();
    study.playAll(['x', 'y']);
    study.first();
    study.last();
    expect(study.line().moves).toEqual(['a', 'x', 'y']);
    study.first();
    study.on();
    study.on();
    expect(study.current.text).toBe('x');
    study.sideways(-1);
    expect(study.current.text).toBe('b');
    study.sideways(-1);
    expect(study.current.text).toBe('b');
    study.first();
    study.last();
    expect(study.line().moves).toEqual(['a', 'b']);
  });

  test('ends at both ends', () => {
    study.play('a');
    study.on();
    expect(study.current.text).toBe('a');
    study.first();
    study.back();
    expect(study.current).toBe(study.root);
    study.sideways(1);
    expect(study.current).toBe(study.root);
  });

  test('makes a variation the main line', () => {
    study.playAll(['a', 'b']);
    study.first();
    study.playAll(['x', 'y']);
    expect(study.promotable).toBe(true);
    study.promote();
    expect(drawn()).toBe('x (a b) y');
    expect(study.promotable).toBe(false);
    expect(study.current.text).toBe('y');
  });

  test('gives back what was deleted, where it was', () => {
    study.playAll(['a', 'b', 'c']);
    study.first();
    study.play('x');
    study.sideways(-1);
    expect(study.remove()).toBe(3);
    expect(drawn()).toBe('x');
    expect(study.current).toBe(study.root);
    expect(study.restorable).toBe(true);
    study.restore();
    expect(drawn()).toBe('a (x) b c');
    expect(study.current.text).toBe('a');
    expect(study.restorable).toBe(false);
  });

  test('forgets what was deleted once something else is played', () => {
    study.playAll(['a', 'b']);
    study.remove();
    study.play('c');
    expect(study.restorable).toBe(false);
    study.restore();
    expect(drawn()).toBe('a c');
  });

  test('cannot lose its start', () => {
    expect(study.remove()).toBe(0);
    expect(study.restorable).toBe(false);
  });

  test('has one mark of quality for a move, and keeps marks of other kinds', () => {
    study.play('a');
    study.current.nags = [10];
    study.mark(2);
    study.mark(1);
    expect(study.current.nags).toEqual([1, 10]);
    expect(marksOf(study.current)).toBe('!');
    study.mark(0);
    expect(study.current.nags).toEqual([10]);
  });

  test('keeps remarks without their edges, and none that are empty', () => {
    study.comment('  good  ');
    expect(study.current.comment).toBe('good');
    study.comment('   ');
    expect(study.current.comment).toBeNull();
  });

  test('tells of every change', () => {
    const seen = [study.version];
    const after = (act: () => void) => {
      act();
      seen.push(study.version);
    };
    after(() => study.play('a'));
    after(() => study.comment('x'));
    after(() => study.mark(1));
    after(() => study.promote());
    after(() => study.remove());
    after(() => study.restore());
    expect(seen.every((version, n) => n === 0 || version > (seen[n - 1] ?? 0))).toBe(true);
  });
});

describe('a record', () => {
  test('goes out and comes back, remarks and marks and place included', () => {
    study.playAll(['a', 'b']);
    study.comment('here');
    study.first();
    study.playAll(['x', 'y']);
    study.mark(4);
    const record = structuredClone(study.record());
    const places = study.places();
    const copy = new Study(study.game);
    copy.open(record, places);
    expect(copy.record()).toEqual(record);
    expect(copy.line()).toEqual(study.line());
    expect(copy.current.nags).toEqual([4]);
  });

  test('lists a parent before its children', () => {
    study.playAll(['a', 'b', 'c']);
    study.first();
    study.playAll(['x', 'y']);
    const { nodes } = study.record();
    expect(nodes[0]).toMatchObject({ parent: null, text: '' });
    expect(nodes.slice(1).every(({ parent }, n) => parent !== null && parent <= n)).toBe(true);
  });

  test('without moves, or with a place that is not there, opens at the nearest place', () => {
    study.open({ game: study.game, setup: { options: [] }, tags: [], result: null, nodes: [] }, [3, 1]);
    expect(study.current).toBe(study.root);
  });

  test('is titled by its players and its result', () => {
    const tags: [string, string][] = [
      ['First', 'Ada'],
      ['Second', 'Bob'],
      ['Date', '2026.11.16'],
    ];
    expect(recordTitle({ tags, result: '1-0' })).toBe('Ada – Bob, 1-0');
    expect(recordTitle({ tags, result: '*' }, { dated: true })).toBe('Ada – Bob, 2026.11.16');
    expect(recordTitle({ tags: [['Date', '2026.11.16']], result: null }, { dated: true })).toBe('');
  });
});

describe('what is seen', () => {
  test('follows the walk; a step forward is seen moving, a leap is not', async () => {
    await eventually(() => expect(study.look).not.toBeNull());
    study.play('a');
    await eventually(() => expect(study.look?.last?.text).toBe('a'));
    expect(study.animation).not.toBeNull();
    study.back();
    await eventually(() => expect(study.look?.last).toBeNull());
    expect(study.animation).toBeNull();
    study.playAll(['a', 'b', 'c']);
    await eventually(() => expect(study.look?.last?.text).toBe('c'));
    expect(study.animation).toBeNull();
  });

  test('is the last place, however the answers come', async () => {
    study.playAll(['a', 'b', 'c']);
    study.back();
    study.back();
    await eventually(() => expect(study.look?.last?.text).toBe('a'));
    await Promise.resolve();
    expect(study.look?.last?.text).toBe('a');
  });

  test('stays while a move cannot be looked at, and the failure is told', async () => {
    await eventually(() => expect(study.look).not.toBeNull());
    answering({});
    vi.spyOn(console, 'error').mockReturnValue();
    study.play('bad');
    await eventually(() => expect(study.failure?.code).toBe('unclear'));
    expect(study.look?.last).toBeNull();
    study.back();
    expect(study.failure).toBeNull();
  });

  test('moves are numbered from whose turn it is at the start', () => {
    study.playAll(['a', 'b', 'c']);
    const numbers = () => study.path().map((node) => study.number(node));
    expect(numbers()).toEqual(['1.', '1…', '2.']);
    study.secondBegins = true;
    expect(numbers()).toEqual(['1…', '2.', '2…']);
  });
});
