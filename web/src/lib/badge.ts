// A dot on the icon of the tab, and a number on that of an installed app, while games wait.

import { root } from './server';

/** Shows on the icons how many games wait for the visitor. */
export function showBadge(waiting: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const wanted = waiting > 0 ? `${root()}waiting.svg` : `${root()}favicon.svg`;
  if (icon && icon.getAttribute('href') !== wanted) icon.href = wanted;
  if ('setAppBadge' in navigator) void navigator.setAppBadge(waiting).catch(() => undefined);
}
