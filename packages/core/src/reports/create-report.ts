import * as v from 'valibot';
import { auditPage } from '../audit/audit-page.ts';
import { parseTarget } from '../audit/fetch/parse-target.ts';
import type { Context } from '../context.ts';
import { isSitegradeError } from '../errors.ts';
import { emitCheckFailed } from '../events/emit.ts';
import type { ReportFailedEvent } from '../events/sitegrade-event.ts';
import { requireIdempotencyKey } from '../idempotency/idempotency-key.ts';
import { redactUrl } from '../log/secret-parameters.ts';
import { inputObject, requireOwnerId, validate, wellFormedText } from '../validate.ts';
import { domainOf } from '../websites/domain-of.ts';
import { createReportOnce, type MakeReport } from './create-report-once.ts';
import type { Report } from './report.ts';

const createReportSchema = inputObject({
  /** What to report on; without a scheme, https is assumed. */
  url: v.pipe(wellFormedText, v.nonEmpty('must not be empty.')),
});

/** What a report is made of. */
export type CreateReportInput = v.InferInput<typeof createReportSchema>;

/** How a report is made. */
export interface CreateReportOptions {
  /** Ends the analysis; its reason is what is thrown then. */
  readonly signal?: AbortSignal;
  /**
   * Names this request among the owner's: 1 to 255 printable ASCII characters. For 24 hours the same
   * key with the same input gives the report that was made first, however often and from however many
   * processes it is called. Where making it fails, the next call with the key tries again.
   */
  readonly idempotencyKey?: string;
  /**
   * Queues the call where it would be refused with `rate_limited` or `overloaded`: for batches. Owners
   * are served in turn, and of one owner no more run at once than ever. How long it waits is not bounded
   * by anything but `signal`, nor how many wait: that is the caller's to do. Closing refuses those that
   * wait with `overloaded`. Default: `false`, which is what the HTTP API does.
   */
  readonly wait?: boolean;
}

/** 128 bits: enough that a token cannot be guessed. */
const shareTokenBytes = 16;

/**
 * Fetches the page, checks it and keeps the report, which makes the website of its domain where
 * this is the first. Nothing is kept when anything fails, or when `signal` aborts before the report
 * is handed to the store.
 *
 * @throws SitegradeError `invalid_input`, `url_not_allowed` and the codes for pages that cannot be
 * had (`page_unreachable`, `page_timed_out`, …), each with the issue on `url`; `rate_limited` and
 * `overloaded` where too many analyses are under way. With an `idempotencyKey` also `conflict` while
 * another call with it is under way, `idempotency_mismatch` where it came with other input, and
 * `not_found` where the report that was made with it has been deleted.
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
  const onMade = (report: Report) => {
    context.emit({ type: 'report.created', ownerId, ...said(report), durationMs: durationMs() });
  };
  try {
    return await makeReport(context, ownerId, input, options, onMade);
  } catch (error) {
    const why = failureOf(error, options.signal);
    const about = { ...why, ...safeUrl(context, input), durationMs: durationMs() };
    context.emit({ type: 'report.failed', ownerId, ...about });
    throw error;
  }
}

/** `onMade` is told of a report that is new, not of one that an idempotency key has brought back. */
async function makeReport(
  context: Context,
  ownerId: string,
  input: CreateReportInput,
  options: CreateReportOptions,
  onMade: (report: Report) => void,
): Promise<Report> {
  const { url } = validate(createReportSchema, input);
  const { idempotencyKey: key, wait = false } = options;
  if (key !== undefined) requireIdempotencyKey(key);
  const inSlot = (work: (signal: AbortSignal) => Promise<Report>) =>
    context.analyses.run(ownerId, options.signal, work, { wait });
  const make =
    (keep: Parameters<MakeReport>[0]) =>
    async (signal: AbortSignal): Promise<Report> => {
      const audit = await auditPage(url, {
        ...context,
        ownerId,
        signal,
        onCheckFailed: (failure) => emitCheckFailed(context, ownerId, failure),
      });
      signal.throwIfAborted();
      const report = await keep({
        ...audit,
        ownerId,
        domain: domainOf(audit.finalUrl),
        shareToken: shareToken(context),
        createdAt: context.now(),
        defaultPrivacy: context.defaultPrivacy,
        websiteShareToken: shareToken(context),
      });
      onMade(report);
      return report;
    };

  if (key === undefined) return inSlot(make((report) => context.store.reports.create(report)));
  const request = { ownerId, key, fields: { url } };
  if (!wait) return createReportOnce(context, request, (keep) => inSlot(make(keep)));
  // An attempt has its key for so long only, and the wait has no end.
  return inSlot((signal) => createReportOnce(context, request, (keep) => make(keep)(signal)));
}

function shareToken({ randomBytes }: Context): string {
  return Buffer.from(randomBytes(shareTokenBytes)).toString('base64url');
}

/** What the event says of a report. */
function said({ id, websiteId, url, domain, score, result, partial }: Report) {
  return { reportId: id, websiteId, url: redactUrl(url), domain, score, result, partial };
}

function failureOf(
  error: unknown,
  signal: AbortSignal | undefined,
): Pick<ReportFailedEvent, 'code' | 'reason'> {
  if (!isSitegradeError(error)) return { code: signal?.aborted ? 'aborted' : 'internal' };
  return { code: error.code, ...(error.reason !== undefined && { reason: error.reason }) };
}

/** What a stranger typed may hold a password; what the gate lets pass holds none. */
function safeUrl({ network }: Context, input: CreateReportInput): Pick<ReportFailedEvent, 'url'> {
  try {
    const { url } = validate(createReportSchema, input);
    return { url: redactUrl(parseTarget(url, network).url.href) };
  } catch {
    return {};
  }
}
