// Texts that leave the page.

import { common } from './i18n/common';
import { notices } from './notices.svelte';

/** Hands a text to the visitor as a file. */
export function download(name: string, text: string, type = 'text/plain'): void {
  handBlob(new Blob([text], { type: `${type};charset=utf-8` }), name);
}

/** Hands something to the visitor as a file. */
export function handBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  hand(address, name);
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Hands what is at an address to the visitor as a file. */
export function hand(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Puts a text on the clipboard, also where the browser gives a page no access to it. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'unseen';
    // Behind an open dialog nothing can be selected.
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  notices.show(common().copied);
}
