import type { FilmFrame } from '@sitegrade/core';
import { chooseFrames } from './choose-frames.ts';
import type { OpenPage } from './open-page.ts';

/** As small as a contact print. */
const picture = { format: 'jpeg', quality: 30, maxWidth: 120, maxHeight: 240 } as const;

/**
 * How long the browser waits between two pictures, in milliseconds. Without it, a page that moves is pictured for each
 * frame, which takes time from it.
 */
const pauseMs = 200;

const max = { frames: 8, bytes: 8_192, kept: 64 } as const;

/** A picture, and when it was taken, in milliseconds since 1970. */
interface Frame {
  readonly atMs: number;
  readonly image: Buffer;
}

/** Pictures of a page, from when it is opened on. */
interface Film {
  /**
   * Ends it, and chooses pictures of what changed.
   *
   * @param origin - When the navigation began, in milliseconds since 1970.
   */
  develop(origin: number): Promise<readonly FilmFrame[]>;
}

/** Pictures a page while it is loaded, as the browser draws it, and not more often than it can be seen. */
export async function filmLoad(page: OpenPage): Promise<Film> {
  let frames: Frame[] = [];
  let last: Frame | undefined;
  let changes = 0;
  let step = 1;
  let inPause = 0;
  let pause: NodeJS.Timeout | undefined;
  // A page that cannot be pictured is measured nevertheless.
  const send = (method: 'Page.startScreencast' | 'Page.stopScreencast') =>
    page.send(method, method === 'Page.startScreencast' ? picture : {}).catch(() => {});
  const goOn = (sessionId: number) => {
    pause = undefined;
    if (inPause === 1) {
      page.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
      return;
    }
    // The browser draws on without pictures while it waits. A new start begins with what is there.
    send('Page.stopScreencast');
    send('Page.startScreencast');
  };
  page.listen((event) => {
    if (event.method !== 'Page.screencastFrame') return;
    const { sessionId, data, metadata } = event.params;
    if (pause === undefined) {
      inPause = 0;
      pause = setTimeout(() => goOn(sessionId), pauseMs);
    }
    inPause += 1;
    const image = Buffer.from(data, 'base64');
    const isSame = last?.image.equals(image) ?? false;
    if (metadata.timestamp === undefined || image.length > max.bytes || isSame) return;
    changes += 1;
    last = { atMs: metadata.timestamp * 1_000, image };
    if ((changes - 1) % step !== 0) return;
    frames.push(last);
    if (frames.length < max.kept) return;
    // A page that never rests has fewer pictures of each second.
    frames = frames.filter((_, index) => index % 2 === 0);
    step *= 2;
  });
  await send('Page.startScreencast');
  return {
    async develop(origin) {
      clearTimeout(pause);
      await send('Page.stopScreencast');
      // It ends with what is there at last, which may have been left out.
      const all = last === undefined ? [] : [...frames.filter((frame) => frame !== last), last];
      const shown = all
        .map(({ atMs, image }) => ({ atMs: atMs - origin, image: new Uint8Array(image) }))
        // What was there before the page is blank.
        .filter(({ atMs }) => atMs >= 0);
      return chooseFrames(shown, max.frames);
    },
  };
}
