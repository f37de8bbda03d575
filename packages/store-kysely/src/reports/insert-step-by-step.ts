import { sql } from 'kysely';
import { moveOwnerTotals, moveWebsiteCounters } from '../counters.ts';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import { firstOf, type Work } from '../work.ts';
import {
  countersOf,
  type InsertedReport,
  type InsertValues,
  reportRow,
  websiteRow,
} from './insert-values.ts';
import { latestOfInsertion, latestOfUrl } from './latest-scores.ts';
import { hasTexts } from './ruleset-texts.ts';

/** One statement per table: no other connection can write in between. */
export function* insertStepByStep(
  builder: QueryBuilder,
  values: InsertValues,
): Work<InsertedReport | undefined> {
  const found = yield* firstOf(findWebsite(builder, values));
  const counted = found
    ? countInWebsite(builder, {
        ...values,
        website_id: found.id,
        ...latestOfInsertion(values.score, found.replaced_score),
      })
    : makeWebsite(builder, values);
  const website = yield* firstOf(counted);
  if (website === undefined) return undefined;
  yield moveTotals(builder, { ...values, websites_count: found ? 0 : 1 });
  const inserted = yield* firstOf(insertReportRow(builder, { ...values, website_id: website.id }));
  if (inserted === undefined) return undefined;
  yield insertDetails(builder, { ...inserted, details: values.details, outline: values.outline });
  const has_texts = values.texts_id.length > 0 && (yield* hasTexts(builder, values.texts_id));
  return { id: inserted.id, website_id: website.id, has_texts };
}

/** The website, and the score of the report that will no longer be the latest of its URL. */
const findWebsite = fixedQuery((builder, { owner_id, domain, url }: InsertValues) => {
  const latest = latestOfUrl(builder, 'score', {
    ownerId: owner_id,
    websiteId: sql.ref('sitegrade_websites.id'),
    url,
  });
  return builder.db
    .selectFrom('sitegrade_websites')
    .select(['id', sql<number | null>`(${latest})`.as('replaced_score')])
    .where('owner_id', '=', owner_id)
    .where('domain', '=', domain)
    .compile();
});

const countInWebsite = fixedQuery(
  (
    builder,
    values: InsertValues & {
      readonly website_id: number;
      readonly latest_count: number;
      readonly latest_sum: number;
    },
  ) => {
    const { website_id, latest_count, latest_sum, score, created_at } = values;
    const change = { ...countersOf(values), score_sum: score, latest_count, latest_sum };
    return moveWebsiteCounters(builder, change, sql<number>`${created_at}`)
      .where('id', '=', website_id)
      .returning('id')
      .compile();
  },
);

const makeWebsite = fixedQuery(({ db }, values: InsertValues) =>
  db.insertInto('sitegrade_websites').values(websiteRow(values)).returning('id').compile(),
);

const moveTotals = fixedQuery(
  (builder, values: InsertValues & { readonly websites_count: number }) =>
    moveOwnerTotals(builder, values.owner_id, {
      websites_count: values.websites_count,
      ...countersOf(values),
    }),
);

const insertReportRow = fixedQuery(
  ({ db }, values: InsertValues & { readonly website_id: number }) =>
    db
      .insertInto('sitegrade_reports')
      .values({ website_id: values.website_id, ...reportRow(values) })
      .returning('id')
      .compile(),
);

const insertDetails = fixedQuery(
  (
    { db },
    { id, details, outline }: Pick<InsertValues, 'details' | 'outline'> & { readonly id: number },
  ) =>
    db.insertInto('sitegrade_report_details').values({ report_id: id, details, outline }).compile(),
);
