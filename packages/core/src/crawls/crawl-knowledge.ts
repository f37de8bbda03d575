import type { CrawlKnowledge, OpenedSite } from '@sitegrade/audit/analyze';
import { withoutSession } from '../site-issues/session-parameters.ts';
import type { SitePage } from '../site-issues/site.ts';
import type { PageTable } from '../site-issues/site-pages.ts';
import { urlInScope } from './frontier.ts';

type Route = NonNullable<ReturnType<CrawlKnowledge['pageOf']>>;

/** How many redirects a report follows. */
const maxRedirects = 5;

/**
 * What a crawl knows at its end of the URLs of its site, as a report would find them.
 *
 * @param pages - All URLs of the crawl.
 * @param noindex - The numbers of its pages that keep themselves out of Google's index.
 */
export function crawlKnowledge(
  { siteFacts, variants }: OpenedSite,
  pages: PageTable,
  noindex: ReadonlySet<number>,
  userAgent: string,
): CrawlKnowledge {
  const scope = { origin: siteFacts.origin, variants: new Set(variants) };
  const variantStatuses = variantStatusesOf(siteFacts);

  const exact = (kind: 'page' | 'image', url: string) => pages.get(pages.find(kind, url) ?? -1);
  const find = (kind: 'page' | 'image', written: string): SitePage | undefined => {
    const found = exact(kind, written);
    if (found !== undefined) return found;
    const url = urlInScope(written, scope);
    // With the session of a visitor, it was not requested.
    return url === null || withoutSession(written) !== written ? undefined : exact(kind, url);
  };

  const routeOf = (kind: 'page' | 'image', written: string): Route | null => {
    const redirects: Route['redirects'][number][] = [];
    let url = written;
    for (;;) {
      const row = find(kind, url);
      if (row === undefined || redirects.length > maxRedirects) return null;
      const { origin } = new URL(url);
      if (origin !== scope.origin) {
        // It redirects to the same path on the origin of the site.
        const status = variantStatuses.get(origin);
        if (status === undefined) return null;
        redirects.push({ url, status, location: row.url, ms: 0 });
        url = row.url;
        continue;
      }
      const { state, skipReason, httpStatus: status, location } = row;
      if (status === null) return null;
      if (state === 'redirected' && location !== null) {
        redirects.push({ url, status, location, ms: 0 });
        url = location;
        continue;
      }
      const isRequested = state === 'done' || state === 'failed' || skipReason === 'not_html';
      // A redirect that fails is followed no further.
      if (!isRequested || (status >= 300 && status < 400)) return null;
      return { kind: 'response', url: written, finalUrl: url, status, redirects };
    }
  };
  return {
    pageOf: (url) => routeOf('page', url),
    imageOf: (url) => routeOf('image', url),
    isNoindex: (url) => {
      const row = find('page', url);
      return row?.state === 'done' ? noindex.has(row.id) : null;
    },
    robots: siteFacts.robots,
    userAgent,
  };
}

/** The status with which other origins of the site redirect, if all their redirects have the same one. */
function variantStatusesOf({
  plainHttp,
  hostVariant,
}: OpenedSite['siteFacts']): ReadonlyMap<string, number> {
  const statuses = new Map<string, number>();
  for (const route of [plainHttp, hostVariant]) {
    if (route?.kind !== 'response') continue;
    const [status, ...others] = new Set(route.redirects.map((redirect) => redirect.status));
    if (status !== undefined && others.length === 0)
      statuses.set(new URL(route.url).origin, status);
  }
  return statuses;
}
