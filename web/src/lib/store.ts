// What the browser keeps for the visitor: on the device, or only for this tab.

type Store = 'localStorage' | 'sessionStorage';

/** What was remembered under a name; `null` when there is nothing, or nothing readable. */
export function remembered<T>(key: string, store: Store = 'localStorage'): T | null {
  try {
    const text = window[store].getItem(key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Remembers a value. A browser that forbids it loses nothing but comfort. */
export function remember(key: string, value: unknown, store: Store = 'localStorage'): void {
  try {
    window[store].setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full disks.
  }
}

/** Forgets everything that this browser keeps for the visitor, besides what it looks like. */
export function forget(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key !== 'galet.settings') localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}
