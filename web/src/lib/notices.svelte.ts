// Short messages at the edge of the page, and what a screen reader is told.

import { asRefused } from './refusal';
import { say } from './i18n/index.svelte';

interface Notice {
  id: number;
  text: string;
  kind: 'info' | 'error';
}

class Notices {
  list = $state<Notice[]>([]);
  /** What a screen reader shall say next. */
  spoken = $state('');
  #next = 0;

  /** Shows a message for a while. */
  show(text: string, kind: Notice['kind'] = 'info'): void {
    if (this.list.some((notice) => notice.text === text)) return;
    const id = ++this.#next;
    this.list.push({ id, text, kind });
    setTimeout(() => this.drop(id), kind === 'error' ? 7_000 : 4_000);
  }

  /** Shows why something failed. */
  fail(error: unknown): void {
    this.show(say(asRefused(error).words), 'error');
  }

  drop(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  /** Lets screen readers say something. The same words twice are said twice. */
  speak(text: string): void {
    this.spoken = text === this.spoken ? `${text}\u200b` : text;
  }
}

export const notices = new Notices();
