import type { Audit, Target } from '@sitegrade/audit';
import type { AuditedPage, AuditOptions } from '@sitegrade/audit/analyze';
import type { Context } from '../context/context.ts';
import { emitCheckFailed } from '../events/emit.ts';
import { emitFieldDataFailed, emitRenderFailed } from '../events/emit-operation.ts';
import { redactUrl } from '../log/secret-parameters.ts';
import { rulesetChecksOf } from '../store/check-info.ts';
import { domainOf } from '../store/domain-of.ts';
import type { NewReport } from '../store/report-store.ts';
import { makeShareToken } from '../store/share-token.ts';

/**
 * Fetches and checks a page for a report of this owner. Stores nothing.
 *
 * @param options - A signal that aborts the analysis, which then throws its reason, whether no one waits for it, and with
 * which other reports it shares results.
 * @throws SitegradeError if the page cannot be fetched or a limit is exceeded.
 */
export async function auditForReport(
  context: Context,
  ownerId: string,
  target: Target,
  options: Pick<AuditForOwnerOptions, 'signal' | 'isBackground' | 'joinBatch'>,
): Promise<AuditedReport> {
  const { audit, outline, isShown, ...pictures } = await auditWithOutline(
    context,
    ownerId,
    target,
    {
      ...options,
      screenshot: true,
    },
  );
  const report = {
    ...audit,
    // What the server showed instead of the page is not compared with the pages of the site.
    ...(isShown && { outline }),
    rulesetChecks: rulesetChecksOf(context.ruleset),
    ownerId,
    shareToken: makeShareToken(context),
    defaultPrivacy: context.defaultPrivacy,
    websiteShareToken: makeShareToken(context),
  };
  return { report, pictures };
}

/** A report to store, with the pictures of its page. */
interface AuditedReport {
  readonly report: NewReport;
  readonly pictures: Pick<AuditedPage, 'screenshot' | 'film'>;
}

interface AuditForOwnerOptions extends Pick<AuditOptions, 'joinBatch'> {
  readonly signal: AbortSignal;
  /** Headers for the origin of the page only. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly onRequest?: (url: string) => () => void;
  readonly screenshot?: boolean;
  readonly isBackground?: boolean;
}

/** An audit with what else a report shows. */
type OwnAudit = Audit & Pick<NewReport, 'domain' | 'createdAt'>;

/** As {@link auditForReport}, without what only a stored report has. */
export async function auditForOwner(
  context: Context,
  ownerId: string,
  target: Target,
  options: AuditForOwnerOptions,
): Promise<OwnAudit> {
  return (await auditWithOutline(context, ownerId, target, options)).audit;
}

async function auditWithOutline(
  context: Context,
  ownerId: string,
  target: Target,
  options: AuditForOwnerOptions,
): Promise<AuditedPage & { readonly audit: OwnAudit }> {
  // Loaded by the first analysis: its HTTP client and parsers are most of the code that core would load.
  const { auditPage } = await import('@sitegrade/audit/analyze');
  const audited = await auditPage(target, {
    ...context,
    ...options,
    ownerId,
    onCheckFailed: (failure) => emitCheckFailed(context, ownerId, failure),
    onRenderFailed: (failure) => emitRenderFailed(context, ownerId, failure),
    isSecretUrl: (url) => redactUrl(url) !== url,
    onFieldDataFailed: (failure) => emitFieldDataFailed(context, failure),
  });
  options.signal.throwIfAborted();
  const domain = domainOf(audited.audit.finalUrl);
  return { ...audited, audit: { ...audited.audit, domain, createdAt: context.now() } };
}
