import type { Report } from '@sitegrade/core';
import type { DoneAttempt, JobLease, NewReport } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { insertReportEvent } from '../events/outbox-events.ts';
import { completeAttempt, lockAttempt } from '../idempotency/idempotency-keys.ts';
import { completeJob, lockLeasedJob } from '../jobs/end-job.ts';
import type { Runner, Work } from '../work.ts';
import { insertAtOnce } from './insert-at-once.ts';
import { insertStepByStep } from './insert-step-by-step.ts';
import { type InsertedReport, type InsertValues, insertValues } from './insert-values.ts';
import { packReport } from './report-details.ts';
import { toReport } from './report-row.ts';
import { insertTexts, type RulesetTexts } from './ruleset-texts.ts';

/** What a report is inserted for: an attempt that still holds its key, or a job whose lease has not ended. */
type Claim = DoneAttempt | JobLease;

type Writer = Pick<Runner, 'write' | 'writeStatement'>;

/** Finds or creates the website, updates the counters and inserts the report. */
export async function insertReport(
  builder: QueryBuilder,
  writer: Writer,
  report: NewReport,
): Promise<Report> {
  const made = await insertFor(builder, writer, report, undefined);
  if (made === undefined) throw new Error('The report was inserted without an id.');
  return made;
}

/** The same, and records the report with its key or its job. Inserts nothing if the claim does not hold. */
export function insertReportOnce(
  builder: QueryBuilder,
  writer: Writer,
  report: NewReport,
  claim: Claim,
): Promise<Report | undefined> {
  return insertFor(builder, writer, report, claim);
}

/**
 * Whether the texts of a report are stored is read from the database each time: what a process remembers could have
 * been rolled back.
 */
async function insertFor(
  builder: QueryBuilder,
  { write, writeStatement }: Writer,
  report: NewReport,
  claim: Claim | undefined,
): Promise<Report | undefined> {
  // Compressed before anything is locked.
  const { details, ...packed } = await packReport(report);
  const values = insertValues(report, packed);
  const { texts } = packed;
  const insert = async () => {
    if (builder.dialect.latestScore === undefined) {
      return write(() => insertInSteps(builder, values, texts, claim));
    }
    const inserted = await writeStatement(() => insertAtOnce(builder, values, claim));
    if (texts === undefined || inserted.has_texts) return inserted;
    return write(() => insertWithTexts(builder, values, texts, claim));
  };
  const { id = null, website_id = null } = (await insert()) ?? {};
  if (id === null || website_id === null) return undefined;
  return toReport({ ...values, id, website_id, domain: report.domain }, details);
}

function* insertWithTexts(
  builder: QueryBuilder,
  values: InsertValues,
  texts: RulesetTexts,
  claim: Claim | undefined,
): Work<InsertedReport> {
  yield insertTexts(builder, texts);
  return yield* insertAtOnce(builder, values, claim);
}

/** Everything in separate statements. */
function* insertInSteps(
  builder: QueryBuilder,
  values: InsertValues,
  texts: RulesetTexts | undefined,
  claim: Claim | undefined,
): Work<InsertedReport | undefined> {
  if (claim !== undefined && !(yield* lockClaim(builder, values, claim))) return undefined;
  const inserted = yield* insertStepByStep(builder, values);
  if (inserted?.id == null) return undefined;
  if (texts && !inserted.has_texts) yield insertTexts(builder, texts);
  if (claim !== undefined) yield* completeClaim(builder, values, claim, inserted.id);
  const { owner_id, created_at } = values;
  const job_id = claim && 'jobId' in claim ? claim.jobId : null;
  yield insertReportEvent(builder, { owner_id, id: inserted.id, job_id, created_at });
  return inserted;
}

function* lockClaim(
  builder: QueryBuilder,
  { owner_id }: InsertValues,
  claim: Claim,
): Work<boolean> {
  if ('jobId' in claim) return yield* lockLeasedJob(builder, owner_id, claim);
  return yield* lockAttempt(builder, claim);
}

function* completeClaim(
  builder: QueryBuilder,
  { owner_id, created_at }: InsertValues,
  claim: Claim,
  id: number,
): Work<void> {
  if ('jobId' in claim) yield* completeJob(builder, owner_id, claim, { id, created_at });
  else yield completeAttempt(builder, claim, { kind: 'report', id });
}
