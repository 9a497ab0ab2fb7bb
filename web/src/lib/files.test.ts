// Texts on the clipboard, also where the browser gives a page no access to it.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { copy } from './files';
import { notices } from './notices.svelte';

let selected: Element | null;

beforeEach(() => {
  selected = null;
  vi.spyOn(notices, 'show').mockReturnValue();
  document.execCommand = () => {
    selected = document.querySelector('textarea')?.parentElement ?? null;
    return true;
  };
});

describe('copying', () => {
  test('writes to the clipboard and says so', async () => {
    const writeText = vi.fn().mockResolvedValue(undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await copy('text');
    expect(writeText).toHaveBeenCalledWith('text');
    expect(notices.show).toHaveBeenCalledTimes(1);
    expect(selected).toBeNull();
  });

  test.each([
    ['on the page', '<p></p>', 'BODY'],
    ['inside an open dialog, behind which nothing can be selected', '<dialog open></dialog>', 'DIALOG'],
  ])('without a clipboard goes by a selection %s', async (_, html, parent) => {
    document.body.innerHTML = html;
    vi.stubGlobal('navigator', {});
    await copy('text');
    expect(selected?.tagName).toBe(parent);
    expect(document.querySelector('textarea')).toBeNull();
    expect(notices.show).toHaveBeenCalledTimes(1);
  });
});
