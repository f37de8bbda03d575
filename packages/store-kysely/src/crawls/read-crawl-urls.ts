import type { CrawledUrl } from '@sitegrade/core';
import type { FoundUrl, UrlsByUrlQuery, UrlsQuery } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { toCrawledUrl, type UrlRow, urlColumns } from './crawl-page-row.ts';
import { isClosed } from './crawl-row.ts';

/** A URL whose outline is not unpacked yet. */
interface PackedUrl {
  readonly url: ReturnType<typeof toCrawledUrl>;
  readonly outline: Uint8Array | null;
}

/** The next URLs of a crawl. */
export function* readUrlRows(
  builder: QueryBuilder,
  crawlId: number,
  { after, limit, outlines }: UrlsQuery,
): Work<readonly PackedUrl[]> {
  const crawl = yield* firstOf(selectStep(builder, { crawlId }));
  if (crawl === undefined) return [];
  const next = { crawlId, after, limit };
  const rows: readonly (UrlRow & { readonly outline?: Uint8Array | null })[] = outlines
    ? yield* rowsOf(selectOutlines(builder, next))
    : yield* rowsOf(selectUrls(builder, next));
  return rows.map((row) => ({
    url: toCrawledUrl(row, isClosed(crawl), null),
    outline: row.outline ?? null,
  }));
}

const selectStep = fixedQuery(({ db }: QueryBuilder, { crawlId }: { readonly crawlId: number }) =>
  db
    .selectFrom('sitegrade_crawls')
    .select(['step', 'ended_at'])
    .where('id', '=', crawlId)
    .compile(),
);

/** Which URLs are next. */
interface NextUrls {
  readonly crawlId: number;
  readonly after: number;
  readonly limit: number;
}

function nextUrls({ db }: QueryBuilder, { crawlId, after, limit }: NextUrls) {
  return db
    .selectFrom('sitegrade_crawl_pages as page')
    .select(urlColumns.map((column) => `page.${column}` as const))
    .where('page.crawl_id', '=', crawlId)
    .where('page.number', '>', after)
    .orderBy('page.number')
    .limit(limit);
}

const selectUrls = fixedQuery((builder: QueryBuilder, next: NextUrls) =>
  nextUrls(builder, next).compile(),
);

const selectOutlines = fixedQuery((builder: QueryBuilder, next: NextUrls) =>
  nextUrls(builder, next)
    .leftJoin('sitegrade_crawl_page_details as detail', (join) =>
      join
        .onRef('detail.crawl_id', '=', 'page.crawl_id')
        .onRef('detail.number', '=', 'page.number'),
    )
    .select('detail.outline')
    .compile(),
);

/** The next URLs of a crawl by code point. */
export function* readUrlRowsByUrl(
  builder: QueryBuilder,
  crawlId: number,
  { after, limit }: UrlsByUrlQuery,
): Work<readonly CrawledUrl[]> {
  const crawl = yield* firstOf(selectStep(builder, { crawlId }));
  if (crawl === undefined) return [];
  const rows = yield* rowsOf(selectByUrl(builder, { crawlId, after, limit }));
  return rows.map((row) => toCrawledUrl(row, isClosed(crawl), null));
}

const selectByUrl = fixedQuery(
  (
    { db }: QueryBuilder,
    { crawlId, after, limit }: UrlsByUrlQuery & { readonly crawlId: number },
  ) =>
    db
      .selectFrom('sitegrade_crawl_pages')
      .select(urlColumns)
      .where('crawl_id', '=', crawlId)
      .where('url', '>', after)
      .orderBy('url')
      .limit(limit)
      .compile(),
);

/** Which of the URLs a crawl has, unless it is deleted. */
export function* findUrlRows(
  { db, dialect }: QueryBuilder,
  crawlId: number,
  urls: readonly string[],
): Work<readonly FoundUrl[]> {
  return yield* rowsOf(
    db
      .selectFrom('sitegrade_crawl_pages')
      .select(['number as id', 'url'])
      .where('crawl_id', '=', crawlId)
      .where('url', 'in', dialect.textList(urls))
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('sitegrade_crawls').select('id').where('id', '=', crawlId)),
      )
      .compile(),
  );
}
