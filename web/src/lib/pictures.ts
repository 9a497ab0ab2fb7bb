// Pictures and files by their addresses, whoever has them: a server, or this browser itself.

import type { Attachment } from 'svelte/attachments';
import { hand, handBlob } from './files';
import { connection } from './socket.svelte';

/** A picture that can be shown, until it is let go. */
export interface Drawn {
  /** For `src`. */
  address: string;
  release: () => void;
}

/** So near the edge of the screen, a picture is fetched, in pixels. */
const NEAR = '300px';

/** The picture that an address means. */
export async function pictureOf(address: string): Promise<Drawn> {
  const door = await connection.near(address);
  // A browser that fetches it by itself keeps it, too.
  if (!door) return { address, release: () => undefined };
  const svg = new Blob([await door.text('GET', address)], { type: 'image/svg+xml' });
  const drawn = URL.createObjectURL(svg);
  return { address: drawn, release: () => URL.revokeObjectURL(drawn) };
}

/** Shows the picture of an address in an `<img>`, as soon as it comes near the screen. */
export function picture(address: string): Attachment<HTMLImageElement> {
  return (image) => {
    let drawn: Drawn | null = null;
    let gone = false;
    const show = async () => {
      try {
        drawn = await pictureOf(address);
        if (gone) drawn.release();
        else image.src = drawn.address;
      } catch {
        // As with any picture that cannot be had: its place stays empty.
        image.removeAttribute('src');
      }
    };
    const eye = new IntersectionObserver(
      (seen) => {
        if (!seen.some((one) => one.isIntersecting)) return;
        eye.disconnect();
        void show();
      },
      { rootMargin: NEAR },
    );
    eye.observe(image);
    return () => {
      gone = true;
      eye.disconnect();
      drawn?.release();
    };
  };
}

/** Hands the file of an address to the visitor. */
export async function take(address: string, name: string): Promise<void> {
  const door = await connection.near(address);
  if (!door) hand(address, name);
  else if (address.includes('.png?')) handBlob(await photograph(address), name);
  else handBlob(new Blob([await door.text('GET', address)]), name);
}

/** A picture of many dots, drawn by the browser from the one of lines. */
async function photograph(address: string): Promise<Blob> {
  const wide = Number(new URL(address, location.href).searchParams.get('width') ?? '1080');
  const drawn = await pictureOf(address.replace('.png?', '.svg?'));
  try {
    const image = new Image();
    image.src = drawn.address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = wide;
    canvas.height = Math.round((wide * image.naturalHeight) / (image.naturalWidth || 1));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((made, failed) =>
      canvas.toBlob((blob) => (blob ? made(blob) : failed(new Error('no picture was made'))), 'image/png'),
    );
  } finally {
    drawn.release();
  }
}
