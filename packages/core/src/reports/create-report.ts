import { parseTarget, type Target, trimUrl } from '@sitegrade/audit';
import { isSitegradeError } from '@sitegrade/foundation/errors';
import * as v from 'valibot';
import type { Context } from '../context/context.ts';
import { requireWritable } from '../context/require-writable.ts';
import { reportCreated } from '../events/report-events.ts';
import type { ReportFailedEvent } from '../events/sitegrade-event.ts';
import { createOnce } from '../idempotency/create-once.ts';
import { requireIdempotencyKey } from '../idempotency/idempotency-key.ts';
import { redactUrl } from '../log/secret-parameters.ts';
import type { DoneAttempt } from '../store/idempotency-store.ts';
import type { Report } from '../store/report.ts';
import type { NewReport } from '../store/report-store.ts';
import { inputObject, requireOwnerId, validate, wellFormedText } from '../validate.ts';
import { auditForReport } from './audit-for-report.ts';
import { keepPictures } from './screenshots.ts';

/** The URL of a report as text. What it may be is validated by `parseTarget`. */
export const reportUrlSchema = v.pipe(
  wellFormedText,
  v.transform(trimUrl),
  v.nonEmpty('must not be empty.'),
);

const createReportSchema = inputObject({
  /** The URL of the page. Without a scheme, https is assumed. */
  url: reportUrlSchema,
});

/** Input of {@link createReport}. */
export type CreateReportInput = v.InferInput<typeof createReportSchema>;

/** Options of {@link createReport}. */
export interface CreateReportOptions {
  /** Aborts the analysis, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * Identifies this request: 1 to 255 printable ASCII characters. For 24 hours, calls with the same
   * owner, key and input return the report of the first call, also from other processes. After a failed
   * call, the next call with the key tries again.
   */
  readonly idempotencyKey?: string;
  /**
   * Waits for a slot instead of failing with `rate_limited` or `overloaded`, for batches. Owners are
   * served round-robin, and the limits of concurrent analyses still apply. Neither the time nor the
   * number of waiting calls is limited: use `signal`. Closing the context rejects waiting calls with
   * `overloaded`. Default: `false`, as in the HTTP API.
   */
  readonly wait?: boolean;
}

/**
 * Fetches and checks a page, and stores the report. The first report of a domain also creates its
 * website. If anything fails, or `signal` aborts before the report is stored, nothing is stored.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the report: the host's own id of a user or tenant.
 * @param input - The URL of the page.
 * @param options - A signal, an idempotency key, and whether to wait for a slot.
 * @returns the stored report.
 * @throws SitegradeError `invalid_input`, `url_not_allowed`, or the code of a page that cannot be fetched
 * or read (`page_unreachable`, `page_timed_out`, `page_too_large`, `page_too_complex`, `page_not_html`,
 * `too_many_redirects`, `tls_error`), with the issue on `url`; `rate_limited` or `overloaded` if there are
 * too many concurrent analyses; `overloaded` with the reason `read_only`, without fetching the page, while the
 * store accepts no changes. With an `idempotencyKey` also `conflict` while another call with it is in
 * progress, `idempotency_mismatch` if it was used with other input, and `not_found` if its report was
 * deleted.
 * @example
 * ```ts
 * const report = await createReport(context, 'user-1', { url: 'https://example.com/' });
 * console.log(report.score, report.fixFirst);
 * ```
 */
export async function createReport(
  context: Context,
  ownerId: string,
  input: CreateReportInput,
  options: CreateReportOptions = {},
): Promise<Report> {
  requireOwnerId(ownerId);
  const startedAt = context.monotonicMs();
  const durationMs = () => Math.round(context.monotonicMs() - startedAt);
  const onCreated = (report: Report) => {
    context.emit(reportCreated(ownerId, report, { durationMs: durationMs() }));
  };
  let target: Target | undefined;
  try {
    const { url } = validate(createReportSchema, input);
    target = parseTarget(url, context.network);
    return await makeReport(context, ownerId, { url, target }, options, onCreated);
  } catch (error) {
    const reasons = reasonsOf(error, options.signal);
    // The input as typed may contain a password; a URL that passed validation does not.
    const url = target && { url: redactUrl(target.url.href) };
    context.emit({ type: 'report.failed', ownerId, ...reasons, ...url, durationMs: durationMs() });
    throw error;
  }
}

/** Calls `onCreated` only for a new report, not for one that an idempotency key returns again. */
async function makeReport(
  context: Context,
  ownerId: string,
  { url, target }: { readonly url: string; readonly target: Target },
  options: CreateReportOptions,
  onCreated: (report: Report) => void,
): Promise<Report> {
  const { reports } = context.store;
  const { idempotencyKey: key, wait = false } = options;
  if (key !== undefined) requireIdempotencyKey(key);
  const runInSlot = <Made>(work: (signal: AbortSignal) => Promise<Made>) =>
    context.analyses.run(ownerId, options.signal, work, { wait });
  const make = async <Kept extends Report | undefined>(
    signal: AbortSignal,
    keep: (report: NewReport) => Promise<Kept>,
  ): Promise<Kept> => {
    await requireWritable(context);
    const leave = context.openReports.enter(target.url.host);
    const made = await auditForReport(context, ownerId, target, { signal }).finally(leave);
    const report = await keep(made.report);
    if (report === undefined) return report;
    await keepPictures(context, ownerId, report.id, made.pictures);
    onCreated(report);
    return report;
  };

  if (key === undefined) return runInSlot((signal) => make(signal, reports.create));
  const request = {
    ownerId,
    key,
    kind: 'report',
    input: { url },
    find: (id: number) => reports.find(ownerId, id),
  } as const;
  const makeOnce = (signal: AbortSignal, attempt: DoneAttempt) =>
    make(signal, (report) => reports.createOnce(report, attempt));
  if (!wait) {
    return createOnce(context, request, (attempt) =>
      runInSlot((signal) => makeOnce(signal, attempt)),
    );
  }
  // Begin the attempt after waiting: it holds its key for a limited time only.
  return runInSlot((signal) =>
    createOnce(context, request, (attempt) => makeOnce(signal, attempt)),
  );
}

function reasonsOf(
  error: unknown,
  signal: AbortSignal | undefined,
): Pick<ReportFailedEvent, 'code' | 'reason'> {
  if (!isSitegradeError(error)) return { code: signal?.aborted ? 'aborted' : 'internal' };
  return { code: error.code, ...(error.reason !== undefined && { reason: error.reason }) };
}
