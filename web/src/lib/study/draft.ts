// The tree of variations as it was left, for a reload and for the way back.

import type { RecordTree } from '../wire';
import type { Study } from './tree.svelte';

interface Draft {
  address: string;
  record: RecordTree;
  /** The way to where one was, as places among children. */
  places: number[];
}

const KEY = 'galet.study';

/** Keeps a study under its address. */
export function keepDraft(address: string, study: Study): void {
  const draft: Draft = { address, record: study.record(), places: study.places() };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A full or forbidden store loses only the draft.
  }
}

/** What was left under an address. */
export function draftAt(address: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Draft | null;
    return draft && draft.address === address && Array.isArray(draft.record.nodes) ? draft : null;
  } catch {
    return null;
  }
}
