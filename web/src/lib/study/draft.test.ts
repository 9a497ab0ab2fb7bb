// The tree as it was left in this tab.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answering, looking, newGame } from '../testing';
import { draftAt, keepDraft } from './draft';
import { Study } from './tree.svelte';

beforeEach(() => {
  answering(looking);
  sessionStorage.clear();
});

describe('a draft', () => {
  test('comes back under its own address only', () => {
    const study = new Study(newGame());
    study.playAll(['a', 'b']);
    study.back();
    keepDraft('/study/x?moves=a', study);
    const draft = draftAt('/study/x?moves=a');
    expect(draft).toEqual({ address: '/study/x?moves=a', record: study.record(), places: [0] });
    expect(draftAt('/study/x')).toBeNull();
  });

  test('that is broken is none', () => {
    for (const text of ['{', 'null', '[]', '{"address":"/a"}', '{"address":"/a","record":{"nodes":3}}']) {
      sessionStorage.setItem('galet.study', text);
      expect(draftAt('/a'), text).toBeNull();
    }
  });

  test('without a place opens at the start', () => {
    sessionStorage.setItem('galet.study', '{"address":"/a","record":{"nodes":[]}}');
    expect(draftAt('/a')?.places).toEqual([]);
  });

  test('is lost, and nothing else, where the browser keeps nothing', () => {
    const forbidden = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden });
    expect(() => keepDraft('/a', new Study(newGame()))).not.toThrow();
    expect(draftAt('/a')).toBeNull();
  });
});
