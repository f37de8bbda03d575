import { auditPage } from '../audit/audit-page.ts';
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
  const audit = await auditPage(target, {
    ...context,
    ownerId,
    signal,
    onCheckFailed: (failure) => emitCheckFailed(context, ownerId, failure),
  });
  signal.throwIfAborted();
  return {
    ...audit,
    rulesetChecks: rulesetChecksOf(context.ruleset),
    ownerId,
    domain: domainOf(audit.finalUrl),
    shareToken: makeShareToken(context),
    createdAt: context.now(),
    defaultPrivacy: context.defaultPrivacy,
    websiteShareToken: makeShareToken(context),
  };
}
