import type { OpenedSite } from '@sitegrade/audit/analyze';
import type { Crawl } from '../store/crawl.ts';
import type { Store } from '../store/store.ts';
import { compileScope } from './path-patterns.ts';

/** How many sites a worker keeps: one may have 50,000 entries in its sitemaps. */
const maxSites = 4;

/** What the pages of a crawl share. */
interface CrawlSite {
  readonly opened: OpenedSite;
  /** Whether `include` and `exclude` of the crawl permit a URL. */
  readonly isIncluded: (url: URL) => boolean;
}

/** The sites of the crawls that a worker works on. */
export interface SiteCache {
  /**
   * The site of a crawl that has begun.
   *
   * @throws SitegradeError `internal` if what is stored is damaged, and the errors of the store.
   */
  get(crawl: Pick<Crawl, 'id' | 'include' | 'exclude'>): Promise<CrawlSite>;
}

/** Creates a cache that reads the sites of crawls from the store, and keeps the latest ones. */
export function createSiteCache(store: Pick<Store, 'crawls'>): SiteCache {
  const sites = new Map<number, Promise<CrawlSite>>();
  return {
    get(crawl) {
      const { id } = crawl;
      const site = sites.get(id) ?? readSite(store, crawl);
      sites.delete(id);
      sites.set(id, site);
      site.catch(() => sites.delete(id));
      for (const oldest of sites.keys()) {
        if (sites.size <= maxSites) break;
        sites.delete(oldest);
      }
      return site;
    },
  };
}

async function readSite(
  { crawls }: Pick<Store, 'crawls'>,
  crawl: Pick<Crawl, 'id' | 'include' | 'exclude'>,
): Promise<CrawlSite> {
  const packed = await crawls.readSite(crawl.id);
  if (packed === undefined) throw new Error(`Crawl ${crawl.id} has no site, or was deleted.`);
  const { unpackSite } = await import('@sitegrade/audit/analyze');
  return { opened: await unpackSite(packed), isIncluded: compileScope(crawl) };
}
