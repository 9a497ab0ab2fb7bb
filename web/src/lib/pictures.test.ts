// Pictures by their addresses: from a server as they are, from this browser drawn when they are seen.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Door } from './door/door';
import { picture, pictureOf, take } from './pictures';
import { refused } from './refusal';
import { connection } from './socket.svelte';
import { eventually } from './testing';

let seen: (() => void) | null;
let stopped: number;
const asked = vi.fn<Door['text']>();
const image = () => document.createElement('img');

/** Lets this browser itself have the pictures. */
const here = () => vi.spyOn(connection, 'near').mockResolvedValue({ text: asked });

beforeEach(() => {
  seen = null;
  stopped = 0;
  asked.mockReset().mockResolvedValue('<svg/>');
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        seen = () => report([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {
        stopped += 1;
      }
    },
  );
  vi.spyOn(connection, 'near').mockResolvedValue(null);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});

describe('a picture', () => {
  test('of a server has its own address', async () => {
    expect(await pictureOf('/api/a.svg')).toMatchObject({ address: '/api/a.svg' });
    expect(asked).not.toHaveBeenCalled();
  });

  test('of this browser is drawn when it is seen, and let go with its place', async () => {
    here();
    const img = image();
    const leave = picture('/api/a.svg')(img);
    await Promise.resolve();
    expect([asked.mock.calls.length, img.getAttribute('src')]).toEqual([0, null]);
    seen?.();
    await eventually(() => expect(img.getAttribute('src')).toBe('blob:picture'));
    expect(asked).toHaveBeenCalledWith('GET', '/api/a.svg');
    expect(URL.revokeObjectURL).not.toHaveBeenCalled();
    leave?.();
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:picture');
    expect(stopped).toBeGreaterThan(0);
  });

  test('that comes too late is let go at once', async () => {
    here();
    const img = image();
    const leave = picture('/api/a.svg')(img);
    seen?.();
    leave?.();
    await eventually(() => expect(URL.revokeObjectURL).toHaveBeenCalledTimes(1));
    expect(img.getAttribute('src')).toBeNull();
  });

  test('that cannot be had leaves its place empty', async () => {
    here();
    asked.mockRejectedValue(refused('unclear'));
    const img = image();
    img.src = '/old.svg';
    picture('/api/a.svg')(img);
    seen?.();
    await eventually(() => expect(img.getAttribute('src')).toBeNull());
  });
});

describe('a file', () => {
  const taken = () => {
    const files: [string | null, string][] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push([this.getAttribute('href'), this.download]);
    });
    return files;
  };

  test('of a server is fetched by the browser', async () => {
    const files = taken();
    await take('/api/tables/x/record', 'x.txt');
    expect(files).toEqual([['/api/tables/x/record', 'x.txt']]);
  });

  test('of this browser is handed over', async () => {
    here();
    const files = taken();
    await take('/api/tables/x/record', 'x.txt');
    expect(files).toEqual([['blob:picture', 'x.txt']]);
    await expect(take('/api/tables/x/record', 'x.txt')).resolves.toBeUndefined();
  });
});
