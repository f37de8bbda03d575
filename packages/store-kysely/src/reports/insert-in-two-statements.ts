import { type CompiledQuery, sql } from 'kysely';
import { addedTotals, moveWebsiteCounters } from '../counters.ts';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import { firstOf, type Work } from '../work.ts';
import { type InsertedReport, type InsertValues, reportRow } from './insert-values.ts';
import { latestOfUrl } from './latest-scores.ts';

/**
 * Replaces five statements by two. The first finds or creates the website and locks it, so that the second, a
 * snapshot taken after that, sees all its reports. It waits for a concurrent deletion of the website, and then
 * creates the website again. Locks are taken in the usual order: the website's row before the owner's.
 */
export function* insertInTwoStatements(
  builder: QueryBuilder,
  values: InsertValues,
): Work<InsertedReport | undefined> {
  const website = yield* firstOf(lockWebsite(builder, values));
  if (website === undefined) return undefined;
  const { id: website_id, is_new: websites_count } = website;
  return yield* firstOf(insertAll(builder, { ...values, website_id, websites_count }));
}

/** Changes nothing of a website that exists, so that Postgres need not update its indexes twice. */
const lockWebsite = fixedQuery(
  ({ db }, values: InsertValues): CompiledQuery<{ readonly id: number; readonly is_new: number }> =>
    db
      .insertInto('sitegrade_websites')
      .values({
        owner_id: values.owner_id,
        domain: values.domain,
        domain_search: values.domain_search,
        privacy: values.privacy,
        share_token: values.website_share_token,
        created_at: values.created_at,
        updated_at: values.created_at,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['owner_id', 'domain'])
          .doUpdateSet({ updated_at: sql.ref('sitegrade_websites.updated_at') }),
      )
      // An existing row has been locked by this transaction, a new one has not.
      .returning(['id', sql<number>`case when xmax = 0 then 1 else 0 end`.as('is_new')])
      .compile(),
);

const insertAll = fixedQuery(
  (
    builder,
    values: InsertValues & { readonly website_id: number; readonly websites_count: number },
  ): CompiledQuery<InsertedReport> =>
    builder.db
      .with('latest', (query) =>
        query.selectNoFrom(sql<number | null>`(${latestScore(builder, values)})`.as('score')),
      )
      .with('website', (query) => countInWebsite(query, values))
      .with('totals', (query) =>
        query
          .insertInto('sitegrade_owner_totals')
          .values({
            owner_id: values.owner_id,
            websites_count: values.websites_count,
            reports_count: 1,
            good_count: values.good_count,
            decent_count: values.decent_count,
            bad_count: values.bad_count,
          })
          .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(addedTotals())),
      )
      .with('report', (query) =>
        query
          .insertInto('sitegrade_reports')
          .values({ website_id: values.website_id, ...reportRow(values) })
          .returning(['id', 'website_id']),
      )
      .with('details', (query) =>
        query
          .insertInto('sitegrade_report_details')
          .columns(['report_id', 'details', 'outline'])
          .expression((row) =>
            row
              .selectFrom('report')
              .select(['report.id', row.val(values.details).as('details')])
              .select(row.val(values.outline).as('outline')),
          ),
      )
      .selectFrom('report')
      .select(['id', 'website_id'])
      .select((row) =>
        row
          .exists(
            row
              .selectFrom('sitegrade_ruleset_texts as texts')
              .select('texts.id')
              .where('texts.id', '=', values.texts_id),
          )
          .as('has_texts'),
      )
      .compile(),
);

/** The score of the report that will no longer be the latest of its URL. */
function latestScore(
  builder: QueryBuilder,
  { owner_id, website_id, url }: InsertValues & { readonly website_id: number },
) {
  return latestOfUrl(builder, 'score', { ownerId: owner_id, websiteId: website_id, url });
}

function countInWebsite(
  query: Pick<QueryBuilder['db'], 'updateTable'>,
  values: InsertValues & { readonly website_id: number },
) {
  const { website_id, score, good_count, decent_count, bad_count, created_at } = values;
  const change = {
    ...{ reports_count: 1, score_sum: score, good_count, decent_count, bad_count },
    latest_count: sql<number>`(select case when score is null then 1 else 0 end from latest)`,
    latest_sum: sql<number>`(select ${score} - coalesce(score, 0) from latest)`,
  };
  return moveWebsiteCounters({ db: query }, change, sql<number>`${created_at}`)
    .where('id', '=', website_id)
    .returning('id');
}
