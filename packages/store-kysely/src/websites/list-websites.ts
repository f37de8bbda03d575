import type { List, Website } from '@sitegrade/core';
import { websiteListing } from '@sitegrade/core/internal';
import type { WebsiteListQuery } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import { type FirstPageParts, firstPage } from '../listing/first-page.ts';
import { listPage } from '../listing/list-page.ts';
import { tableListing } from '../listing/table-listing.ts';
import { firstOf, valuesOf, type Work } from '../work.ts';
import { selectWebsites, selectWebsitesIn, toWebsite, type WebsiteValues } from './website-row.ts';

/** A page of the owner's websites. */
export function* listWebsiteRows(
  builder: QueryBuilder,
  ownerId: string,
  query: WebsiteListQuery,
): Work<List<Website>> {
  const listing = tableListing<Website>(websiteListing, ownerId, query, {
    sortColumns: {
      reportsAvgScore: { column: 'average_tenths', toColumn: toTenths },
      score: { column: 'score', toColumn: (score) => score ?? -1 },
    },
    hasSearchIndex: false,
    countedTotal: () => countedTotal(builder, ownerId),
    *rows(ids) {
      return (yield* valuesOf<WebsiteValues>(selectWebsites(builder, { ownerId, ids }))).map(
        toWebsite,
      );
    },
  });
  const first = yield* firstPage(builder, query, websiteListing, listing, firstPageParts);
  return first ?? (yield* listPage(builder, query, listing));
}

const firstPageParts: FirstPageParts<Website, WebsiteValues> = {
  select: (builder, ids, filters) => selectWebsitesIn(builder, filters.owner_id as string, ids),
  toRow: toWebsite,
  total: ({ db }, filters) => countersOfOwner(db, filters.owner_id as string),
};

/** The sort value of an average: websites without one sort below all others. */
function toTenths(average: string | number | null): number {
  return average === null ? -1 : Math.round(Number(average) * 10);
}

function* countedTotal(builder: QueryBuilder, ownerId: string): Work<number> {
  const row = yield* firstOf(selectTotal(builder, { ownerId }));
  return Number(row?.websites_count ?? 0);
}

const selectTotal = fixedQuery(({ db }, { ownerId }: { readonly ownerId: string }) =>
  countersOfOwner(db, ownerId).compile(),
);

function countersOfOwner(db: QueryBuilder['db'], ownerId: string) {
  return db
    .selectFrom('sitegrade_owner_totals')
    .select('websites_count')
    .where('owner_id', '=', ownerId);
}
