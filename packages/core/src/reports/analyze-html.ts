import { parseTarget } from '@sitegrade/audit';
import * as v from 'valibot';
import type { Context } from '../context/context.ts';
import { emitCheckFailed } from '../events/emit.ts';
import { domainOf } from '../store/domain-of.ts';
import { categoryScoresOf } from '../store/report.ts';
import { inputObject, requireOwnerId, validate } from '../validate.ts';
import type { PageAnalysis } from './analyze-page.ts';
import { reportUrlSchema } from './create-report.ts';

const analyzeHtmlSchema = inputObject({
  /** The HTML of the page. */
  html: v.string('must be a string.'),
  /**
   * Where the page is, or will be: its links are resolved with it, and its canonical link is compared with it. It is not
   * requested. Default: the URL of its canonical link.
   */
  url: v.optional(reportUrlSchema),
});

/** Input of {@link analyzeHtml}. */
export type AnalyzeHtmlInput = v.InferInput<typeof analyzeHtmlSchema>;

/** Options of {@link analyzeHtml}. */
export interface AnalyzeHtmlOptions {
  /** Aborts the analysis, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Waits for a slot, as in `analyzePage`. Default: `false`. */
  readonly wait?: boolean;
}

/**
 * Checks HTML that is not on a server yet, such as what a generator or a template makes. It requests nothing and
 * stores nothing: checks of headers, of the site and of linked files do not apply, so that its score is not that of a
 * report. The limits of concurrent analyses are those of `createReport`.
 *
 * @param context - From `createContext`. Its store is not used: `memoryStore()` will do.
 * @param ownerId - The owner whose limits apply: the host's own id of a user or tenant.
 * @param input - The HTML, and the URL of the page.
 * @param options - A signal, and whether to wait for a slot.
 * @returns what a report of the page contains. Without a URL and a canonical link, its URL is `https://page.invalid/`.
 * @throws SitegradeError `invalid_input`; `page_too_large` if it is larger than `network.limits.decodedBytes`;
 * `page_too_complex`; `rate_limited` or `overloaded` if there are too many concurrent analyses.
 * @example
 * ```ts
 * const context = createContext({ store: memoryStore() });
 * const { fixFirst } = await analyzeHtml(context, 'user-1', { html: '<!doctype html><title>Rye</title>' });
 * ```
 */
export async function analyzeHtml(
  context: Context,
  ownerId: string,
  input: AnalyzeHtmlInput,
  { signal, wait = false }: AnalyzeHtmlOptions = {},
): Promise<PageAnalysis> {
  requireOwnerId(ownerId);
  const { html, url } = validate(analyzeHtmlSchema, input);
  // It is not requested, so that any port and host will do.
  const rules = { isPortAllowed: () => true, isHostDenied: () => false };
  const target = url === undefined ? null : parseTarget(url, rules).url;
  return context.analyses.run(
    ownerId,
    signal,
    async (aborted) => {
      const { auditHtml } = await import('@sitegrade/audit/analyze');
      const audit = await auditHtml(html, {
        ...context,
        ownerId,
        url: target,
        signal: aborted,
        onCheckFailed: (failure) => emitCheckFailed(context, ownerId, failure),
      });
      const domain = domainOf(audit.finalUrl);
      return {
        ...audit,
        categoryScores: categoryScoresOf(audit),
        domain,
        createdAt: context.now(),
      };
    },
    { wait },
  );
}
