import { results } from '@sitegrade/audit';
import { integerKey, type Listing, type ListQueryOf, textKey } from '../listing/listing.ts';
import { type Crawl, type CrawlPageSummary, crawlPageStates, crawlStatuses } from './crawl.ts';

/** The listing of crawls: the id is the only sort key, which is the order of creation. */
export const crawlListing = {
  records: 'crawls',
  isCounted: false,
  search: { name: 'url', textOf: ({ url }) => url },
  sortKeys: { id: integerKey(({ id }) => id, 1, Number.MAX_SAFE_INTEGER) },
  filters: {
    websiteId: { kind: 'id', description: 'Restricts to one website.', isCounted: false },
    status: {
      kind: 'word',
      words: crawlStatuses,
      description: 'Restricts to one status.',
      isCounted: false,
    },
  },
} as const satisfies Listing<Crawl>;

/** A query for one page of crawls. */
export type CrawlListQuery = ListQueryOf<typeof crawlListing>;

/** The most URLs that a crawl may have. */
const maxUrls = 200_000;

/** The listing of the pages of a crawl. A page without a value of the sort key has −1, which is the lowest. */
export const crawlPageListing = {
  records: 'crawl_pages',
  isCounted: false,
  search: { name: 'url', textOf: ({ url }) => url },
  sortKeys: {
    id: integerKey(({ id }) => id, 1, maxUrls),
    url: textKey(({ url }) => url),
    score: integerKey(({ score }) => score ?? -1, -1, 100),
    depth: integerKey(({ depth }) => depth ?? -1, -1, maxUrls),
    inlinks: integerKey(({ inlinks }) => inlinks ?? -1, -1, maxUrls),
    httpStatus: integerKey(({ httpStatus }) => httpStatus ?? -1, -1, 999),
  },
  filters: {
    state: {
      kind: 'word',
      words: crawlPageStates,
      description: 'Restricts to one state.',
      isCounted: false,
    },
    result: {
      kind: 'word',
      words: results,
      description: 'Restricts to pages with one result.',
      isCounted: false,
    },
    url: {
      kind: 'url',
      description: 'Restricts to one URL.',
    },
    depth: { kind: 'count', description: 'Restricts to one depth.', isCounted: false },
    check: {
      kind: 'id of list',
      of: 'findings',
      description: 'Restricts to pages on which one check failed or warned, by its id.',
    },
  },
} as const satisfies Listing<CrawlPageSummary>;

/** A query for one page of the pages of a crawl. */
export type CrawlPageListQuery = ListQueryOf<typeof crawlPageListing>;
