import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { isSitegradeError, SitegradeError } from '../errors.ts';
import { attemptTimes } from '../idempotency/idempotency-key.ts';
import type { AttemptBeginning } from '../idempotency/idempotency-store.ts';
import type { NewReport } from '../store.ts';
import type { Report } from './report.ts';

/** Tells attempts apart: 128 bits. */
const tokenBytes = 16;

/** An analysis takes a second or so: a caller who is refused may soon try again. */
const retryAfterSeconds = 2;

/** A report that is to be made once. */
interface ReportRequest {
  readonly ownerId: string;
  readonly key: string;
  /** What was asked for, by name, however it was written down. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Makes a report and hands it to `keep`, which says what it has become. */
export type MakeReport = (keep: (report: NewReport) => Promise<Report>) => Promise<Report>;

/**
 * Makes the report that was asked for with this key, or gives the one that was made with it. Where
 * making it fails the key is free again, so that the same request may be tried once more. What counts
 * is the store's transaction, in which the report and its key are kept together: an attempt that was
 * given up as lost, and has been replaced, keeps nothing.
 *
 * @throws SitegradeError `conflict` while another attempt is under way; `idempotency_mismatch` where
 * the key came with other fields; `not_found` where its report was deleted; whatever `make` throws.
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
      if (kept === undefined) throw underWay();
      return kept;
    });
  } catch (error) {
    const released = idempotencyKeys.release(attempt).catch(ignore);
    // A store that has failed just now would take its time once more, and who meets a busy server
    // comes back later anyway.
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
  if (taken.reportId === null) throw underWay();
  const report = await store.reports.find(ownerId, taken.reportId);
  if (report) return report;
  throw reportDeleted();
}

function fingerprintOf(fields: ReportRequest['fields']): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
}

/** The error for a key that came with other fields before. */
export function keyMismatch(): SitegradeError {
  const issue = 'was used for another request: take a new one for each.';
  return new SitegradeError('idempotency_mismatch', `Idempotency-Key ${issue}`, {
    issues: { 'Idempotency-Key': [issue] },
  });
}

/** The error for a key whose request has not ended. */
export function underWay(): SitegradeError {
  return new SitegradeError(
    'conflict',
    'A request with this Idempotency-Key is still under way: try again in a moment.',
    { retryAfterSeconds },
  );
}

/** The error for a key whose report is no more. */
export function reportDeleted(): SitegradeError {
  return new SitegradeError(
    'not_found',
    'The report that was made with this Idempotency-Key has been deleted. Take a new key to make another.',
  );
}

function ignore(): void {}
