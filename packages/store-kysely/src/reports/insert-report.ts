import type { Report } from '@sitegrade/core';
import type { DoneAttempt, JobLease, NewReport } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { completeAttempt, lockAttempt } from '../idempotency/idempotency-keys.ts';
import { completeJob, lockLeasedJob } from '../jobs/end-job.ts';
import { firstOf, type Work } from '../work.ts';
import { insertInTwoStatements } from './insert-in-two-statements.ts';
import { insertStepByStep } from './insert-step-by-step.ts';
import { insertValues } from './insert-values.ts';
import type { PackedReport } from './report-details.ts';
import { toReport } from './report-row.ts';
import { insertTexts } from './ruleset-texts.ts';

/**
 * Finds or creates the website, updates the counters and inserts the report. Whether its texts are stored is
 * read from the database each time: what a process remembers could have been rolled back.
 */
export function* insertReport(
  builder: QueryBuilder,
  report: NewReport,
  details: PackedReport,
): Work<Report> {
  const values = insertValues(report, details);
  const inserted = builder.dialect.insertsInWith
    ? yield* insertInTwoStatements(builder, values)
    : yield* insertStepByStep(builder, values);
  if (inserted === undefined) throw new Error('The report was inserted without an id.');
  if (details.texts && !inserted.has_texts) yield insertTexts(builder, details.texts);
  return toReport({ ...values, ...inserted, domain: report.domain }, details.details);
}

/** Inserts the report and records it with its key or its job, if the claim still holds. */
export function* insertReportOnce(
  builder: QueryBuilder,
  report: NewReport,
  details: PackedReport,
  claim: DoneAttempt | JobLease,
): Work<Report | undefined> {
  if ('jobId' in claim) {
    if (!(yield* lockLeasedJob(builder, report.ownerId, claim))) return undefined;
    const made = yield* insertReport(builder, report, details);
    yield* completeJob(builder, report, claim, made.id);
    return made;
  }
  if ((yield* firstOf(lockAttempt(builder, claim))) === undefined) return undefined;
  const made = yield* insertReport(builder, report, details);
  yield completeAttempt(builder, claim, { kind: 'report', id: made.id });
  return made;
}
