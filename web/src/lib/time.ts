// Spans of time as clocks show them.

import { language } from './i18n/index.svelte';

/** `1:05:09`, `4:07`, `9.3` under ten seconds, `2 d 5 h` for long ones. */
export function clockFace(ms: number): string {
  const left = Math.max(0, ms);
  if (left >= 86_400_000) {
    const [days, hours] = [Math.floor(left / 86_400_000), Math.floor((left % 86_400_000) / 3_600_000)];
    return `${days}\u00a0${language() === 'fr' ? 'j' : 'd'}\u00a0${hours}\u00a0h`;
  }
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
