// Keys of a whole page.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { press } from './keys';

const walk = vi.fn();
let heard: KeyboardEvent;

/** Presses a key on an element; the page has only the arrow to the left. */
function key(html: string, init: KeyboardEventInit, options = {}) {
  document.body.innerHTML = html;
  const target = document.querySelector('.target') ?? document.body;
  heard = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  const listener = (event: Event) => press(event as KeyboardEvent, { ArrowLeft: walk }, options);
  document.addEventListener('keydown', listener, { once: true });
  target.dispatchEvent(heard);
}

beforeEach(() => walk.mockReset());

describe('a key', () => {
  test('does what it means, and nothing else', () => {
    key('<button class="target"></button>', { key: 'ArrowLeft' });
    expect(walk).toHaveBeenCalledTimes(1);
    expect(heard.defaultPrevented).toBe(true);
  });

  test('that means nothing is left alone', () => {
    key('', { key: 'ArrowRight' });
    key('', { key: 'toString' });
    expect(walk).not.toHaveBeenCalled();
    expect(heard.defaultPrevented).toBe(false);
  });

  test.each(['ctrlKey', 'metaKey', 'altKey'])('with %s is the browser’s', (modifier) => {
    key('', { key: 'ArrowLeft', [modifier]: true });
    expect(walk).not.toHaveBeenCalled();
  });

  test.each(['input', 'textarea', 'select'])('typed into a field (%s) is the field’s', (tag) => {
    key(`<${tag} class="target"></${tag}>`, { key: 'ArrowLeft' }, { dialogs: true });
    expect(walk).not.toHaveBeenCalled();
  });

  test('in a dialog is the dialog’s, unless the page wants it', () => {
    const html = '<dialog open><button class="target"></button></dialog>';
    key(html, { key: 'ArrowLeft' });
    expect(walk).not.toHaveBeenCalled();
    key(html, { key: 'ArrowLeft' }, { dialogs: true });
    expect(walk).toHaveBeenCalledTimes(1);
  });
});
