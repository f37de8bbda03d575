import type { PageLimits, PageRequest } from '@sitegrade/core';
import type { OpenPage } from './open-page.ts';
import { type RenderEnding, RenderFault } from './render-ending.ts';

/**
 * Loads the URL, and waits until the page is built: loaded, then without requests for `quietMs`, or at most `busyMs`.
 *
 * @param restMs - What else of the time is needed when the page is built.
 * @returns Whether the page was still sending requests then.
 */
export async function loadPage(
  page: OpenPage,
  { url, limits }: PageRequest,
  ending: RenderEnding,
  restMs: number,
): Promise<boolean> {
  const built = waitUntilBuilt(page, limits, ending, restMs);
  built.promise.catch(() => {});
  try {
    const { errorText } = await page.send('Page.navigate', { url });
    if (errorText !== undefined) throw new RenderFault('render_refused', whyNotLoaded(errorText));
    return await ending.race(built.promise);
  } finally {
    built.cancel();
  }
}

function whyNotLoaded(errorText: string): string {
  const message = `The page could not be loaded: ${errorText}.`;
  if (!errorText.startsWith('net::ERR_CERT_')) return message;
  return `${message} The browser does not trust the certificate of the site. It has its own authorities: on Linux it also trusts those of NODE_EXTRA_CA_CERTS, if certutil is installed (libnss3-tools on Debian). Elsewhere, add the authority to the system or the browser.`;
}

function waitUntilBuilt(
  { activity, isStopped }: OpenPage,
  { quietMs, busyMs }: PageLimits,
  ending: RenderEnding,
  restMs: number,
) {
  let cancel: () => void = () => {};
  const promise = new Promise<boolean>((resolve, reject) => {
    let quiet: NodeJS.Timeout | undefined;
    let busy: NodeJS.Timeout | undefined;
    // A file that never comes must not cost the whole page.
    const latest = setTimeout(
      () => {
        if (activity.progress() !== 'loading') resolve(true);
        else reject(new RenderFault('render_timed_out', 'The document was not read in time.'));
      },
      Math.max(ending.left() / 2, ending.left() - restMs),
    );
    const unwatch = activity.watch(() => {
      const isLoaded = activity.progress() === 'loaded';
      if (isStopped()) resolve(true);
      if (isLoaded) busy ??= setTimeout(() => resolve(true), busyMs);
      else {
        clearTimeout(busy);
        busy = undefined;
      }
      if (isLoaded && activity.inFlight() === 0)
        quiet ??= setTimeout(() => resolve(false), quietMs);
      else {
        clearTimeout(quiet);
        quiet = undefined;
      }
    });
    cancel = () => {
      unwatch();
      for (const timer of [quiet, busy, latest]) clearTimeout(timer);
    };
  });
  return { promise, cancel };
}
