import { parseTarget } from '@sitegrade/audit';
import type * as v from 'valibot';
import type { Context } from '../context/context.ts';
import { categoryScoresOf, type Report } from '../store/report.ts';
import { inputObject, requireOwnerId, validate } from '../validate.ts';
import { auditForOwner } from './audit-for-report.ts';
import { reportUrlSchema } from './create-report.ts';

const analyzePageSchema = inputObject({
  /** The URL of the page. Without a scheme, https is assumed. */
  url: reportUrlSchema,
});

/** Input of {@link analyzePage}. */
export type AnalyzePageInput = v.InferInput<typeof analyzePageSchema>;

/** Options of {@link analyzePage}. */
export interface AnalyzePageOptions {
  /** Aborts the analysis, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * Waits for a slot instead of failing with `rate_limited` or `overloaded`, for batches. Default: `false`.
   */
  readonly wait?: boolean;
  /**
   * Headers to send, by name, such as `Authorization` for a staging site. They are sent only to the origin of
   * the URL: not to other hosts, not to another scheme or port, and not at all once the page has redirected to
   * another origin. Default: none.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Called with the URL of each request when it is sent, for progress; the function that it returns when the response
   * has ended or failed. Neither may throw. Default: none.
   */
  readonly onRequest?: (url: string) => () => void;
}

/** A report that is not stored: it has no id, no website and no shared page. */
export type PageAnalysis = Omit<Report, 'id' | 'websiteId' | 'shareToken'>;

/**
 * Fetches and checks a page, and stores nothing: the caller keeps the result or shows it. The limits of
 * concurrent analyses are those of `createReport`.
 *
 * @param context - From `createContext`. Its store is not used: `memoryStore()` will do.
 * @param ownerId - The owner whose limits apply: the host's own id of a user or tenant.
 * @param input - The URL of the page.
 * @param options - A signal, whether to wait for a slot, headers to send, and a listener for requests.
 * @returns what a report of the page contains.
 * @throws SitegradeError `invalid_input`, `url_not_allowed`, the code of a page that cannot be fetched or read
 * (see `createReport`), or `rate_limited` or `overloaded` if there are too many concurrent analyses.
 * @example
 * ```ts
 * const context = createContext({ store: memoryStore() });
 * const { score, fixFirst } = await analyzePage(context, 'user-1', { url: 'https://example.com/' });
 * ```
 */
export async function analyzePage(
  context: Context,
  ownerId: string,
  input: AnalyzePageInput,
  { signal, wait = false, headers = {}, onRequest }: AnalyzePageOptions = {},
): Promise<PageAnalysis> {
  requireOwnerId(ownerId);
  const { url } = validate(analyzePageSchema, input);
  const target = parseTarget(url, context.network);
  const analyze = async (signal: AbortSignal): Promise<PageAnalysis> => {
    const leave = context.openReports.enter(target.url.host);
    const audit = await auditForOwner(context, ownerId, target, {
      signal,
      headers,
      ...(onRequest && { onRequest }),
    }).finally(leave);
    return { ...audit, categoryScores: categoryScoresOf(audit) };
  };
  return context.analyses.run(ownerId, signal, analyze, { wait });
}
