// A dot on the icon of the tab while games wait, for browsers and people that do not see the title.

/** Puts the number of games that wait on the icon of the tab and of an installed app. */
export function showBadge(waiting: number): void {
  if ('setAppBadge' in navigator) {
    void (waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => undefined);
  }
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = waiting > 0 ? badged(waiting) : '/favicon.svg';
}

/** The pebble with a red dot, and a figure in it from two on. */
function badged(waiting: number): string {
  const figure = waiting > 9 ? '9+' : waiting > 1 ? String(waiting) : '';
  const text = `<text x="45" y="54" text-anchor="middle" style="font:700 26px sans-serif" fill="#fff">${figure}</text>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M4 37C3 21 17 12 33 12c17-1 28 9 27 22-1 14-13 21-29 20C14 54 5 49 4 37Z" fill="#128a82"/><circle cx="45" cy="45" r="19" fill="#c8321d"/>${text}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}
