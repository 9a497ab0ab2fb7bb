// The tree of variations as it was left, for a reload and for the way back.

import { remember, remembered } from '../store';
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
  remember(KEY, draft, 'sessionStorage');
}

/** What was left under an address. */
export function draftAt(address: string): Draft | null {
  const draft = remembered<Partial<Draft>>(KEY, 'sessionStorage');
  if (draft?.address !== address || !Array.isArray(draft.record?.nodes)) return null;
  return { address, record: draft.record, places: draft.places ?? [] };
}
