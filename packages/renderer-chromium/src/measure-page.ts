import type { MeasuredLoad, MeasureRequest, TimedRequest } from '@sitegrade/core';
import type { Browser } from './browser.ts';
import { filmLoad } from './film-load.ts';
import { loadPage } from './load-page.ts';
import { type OpenPage, openPage } from './open-page.ts';
import type { RecordedRequest } from './page-activity.ts';
import { pageTools } from './page-scripts.ts';
import { openWorld } from './page-world.ts';
import type { RenderEnding } from './render-ending.ts';
import { observeLoading, takeLoading } from './speed-scripts.ts';
import type { UsageWatch } from './usage-watch.ts';

/** How long taking what was noted may take. */
const takeMs = 3_000;

/** How many preloads are returned, and how long their URLs are at most. */
const maxPreloads = 20;
const maxUrlLength = 2_000;

/**
 * Loads a page slowly, takes what the browser noted, and closes the page.
 *
 * @throws RenderFault
 */
export async function measurePage(
  browser: Browser,
  usage: Pick<UsageWatch, 'open'>,
  request: MeasureRequest,
  ending: RenderEnding,
): Promise<MeasuredLoad> {
  const page = await openPage(browser, usage, request, ending, observeLoading);
  try {
    const unusedPreloads = collectUnusedPreloads(page);
    await page.send('Log.enable', {});
    const film = request.film ? await filmLoad(page) : null;
    const isBusy = await loadPage(page, request, ending, takeMs);
    page.freeze();
    await page.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const world = await openWorld(page);
    await world.run(pageTools);
    const noted = (await world.call(takeLoading)) as Omit<
      MeasuredLoad,
      'requests' | 'unusedPreloads' | 'isBusy' | 'film'
    >;
    const origin = Number(await world.call('function () { return performance.timeOrigin }'));
    const requests = timedRequests(page.activity.requests, await navigationStart(page));
    // The browser adds the latency after it has noted this time, and to the times of files before.
    const firstByteMs = noted.firstByteMs + request.throttling.latencyMs;
    const frames = film === null ? [] : await film.develop(origin);
    return { ...noted, firstByteMs, requests, unusedPreloads, isBusy, film: frames };
  } finally {
    await page.close();
  }
}

/** When the navigation to the document began, on the clock of its requests, in seconds. */
async function navigationStart(page: OpenPage): Promise<number> {
  await page.send('Performance.enable', {});
  const { metrics } = await page.send('Performance.getMetrics', {});
  return metrics.find(({ name }) => name === 'NavigationStart')?.value ?? Number.NaN;
}

/** The requests since the navigation, without web sockets, which have no times. A document before it is not this load. */
function timedRequests(
  requests: readonly RecordedRequest[],
  start: number,
): readonly TimedRequest[] {
  const since = (time: number) => (time - start) * 1_000;
  return requests.flatMap(({ url, type, status, bytes, sent, responded, ended }) => {
    if (sent === null || !(sent >= start)) return [];
    const times = { responseMs: responded && since(responded), endMs: ended && since(ended) };
    return [{ url, type, status, bytes, startMs: since(sent), ...times }];
  });
}

/** The browser says so in its log, and nowhere else. */
function collectUnusedPreloads(page: OpenPage): readonly string[] {
  const urls: string[] = [];
  page.listen((event) => {
    if (event.method !== 'Log.entryAdded' || urls.length >= maxPreloads) return;
    const [, url] =
      /^The resource (\S+) was preloaded using link preload but not used/.exec(
        event.params.entry.text,
      ) ?? [];
    if (url !== undefined && !urls.includes(url)) urls.push(url.slice(0, maxUrlLength));
  });
  return urls;
}
