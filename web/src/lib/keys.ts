// Keys that mean something on a whole page.

/** What keys do, by their names in `KeyboardEvent.key`. */
export type Keys = Record<string, () => void>;

const TYPING = 'input, textarea, select';

/** Does what a key means. Left alone are commands of the browser, keys that somebody types, and, unless
 * `dialogs` says otherwise, those pressed in a dialog. */
export function press(event: KeyboardEvent, keys: Keys, { dialogs = false } = {}): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const deaf = dialogs ? TYPING : `${TYPING}, dialog`;
  if (event.target instanceof Element && event.target.closest(deaf)) return;
  if (!Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]?.();
}
