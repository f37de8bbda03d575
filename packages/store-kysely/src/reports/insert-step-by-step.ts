import { type Counters, moveOwnerTotals, moveWebsiteCounters } from '../counters.ts';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import { firstOf, type Work } from '../work.ts';
import { type InsertedReport, type InsertValues, reportColumns } from './insert-values.ts';
import { hasTexts } from './ruleset-texts.ts';

/** One statement per table: no other connection can write in between. */
export function* insertStepByStep(
  builder: QueryBuilder,
  values: InsertValues,
): Work<InsertedReport | undefined> {
  const known = yield* firstOf(countInWebsite(builder, values));
  const website = known ?? (yield* firstOf(makeWebsite(builder, values)));
  if (website === undefined) return undefined;
  yield moveTotals(builder, { ...values, websites_count: known ? 0 : 1 });
  const inserted = yield* firstOf(insertReportRow(builder, { ...values, website_id: website.id }));
  if (inserted === undefined) return undefined;
  yield insertDetails(builder, { ...inserted, details: values.details, outline: values.outline });
  const has_texts = values.texts_id.length > 0 && (yield* hasTexts(builder, values.texts_id));
  return { id: inserted.id, website_id: website.id, has_texts };
}

const countInWebsite = fixedQuery((builder, values: InsertValues) =>
  moveWebsiteCounters(builder, { ...countersOf(values), score_sum: values.score })
    .where('owner_id', '=', values.owner_id)
    .where('domain', '=', values.domain)
    .returning('id')
    .compile(),
);

const makeWebsite = fixedQuery(({ db }, values: InsertValues) =>
  db
    .insertInto('sitegrade_websites')
    .values({
      owner_id: values.owner_id,
      domain: values.domain,
      domain_search: values.domain_search,
      privacy: values.privacy,
      share_token: values.website_share_token,
      score_sum: values.score,
      ...countersOf(values),
      average_tenths: values.average_tenths,
      created_at: values.created_at,
      updated_at: values.created_at,
    })
    .returning('id')
    .compile(),
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

function reportRow(values: InsertValues) {
  const entries = reportColumns.map((name) => [name, values[name]]);
  return Object.fromEntries(entries) as Pick<InsertValues, (typeof reportColumns)[number]>;
}

function countersOf({ good_count, decent_count, bad_count }: InsertValues): Counters {
  return { reports_count: 1, good_count, decent_count, bad_count };
}
