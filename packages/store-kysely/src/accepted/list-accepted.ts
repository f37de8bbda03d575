import type { AcceptedFinding, List } from '@sitegrade/core';
import { acceptedListing } from '@sitegrade/core/internal';
import type { AcceptedListQuery, AcceptedQuery } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import { listPage } from '../listing/list-page.ts';
import { tableListing } from '../listing/table-listing.ts';
import { ownedRows } from '../lock-rows.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { acceptedColumns, toAccepted } from './accepted-row.ts';

const listingOfWebsite = {
  ...acceptedListing,
  filters: { websiteId: { kind: 'id', description: '', isCounted: false } },
} as const;

/** A page of the accepted findings of a website. */
export function* listAcceptedRows(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  query: AcceptedListQuery,
): Work<List<AcceptedFinding>> {
  const website = ownedRows(builder, 'sitegrade_websites', ownerId).where('id', '=', websiteId);
  // The accepted findings of a deleted website are deleted in parts.
  if ((yield* firstOf(website.compile())) === undefined) {
    return { rows: [], total: 0, totalRelation: 'eq' };
  }
  const ofWebsite = { ...query, websiteId };
  const listing = tableListing<AcceptedFinding>(listingOfWebsite, ownerId, ofWebsite, {
    hasSearchIndex: false,
    rows: (ids) => acceptedById(builder, ids),
  });
  return yield* listPage(builder, ofWebsite, listing);
}

function* acceptedById(
  { db, dialect }: QueryBuilder,
  ids: readonly number[],
): Work<readonly AcceptedFinding[]> {
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_accepted')
      .select(acceptedColumns)
      .where('id', 'in', dialect.idList(ids))
      .compile(),
  );
  return rows.map(toAccepted);
}

/** The accepted findings of a website that may be of a page. */
export function* matchingAccepted(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  { fingerprints, checks }: AcceptedQuery,
): Work<readonly AcceptedFinding[]> {
  const rows = yield* rowsOf(selectMatching(builder, { ownerId, websiteId, fingerprints, checks }));
  return rows.map(toAccepted).sort((a, b) => a.id - b.id);
}

interface MatchingValues extends AcceptedQuery {
  readonly ownerId: string;
  readonly websiteId: number;
}

const selectMatching = fixedQuery((builder: QueryBuilder, values: MatchingValues) => {
  const { db, dialect } = builder;
  const { ownerId, websiteId, fingerprints, checks } = values;
  const ofWebsite = db
    .selectFrom('sitegrade_accepted')
    .select(acceptedColumns)
    .where('website_id', '=', websiteId)
    // Not by the owner of the row: an index of both would read all of the website.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sitegrade_websites')
          .select('id')
          .where('id', '=', websiteId)
          .where('owner_id', '=', ownerId),
      ),
    );
  return ofWebsite
    .where('accepted_key', 'in', dialect.textList(fingerprints))
    .where('fingerprint', 'is not', null)
    .unionAll(
      ofWebsite.where('fingerprint', 'is', null).where('check_id', 'in', dialect.textList(checks)),
    )
    .compile();
});
