import type { IconName } from './Icon.svelte';

/** Something that a visitor can do, wherever it is offered: in a row, in the bar or on a sheet. */
export interface Action {
  name: string;
  /** What it is called where there is little room; `name` unless given. */
  short?: string;
  /** What is shown when the pointer rests on it, where that is more than the name. */
  hint?: string;
  icon: IconName;
  run: () => void;
  disabled?: boolean;
  danger?: boolean;
  /** For what is switched on and off: whether it is on. */
  pressed?: boolean;
}
