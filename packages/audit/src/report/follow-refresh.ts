import { isSitegradeError } from '@sitegrade/foundation/errors';
import { type Analysis, readFetched } from '../analysis/analysis.ts';
import { isSuccess } from '../fetch/fetch-page.ts';
import type { Fetched, FetchedPage } from '../fetch/fetched.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { instantTargetOf } from '../readings/refresh.ts';

/** A page that was read. */
interface ReadPage {
  readonly page: PageFacts;
  readonly response: FetchedPage;
}

/** How many pages may load another one in their place, one after the other. */
const mostRefreshes = 5;

/**
 * Reads a page, and in its place the one that it loads at once: to browsers and to Google, such a refresh is a redirect
 * (https://developers.google.com/search/docs/crawling-indexing/301-redirects). The status of that step is the one of the
 * page. A page whose target cannot be fetched, or leads back, is read itself.
 *
 * @param fetchNext - Fetches a page.
 * @throws SitegradeError if a limit is exceeded.
 */
export async function readFollowed(
  fetched: Fetched,
  analysis: Analysis,
  fetchNext: (url: URL) => Promise<Fetched>,
): Promise<ReadPage> {
  let read: ReadPage = await readFetched(fetched, analysis);
  const seen = new Set([fetched.url, fetched.finalUrl]);
  for (let steps = 0; steps < mostRefreshes; steps += 1) {
    const { page, response } = read;
    const target = isSuccess(response) ? instantTargetOf(page, response) : null;
    if (target === null || seen.has(target.href)) break;
    seen.add(target.href);
    const next = await fetchNext(target).catch((error: unknown) => {
      if (analysis.signal.aborted || !isSitegradeError(error) || error.reason === undefined)
        throw error;
      return null;
    });
    if (next === null) break;
    const { finalUrl: url, status, timings } = response;
    const step = { url, status, location: target.href, ms: Math.round(timings.totalMs) };
    const followed = await readFetched(next, analysis);
    const redirects = [...response.redirects, step, ...followed.response.redirects];
    read = { ...followed, response: { ...followed.response, url: response.url, redirects } };
  }
  return read;
}
