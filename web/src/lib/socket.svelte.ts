// What pages ask, and what they hear. Where the answers come from is the doors' business.

export { connection } from './door/choose.svelte';
export type { Progress, Watcher } from './door/door';
