import type { List, Website, WebsiteListQuery } from '@sitegrade/core';
import type { QueryBuilder } from '../dialect.ts';
import { listPage } from '../listing/list-page.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { selectWebsites, toWebsite } from './website-row.ts';

/** How each sort key is kept. */
const sorts = {
  id: { index: 'sitegrade_websites_by_id', column: 'id' },
  domain: { index: 'sitegrade_websites_by_domain', column: 'domain' },
  reports_count: { index: 'sitegrade_websites_by_count', column: 'reports_count' },
  reports_avg_score: { index: 'sitegrade_websites_by_average', column: 'average_tenths' },
} as const;

/** A page of the owner's websites. */
export function* listWebsites(
  builder: QueryBuilder,
  ownerId: string,
  query: WebsiteListQuery,
): Work<List<Website>> {
  const { index, column } = sorts[query.sortBy];
  return yield* listPage<Website>(builder, query, {
    table: 'sitegrade_websites',
    index,
    indexById: sorts.id.index,
    filters: { owner_id: ownerId },
    sortColumn: column,
    toColumn: query.sortBy === 'reports_avg_score' ? toTenths : (key) => key,
    searchColumn: 'domain_search',
    hasSearchIndex: false,
    total: () => totalOf(builder, ownerId),
    *rows(ids) {
      return (yield* rowsOf(selectWebsites(builder, ownerId, ids))).map(toWebsite);
    },
  });
}

/** An average as it is sorted by: no average is below every average. */
function toTenths(average: string | number | null): number {
  return average === null ? -1 : Math.round(Number(average) * 10);
}

function* totalOf({ db }: QueryBuilder, ownerId: string): Work<number> {
  const row = yield* firstOf(
    db
      .selectFrom('sitegrade_owner_totals')
      .select('websites_count')
      .where('owner_id', '=', ownerId)
      .compile(),
  );
  return Number(row?.websites_count ?? 0);
}
