import type { Crawl, List } from '@sitegrade/core';
import { crawlListing } from '@sitegrade/core/internal';
import type { CrawlListQuery } from '@sitegrade/core/store';
import type { CompiledQuery, RawBuilder } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery, oneRow } from '../fixed-query.ts';
import { type FirstPageParts, firstPage } from '../listing/first-page.ts';
import { listPage } from '../listing/list-page.ts';
import { tableListing } from '../listing/table-listing.ts';
import { firstOf, rowOf, rowsOf, type Work } from '../work.ts';
import { type CrawlRow, crawlColumns, hasItsWebsite, toCrawl } from './crawl-row.ts';

/** A page of the owner's crawls. */
export function* listCrawlRows(
  builder: QueryBuilder,
  ownerId: string,
  query: CrawlListQuery,
): Work<List<Crawl>> {
  const listing = tableListing<Crawl>(crawlListing, ownerId, query, {
    hasSearchIndex: false,
    rows: (ids) => crawlsById(builder, ids),
  });
  const first = yield* firstPage(builder, query, crawlListing, listing, firstPageParts);
  if (first) return first;
  const visible = yield* notHidden(builder, ownerId);
  return yield* listPage(builder, query, { ...listing, ...(visible && { visible }) });
}

const firstPageParts: FirstPageParts<Crawl> = {
  select: selectCrawls,
  toRow: (values) => toCrawl(rowOf<CrawlRow>(crawlColumns, values)),
  hasHidden: ({ db }, filters) => hiddenWebsites(db, filters.owner_id as string),
};

/** Only if it is needed: otherwise the indexes have all that is read. */
function* notHidden(builder: QueryBuilder, ownerId: string): Work<RawBuilder<unknown> | undefined> {
  const hidden = yield* firstOf(selectHidden(builder, { ownerId }));
  return hidden && hasItsWebsite(builder.db);
}

const selectHidden = fixedQuery(({ db }, { ownerId }: { readonly ownerId: string }) =>
  hiddenWebsites(db, ownerId).limit(oneRow).compile(),
);

function hiddenWebsites(db: QueryBuilder['db'], ownerId: string) {
  return db
    .selectFrom('sitegrade_deleted_websites')
    .select('website_id')
    .where('owner_id', '=', ownerId);
}

function* crawlsById(builder: QueryBuilder, ids: readonly number[]): Work<readonly Crawl[]> {
  return (yield* rowsOf(selectById(builder, { ids }))).map(toCrawl);
}

const selectById = fixedQuery((builder, { ids }: { readonly ids: readonly number[] }) =>
  selectCrawls(builder, builder.dialect.idList(ids)).compile(),
);

function selectCrawls({ db }: QueryBuilder, ids: RawBuilder<number>) {
  return db.selectFrom('sitegrade_crawls').select(crawlColumns).where('id', 'in', ids);
}

/** The latest crawl of the same website with a lower id that is done. */
export function* findPreviousCrawl(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  id: number,
): Work<Crawl | undefined> {
  const row = yield* firstOf(
    builder.db
      .selectFrom('sitegrade_crawls')
      .select(crawlColumns)
      .where('owner_id', '=', ownerId)
      .where('website_id', '=', websiteId)
      .where('status', '=', 'done')
      .where('id', '<', id)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('sitegrade_websites').select('id').where('id', '=', websiteId)),
      )
      .orderBy('id', 'desc')
      .limit(1)
      .compile(),
  );
  return row && toCrawl(row);
}

/** How many crawls of all owners have not ended. */
export function* countUnendedCrawls({ db }: QueryBuilder): Work<number> {
  const counted: CompiledQuery<{ readonly total: number }> = db
    .selectFrom('sitegrade_crawls')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('ended_at', 'is', null)
    .compile();
  return Number((yield* firstOf(counted))?.total ?? 0);
}
