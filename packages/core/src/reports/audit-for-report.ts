import type { Audit } from '../audit/audit.ts';
import type { Target } from '../audit/fetch/parse-target.ts';
import type { Context } from '../context.ts';
import { emitCheckFailed } from '../events/emit.ts';
import { makeShareToken } from '../sharing/share-token.ts';
import type { NewReport } from '../store.ts';
import { domainOf } from '../websites/domain-of.ts';
import { rulesetChecksOf } from './check-info.ts';

/**
 * Fetches and checks a page for a report of this owner. Stores nothing.
 *
 * @param signal - Aborts the analysis, which then throws its reason.
 * @throws SitegradeError if the page cannot be fetched or a limit is exceeded.
 */
export async function auditForReport(
  context: Context,
  ownerId: string,
  target: Target,
  signal: AbortSignal,
): Promise<NewReport> {
  return {
    ...(await auditForOwner(context, ownerId, target, { signal })),
    rulesetChecks: rulesetChecksOf(context.ruleset),
    ownerId,
    shareToken: makeShareToken(context),
    defaultPrivacy: context.defaultPrivacy,
    websiteShareToken: makeShareToken(context),
  };
}

interface AuditForOwnerOptions {
  readonly signal: AbortSignal;
  /** Headers for the origin of the page only. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** As {@link auditForReport}, without what only a stored report has. */
export async function auditForOwner(
  context: Context,
  ownerId: string,
  target: Target,
  options: AuditForOwnerOptions,
): Promise<Audit & Pick<NewReport, 'domain' | 'createdAt'>> {
  // Loaded by the first analysis: its HTTP client and parsers are most of the code that core would load.
  const { auditPage } = await import('../audit/audit-page.ts');
  const audit = await auditPage(target, {
    ...context,
    ...options,
    ownerId,
    onCheckFailed: (failure) => emitCheckFailed(context, ownerId, failure),
  });
  options.signal.throwIfAborted();
  return { ...audit, domain: domainOf(audit.finalUrl), createdAt: context.now() };
}
