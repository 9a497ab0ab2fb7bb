// What the page and its workers say to each other.

import type { Call, Errand, ErrorInfo, Phrase, Report, Told } from '../wire';

/** To the worker with the rules. */
export type ToRules =
  /** The first: which build of the app this page is. */
  | { type: 'start'; version: string }
  | { type: 'call'; call: Call }
  /** Somebody has looked elsewhere for a table that is not in storage, and stored what there was. */
  | { type: 'looked'; table: string }
  /** The page comes back from behind others, or from sleep: something may have been missed. */
  | { type: 'check' };

/** From it. */
export type FromRules =
  /** It answers now; `keeps`: whether games can be kept. */
  | { type: 'ready'; keeps: boolean }
  /** It does not answer: the app has no module (`lost` is false), or it could not be fetched this time. */
  | { type: 'absent'; lost: boolean }
  /** It has come to grief and must be started anew. */
  | { type: 'crashed'; why: string }
  | { type: 'told'; told: Extract<Told, { type: 'reply' | 'say' }> }
  /** A table was removed from storage. */
  | { type: 'gone'; table: string }
  /** A table that is not in storage is asked for; [`ToRules`] `looked` follows. */
  | { type: 'missing'; table: string }
  /** So many games of this browser wait for the visitor and no server counts them. */
  | { type: 'turns'; turns: number }
  /** What is wrong here, in words; `null` when all is well again. */
  | { type: 'trouble'; about: 'storage' | 'files'; words: Phrase | null };

/** To a worker that thinks. */
export type ToThinker =
  | { type: 'start'; module: WebAssembly.Module }
  | { type: 'resource'; game: string; kind: string; bytes: ArrayBuffer }
  | { type: 'errand'; errand: Errand };

/** From it. */
export type FromThinker =
  | { type: 'reports'; reports: Report[] }
  /** A file that it cannot use. */
  | { type: 'refused'; game: string; error: ErrorInfo }
  | { type: 'crashed'; why: string };
