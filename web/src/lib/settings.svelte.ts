// What the visitor prefers, remembered on this device.

import { remember, remembered } from './store';
import type { Language } from './wire';

export type Theme = 'system' | 'light' | 'dark';
export type Speed = 'off' | 'fast' | 'normal' | 'slow';

export interface Settings {
  /** `null`: as the browser wishes. */
  language: Language | null;
  theme: Theme;
  /** What boards are made of: `own` for each game's own, else the name of one of a theme's boards. */
  board: string;
  /** How fast pieces travel. */
  speed: Speed;
  sound: boolean;
  /** Ask before a move is sent. */
  confirm: boolean;
  coordinates: boolean;
  /** Seen from the other side of the table than usual. */
  flip: boolean;
  /** Small signs on safe towers and threatened marbles. */
  signs: boolean;
  /** Tell by a notification of the browser that it is my turn. */
  notify: boolean;
}

const KEY = 'galet.settings';

const DEFAULTS: Settings = {
  language: null,
  theme: 'system',
  board: 'own',
  speed: 'normal',
  sound: true,
  confirm: false,
  coordinates: true,
  flip: false,
  signs: true,
  notify: false,
};

/** The settings. Assigning to a field remembers it. */
export const settings: Settings = $state({ ...DEFAULTS, ...remembered<Partial<Settings>>(KEY) });

/** Keeps the page and the store in step with the settings; call it once, in an effect root. */
export function keepSettings(): void {
  $effect(() => remember(KEY, settings));
  $effect(() => {
    document.documentElement.dataset['theme'] = settings.theme;
    const colour = dark() ? '#1d1e21' : '#f6f2ea';
    // One for light and one for dark systems; the visitor may want the other.
    for (const tag of document.querySelectorAll('meta[name=theme-color]')) tag.setAttribute('content', colour);
  });
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
let systemIsDark = $state(darkSystem.matches);
darkSystem.addEventListener('change', () => (systemIsDark = darkSystem.matches));

/** Whether the page has its dark colours. */
export function dark(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'system' && systemIsDark);
}

const stillSystem = matchMedia('(prefers-reduced-motion: reduce)');

/** How long a step that takes `ms` at normal speed shall take; 0 for no travel at all. */
export function atSpeed(ms: number): number {
  if (stillSystem.matches) return 0;
  return ms * { off: 0, fast: 0.55, normal: 1, slow: 1.8 }[settings.speed];
}

/** Whether things may move on the screen. */
export function still(): boolean {
  return stillSystem.matches || settings.speed === 'off';
}
