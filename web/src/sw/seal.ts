// What a service worker is told when the app is packed (`crates/door-build/src/seal.rs`).

/** One build of the app. */
export interface Seal {
  version: string;
  /** Every file but the page and the service worker, from the folder on, with its hash. */
  files: Record<string, string>;
  /** Which of them are fetched when the app has come to rest. */
  later: string[];
}
