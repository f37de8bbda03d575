import type { OpenPage } from './open-page.ts';

/** Tried in this order, until the picture is small enough. */
const qualities = [60, 45, 30, 15];

/** A JPEG of what the screen shows; `null` if it is larger than `maxBytes` at any quality. */
export async function takeScreenshot(
  { send }: OpenPage,
  maxBytes: number,
): Promise<Uint8Array | null> {
  for (const quality of qualities) {
    const { data } = await send('Page.captureScreenshot', { format: 'jpeg', quality });
    const picture = Buffer.from(data, 'base64');
    // Small buffers share their memory with others.
    if (picture.length <= maxBytes) return new Uint8Array(picture);
  }
  return null;
}
