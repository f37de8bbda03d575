import type { DoneAttempt, NewReport, Report } from '@sitegrade/core';
import type { QueryBuilder } from '../dialect.ts';
import { completeAttempt, lockAttempt } from '../idempotency/idempotency-keys.ts';
import { firstOf, type Work } from '../work.ts';
import { createReport } from './create-report.ts';
import type { PackedDetails } from './report-details.ts';

/** Keeps the report and notes it with its key, where the attempt still has it. */
export function* createReportOnce(
  builder: QueryBuilder,
  report: NewReport,
  details: PackedDetails,
  attempt: DoneAttempt,
): Work<Report | undefined> {
  if ((yield* firstOf(lockAttempt(builder, attempt))) === undefined) return undefined;
  const made = yield* createReport(builder, report, details);
  yield completeAttempt(builder, attempt, made.id);
  return made;
}
