import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { isSitegradeError, SitegradeError } from '../errors.ts';
import { attemptTimes } from '../idempotency/idempotency-key.ts';
import type { AttemptBeginning } from '../idempotency/idempotency-store.ts';
import type { NewReport } from '../store.ts';
import type { Report } from './report.ts';

/** The size of the random token that identifies an attempt: 128 bits. */
const tokenBytes = 16;

/** An analysis takes about a second, so a rejected caller can retry soon. */
const retryAfterSeconds = 2;

/** A request with an idempotency key. */
interface ReportRequest {
  readonly ownerId: string;
  readonly key: string;
  /** The validated input, by field. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Creates a report, stores it with `keep`, and returns the stored report. */
export type MakeReport = (keep: (report: NewReport) => Promise<Report>) => Promise<Report>;

/**
 * Creates a report, or returns the one that was created with this key. If creating fails, the key is
 * released, so that the request can be retried. One transaction stores the report and assigns the key to
 * it: an attempt that has expired and was replaced by another one stores nothing.
 *
 * @throws SitegradeError `conflict` while another attempt is in progress; `idempotency_mismatch` if the
 * key was used with other fields; `not_found` if its report was deleted; and the errors of `make`.
 */
export async function createReportOnce(
  context: Context,
  { ownerId, key, fields }: ReportRequest,
  make: MakeReport,
): Promise<Report> {
  const { reports, idempotencyKeys } = context.store;
  const token = Buffer.from(context.randomBytes(tokenBytes)).toString('base64url');
  const attempt = { ownerId, key, token };
  const { begunAt, leasedUntil, keptUntil } = attemptTimes(context);
  const fingerprint = fingerprintOf(fields);
  const beginning = await idempotencyKeys.begin({
    ...attempt,
    fingerprint,
    begunAt,
    expiresAt: leasedUntil,
  });
  if (beginning.outcome === 'taken') return replay(context, ownerId, fingerprint, beginning);

  try {
    return await make(async (report) => {
      const kept = await reports.createOnce(report, { ...attempt, expiresAt: keptUntil });
      if (kept === undefined) throw requestInProgress();
      return kept;
    });
  } catch (error) {
    const released = idempotencyKeys.release(attempt).catch(ignore);
    // Do not wait for a store that has just failed: an overloaded server is retried later anyway.
    if (!(isSitegradeError(error) && error.code === 'overloaded')) await released;
    throw error;
  }
}

async function replay(
  { store }: Context,
  ownerId: string,
  fingerprint: string,
  taken: Extract<AttemptBeginning, { readonly outcome: 'taken' }>,
): Promise<Report> {
  if (taken.fingerprint !== fingerprint) throw keyMismatch();
  if (taken.made === null) throw requestInProgress();
  if (taken.made.kind !== 'report') throw keyMismatch();
  const report = await store.reports.find(ownerId, taken.made.id);
  if (report) return report;
  throw reportDeleted();
}

function fingerprintOf(fields: ReportRequest['fields']): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
}

/** The error for a key that was used with other fields before. */
export function keyMismatch(): SitegradeError {
  const issue = 'was already used for a different request. Use a new key for each request.';
  return new SitegradeError('idempotency_mismatch', `Idempotency-Key ${issue}`, {
    issues: { 'Idempotency-Key': [issue] },
  });
}

/** The error for a key whose first request is still in progress. */
export function requestInProgress(): SitegradeError {
  return new SitegradeError(
    'conflict',
    `A request with this Idempotency-Key is still in progress. Retry in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}

/** The error for a key whose report was deleted. */
export function reportDeleted(): SitegradeError {
  return new SitegradeError(
    'not_found',
    'The report created with this Idempotency-Key was deleted. Use a new key to create another report.',
  );
}

function ignore(): void {}
