import { type CompiledQuery, type QueryCreator, sql } from 'kysely';
import { addedTotals, averageTenths } from '../counters.ts';
import { fixedQuery } from '../fixed-query.ts';
import type { Tables } from '../schema.ts';
import { type InsertedReport, type InsertValues, reportColumns } from './insert-values.ts';

/**
 * Replaces five statements by one. It waits for a concurrent deletion of the website, and then creates the
 * website again. Locks are taken in the usual order: the website's row, which the other inserts depend on,
 * before the owner's.
 */
export const insertInOneStatement = fixedQuery(
  ({ db }, values: InsertValues): CompiledQuery<InsertedReport> =>
    db
      .with('website', (query) => countInWebsite(query, values))
      .with('totals', (query) =>
        query
          .insertInto('sitegrade_owner_totals')
          .columns(['owner_id', 'websites_count', 'reports_count', ...results])
          .expression((row) =>
            row
              .selectFrom('website')
              .select([row.val(values.owner_id).as('owner_id'), 'is_new', row.lit(1).as('one')])
              .select(results.map((name) => row.val(values[name]).as(name))),
          )
          .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(addedTotals())),
      )
      .with('report', (query) =>
        query
          .insertInto('sitegrade_reports')
          .columns(['website_id', ...reportColumns])
          .expression((row) =>
            row
              .selectFrom('website')
              .select('website.id')
              .select(reportColumns.map((name) => row.val(values[name]).as(name))),
          )
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

const results = ['good_count', 'decent_count', 'bad_count'] as const;

function countInWebsite(query: QueryCreator<Tables>, values: InsertValues) {
  return (
    query
      .insertInto('sitegrade_websites')
      .values({
        owner_id: values.owner_id,
        domain: values.domain,
        domain_search: values.domain_search,
        privacy: values.privacy,
        share_token: values.website_share_token,
        reports_count: 1,
        score_sum: values.score,
        good_count: values.good_count,
        decent_count: values.decent_count,
        bad_count: values.bad_count,
        average_tenths: values.average_tenths,
        created_at: values.created_at,
        updated_at: values.created_at,
      })
      .onConflict((conflict) =>
        conflict.columns(['owner_id', 'domain']).doUpdateSet({
          reports_count: added('reports_count'),
          score_sum: added('score_sum'),
          good_count: added('good_count'),
          decent_count: added('decent_count'),
          bad_count: added('bad_count'),
          average_tenths: averageTenths(added('score_sum'), added('reports_count')),
        }),
      )
      // An existing row has been locked by this transaction, a new one has not.
      .returning(['id', sql<number>`case when xmax = 0 then 1 else 0 end`.as('is_new')])
  );
}

/** The existing values of a website, and those to insert. */
function added(column: 'reports_count' | 'score_sum' | (typeof results)[number]) {
  return sql<number>`${sql.ref(`sitegrade_websites.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
}
