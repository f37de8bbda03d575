import { createHash } from 'node:crypto';
import type { CrawledUrl, Result } from '@sitegrade/core';
import type { BegunCrawl, EarlierPage, Predecessor } from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

/** A hash of a URL as a number that all drivers read exactly: 52 bits. Two URLs may have the same. */
export function urlHash(url: string): number {
  return Number.parseInt(createHash('sha256').update(url).digest('hex').slice(0, 13), 16);
}

/** The latest done crawl with the same options before a crawl. */
export function* findPredecessor(
  { db }: QueryBuilder,
  crawlId: number,
  { domain, origin }: Pick<BegunCrawl, 'domain' | 'origin'>,
): Work<Predecessor | undefined> {
  const row = yield* firstOf(
    db
      .selectFrom('sitegrade_crawls as crawl')
      .innerJoin('sitegrade_crawls as other', (join) =>
        join
          .onRef('other.owner_id', '=', 'crawl.owner_id')
          .onRef('other.id', '<', 'crawl.id')
          .onRef('other.scope', '=', 'crawl.scope')
          .onRef('other.max_pages', '=', 'crawl.max_pages'),
      )
      .select(['other.id', 'other.ruleset_version', 'other.generation', 'other.basis'])
      .where('crawl.id', '=', crawlId)
      .where('other.website_id', '=', (query) =>
        query
          .selectFrom('sitegrade_websites as website')
          .select('website.id')
          .whereRef('website.owner_id', '=', 'crawl.owner_id')
          .where('website.domain', '=', domain),
      )
      .where('other.status', '=', 'done')
      .where('other.origin', '=', origin)
      .where('other.basis', 'is not', null)
      .orderBy('other.id', 'desc')
      .limit(1)
      .compile(),
  );
  if (row === undefined || row.basis === null) return undefined;
  const { id, ruleset_version: rulesetVersion, generation, basis } = row;
  return { id: Number(id), rulesetVersion, generation, basis };
}

/** How a page was read in the crawl before. */
export function* findEarlierPage(
  builder: QueryBuilder,
  crawlId: number,
  { id, url }: Pick<CrawledUrl, 'id' | 'url'>,
): Work<EarlierPage | undefined> {
  const rows = yield* rowsOf(selectReadings(builder, { crawlId, number: id, hash: urlHash(url) }));
  const row = rows.find((page) => page.url === url && page.own_url === url);
  if (row === undefined || row.reading === null) return undefined;
  return { id: row.number, reading: row.reading, generation: row.generation };
}

interface GivenPage {
  readonly crawlId: number;
  readonly number: number;
}

/** A page of a crawl, and the crawl before, if it still exists and belongs to the same owner. */
function withPrevious({ db }: QueryBuilder, { crawlId, number }: GivenPage) {
  return db
    .selectFrom('sitegrade_crawls as crawl')
    .innerJoin('sitegrade_crawls as previous', (join) =>
      join
        .onRef('previous.id', '=', 'crawl.previous_id')
        .onRef('previous.owner_id', '=', 'crawl.owner_id'),
    )
    .innerJoin('sitegrade_crawl_pages as own', 'own.crawl_id', 'crawl.id')
    .where('crawl.id', '=', crawlId)
    .where('own.number', '=', number)
    .where('own.is_unchanged', 'is', null);
}

/** The URL is compared afterwards: databases would otherwise read all pages of the crawl before to find it. */
const selectReadings = fixedQuery(
  (
    builder: QueryBuilder,
    // Not with a rest, which has nothing of the values that are put in later.
    { crawlId, number, hash }: GivenPage & { readonly hash: number },
  ) =>
    withPrevious(builder, { crawlId, number })
      .innerJoin('sitegrade_crawl_page_details as detail', 'detail.crawl_id', 'previous.id')
      .select(['detail.number', 'detail.reading', 'crawl.generation', 'own.url as own_url'])
      .select((query) =>
        query
          .selectFrom('sitegrade_crawl_pages as page')
          .select('page.url')
          .whereRef('page.crawl_id', '=', 'detail.crawl_id')
          .whereRef('page.number', '=', 'detail.number')
          .as('url'),
      )
      .where('detail.url_hash', '=', hash)
      .compile(),
);

/** What a page takes over of the one of the crawl before. */
export interface KeptPage {
  readonly title: string | null;
  readonly score: number;
  readonly result: Result;
  readonly httpStatus: number;
  readonly worst: string | null;
  readonly findings: string | null;
}

/** Which page takes over the results of which. */
interface PageToKeep extends GivenPage {
  readonly token: string;
  readonly earlier: number;
  readonly reading: string;
}

/**
 * Copies the details and the outline of a page of the crawl before, packed as they are. The crawl is locked, so that
 * the lease of the page stays. `undefined`, without any change, if one of the pages or the crawl before is gone.
 */
export function* keepPage(builder: QueryBuilder, given: PageToKeep): Work<KeptPage | undefined> {
  const { reading, ...which } = given;
  const page = yield* firstOf(selectKept(builder, which));
  if (page === undefined) return undefined;
  const { score, result, http_status: httpStatus, title, url, worst, findings } = page;
  if (score === null || result === null || httpStatus === null) return undefined;
  // The crawl before may have been deleted after the first statement.
  const copied = yield* firstOf(
    copyDetails(builder, { ...which, reading, previous: page.crawl_id, hash: urlHash(url) }),
  );
  return copied && { title, score, result, httpStatus, worst, findings };
}

const selectKept = fixedQuery((builder: QueryBuilder, values: Omit<PageToKeep, 'reading'>) =>
  withPrevious(builder, values)
    .innerJoin('sitegrade_crawl_pages as page', 'page.crawl_id', 'previous.id')
    .select(['page.crawl_id', 'page.url', 'page.title', 'page.score', 'page.result'])
    .select(['page.http_status', 'page.worst', 'page.findings'])
    .where('own.lease_token', '=', values.token)
    .where('page.number', '=', values.earlier)
    .where('page.state', '=', 'done')
    .where('page.kind', '=', 'page')
    .whereRef('page.url', '=', 'own.url')
    .compile(),
);

interface Copied extends GivenPage {
  readonly reading: string;
  readonly hash: number;
  readonly previous: number;
  readonly earlier: number;
}

const copyDetails = fixedQuery(
  (
    { db }: QueryBuilder,
    { crawlId, number, reading, hash, previous, earlier }: Copied,
  ): CompiledQuery<{ readonly number: number }> =>
    db
      .insertInto('sitegrade_crawl_page_details')
      .columns(['crawl_id', 'number', 'url_hash', 'reading', 'details', 'outline'])
      .expression(
        db
          .selectFrom('sitegrade_crawl_page_details')
          .select([
            sql<number>`cast(${crawlId} as bigint)`.as('crawl_id'),
            sql<number>`cast(${number} as integer)`.as('number'),
            sql<number>`cast(${hash} as bigint)`.as('url_hash'),
            sql<string>`cast(${reading} as text)`.as('reading'),
            'details',
            'outline',
          ])
          .where('crawl_id', '=', previous)
          .where('number', '=', earlier)
          .where('reading', 'is not', null),
      )
      .returning('number')
      .compile(),
);
