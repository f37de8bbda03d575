import * as v from 'valibot';
import { auditPage } from '../audit/audit-page.ts';
import type { Context } from '../context.ts';
import { requireOwnerId } from '../owner-id.ts';
import { validate } from '../validate.ts';
import { domainOf } from '../websites/domain-of.ts';
import { wellFormedText } from '../well-formed-text.ts';
import type { Report } from './report.ts';

const createReportSchema = v.object({
  /** What to report on; without a scheme, https is assumed. */
  url: v.pipe(wellFormedText, v.nonEmpty('must not be empty.')),
});

/** What a report is made of. */
export type CreateReportInput = v.InferInput<typeof createReportSchema>;

/** 128 bits: a token nobody guesses. */
const shareTokenBytes = 16;

/**
 * Fetches the page, checks it and keeps the report, which makes the website of its domain where
 * this is the first. Nothing is kept when anything fails, or when `signal` aborts before the report
 * is handed to the store.
 *
 * @throws SitegradeError `invalid_input`, `url_not_allowed` and the codes for pages that cannot be
 * had (`page_unreachable`, `page_timed_out`, …), each with the issue on `url`; `rate_limited` and
 * `overloaded` where too many analyses are under way.
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
  options: { readonly signal?: AbortSignal } = {},
): Promise<Report> {
  requireOwnerId(ownerId);
  const { url } = validate(createReportSchema, input);
  return context.analyses.run(ownerId, options.signal, async (signal) => {
    const audit = await auditPage(url, { ...context, signal });
    signal.throwIfAborted();
    return context.store.reports.create({
      ...audit,
      ownerId,
      domain: domainOf(audit.finalUrl),
      shareToken: Buffer.from(context.randomBytes(shareTokenBytes)).toString('base64url'),
      createdAt: context.now(),
      defaultPrivacy: context.defaultPrivacy,
    });
  });
}
