import type { Context } from '../../context/context.ts';
import type { JobError } from '../../store/job.ts';
import type { ReportDetails } from '../../store/report.ts';
import type { Site, SiteChange, SiteState } from '../../store/site-state.ts';
import type { AlertType } from '../../store/webhook.ts';
import { type Happened, urlsOf } from './read-event.ts';

/** How long after the first attempt that failed the second one is made. */
const recheckMs = 600_000;

/** One that fails later than this is the first attempt again: what was in between is not known. */
const maxSuspicionMs = 6 * 3_600_000;

/** How many certificates are remembered. A domain may have several: with and without `www.`, or on several servers. */
const maxCertificates = 10;

/** How many reports are searched for one whose page responded. */
const maxReports = 10;

/** The reasons for which no page of a host responds. */
const reasonsOfHosts: ReadonlySet<string> = new Set([
  ...['dns_not_found', 'dns_failed', 'dns_timeout'],
  ...['connect_refused', 'connect_failed', 'connect_timeout'],
  ...['tls_untrusted', 'tls_expired', 'tls_name_mismatch', 'tls_error'],
]);

/** Those for which one page may not respond, or all. Not those of our own. */
const reasonsOfPages: ReadonlySet<string> = new Set([
  ...['headers_timeout', 'body_timeout', 'body_too_slow', 'fetch_timeout'],
  ...['connection_closed', 'http_protocol_error', 'server_error'],
]);

/** What an event means for its site. */
export interface SiteNews {
  /** What is known of the site from now on; `null` if nothing changes. */
  readonly change: SiteChange | null;
  /** The types of messages to send. */
  readonly types: readonly AlertType[];
  /** Why the site could not be reached; `null` if it was, or that is not known. */
  readonly error: JobError | null;
  /** Since when the site is unreachable, or was until now; `null` if it was not. */
  readonly unreachableSince: Date | null;
  /** When its certificate expires that expires soon, as ISO 8601; `null` if none does, or a message about it was sent before. */
  readonly certificateExpiresAt: string | null;
}

/** An attempt to reach a site. */
interface Attempt {
  /** `null` if it says nothing about the site. */
  readonly isReached: boolean | null;
  readonly error: JobError | null;
  /** The URL, as in a job. */
  readonly url: string;
  /** When the certificate expires, if that is soon. */
  readonly certificate: string | null;
}

/**
 * What an event means for its site: whether it responds, and whether its certificate expires soon.
 *
 * @param at - When it happened.
 */
export async function newsOfSite(
  context: Context,
  ownerId: string,
  happened: Happened,
  at: Date,
): Promise<SiteNews | undefined> {
  const { site } = happened;
  if (site === undefined) return undefined;
  const attempt = await attemptOf(context, ownerId, happened);
  const { websiteId, domain: _, ...from } = site;
  const isNew =
    attempt.certificate !== null && !from.certificatesTold.includes(attempt.certificate);
  const certificate = isNew ? attempt.certificate : null;
  const reached = await reachAfter(context, ownerId, site, attempt, at);
  const announced = certificate && {
    certificatesTold: [...from.certificatesTold, certificate].slice(-maxCertificates),
  };
  const to = { ...from, ...reached, ...announced };
  return {
    change: reached || announced ? { ownerId, websiteId, from, to } : null,
    types: [
      ...(to.isUnreachable && !from.isUnreachable ? (['site.unreachable'] as const) : []),
      ...(from.isUnreachable && !to.isUnreachable ? (['site.recovered'] as const) : []),
      ...(certificate ? (['certificate.expiring'] as const) : []),
    ],
    error: attempt.error,
    unreachableSince: to.isUnreachable || from.isUnreachable ? from.failingSince : null,
    certificateExpiresAt: certificate,
  };
}

/** What is known of whether a site responds after an attempt. `undefined` if nothing changes. */
async function reachAfter(
  context: Context,
  ownerId: string,
  { websiteId, failingSince, isUnreachable, recheck }: Site,
  { isReached, error, url }: Attempt,
  at: Date,
): Promise<Partial<SiteState> | undefined> {
  if (isReached === null) return undefined;
  if (isReached) {
    // What responded before it failed says nothing of the time since.
    if (failingSince === null || at <= failingSince) return undefined;
    return { failingSince: null, isUnreachable: false, recheck: null };
  }
  if (isUnreachable) return undefined;
  const sinceMs = failingSince ? at.getTime() - failingSince.getTime() : Number.POSITIVE_INFINITY;
  if (sinceMs < recheckMs) return undefined;
  if (sinceMs <= maxSuspicionMs) {
    const isSecond = url === recheck?.url || urlsOf(recheck?.url ?? '').includes(url);
    // Otherwise many pages that are broken would be a site that does not respond.
    if (!isSecond && !reasonsOfHosts.has(error?.reason ?? '')) return undefined;
    return { isUnreachable: true, recheck: null };
  }
  const recheckUrl = await respondingUrl(context, ownerId, websiteId, url);
  const dueAt = new Date(at.getTime() + recheckMs);
  return { failingSince: at, recheck: { url: recheckUrl ?? url, dueAt } };
}

/** Another URL of the website, which responded last: otherwise one bad page would be a site that does not respond. */
async function respondingUrl(
  { store }: Context,
  ownerId: string,
  websiteId: number,
  failed: string,
): Promise<string | undefined> {
  const { rows } = await store.reports.list(ownerId, {
    start: { page: 1 },
    perPage: maxReports,
    sort: 'desc',
    sortBy: 'id',
    websiteId,
  });
  const same = urlsOf(failed);
  return rows.find(({ url, httpStatus }) => httpStatus < 500 && !same.includes(url))?.url;
}

async function attemptOf(context: Context, ownerId: string, happened: Happened): Promise<Attempt> {
  const none = { error: null, certificate: null };
  switch (happened.kind) {
    case 'report': {
      const { url, httpStatus, checks } = happened.report;
      const error = httpStatus < 500 ? null : serverError(httpStatus);
      return { isReached: error === null, error, url, certificate: expiringCertificate(checks) };
    }
    case 'failed_job':
      return { ...none, ...failureOf(happened.error), url: happened.job.url };
    case 'crawl': {
      const { id, url, status, end, error, progress } = happened.crawl;
      if (status === 'failed') {
        const failure = end === 'start_failed' && error ? failureOf(error) : { isReached: null };
        return { ...none, ...failure, url };
      }
      const start = await context.store.crawls.findPage(ownerId, id, startPageId);
      const certificate = start?.details ? expiringCertificate(start.details.checks) : null;
      // One that the site refused may have been stopped because it no longer responded.
      const isReached = end !== 'refused' && progress.done > 0 ? true : null;
      return { ...none, isReached, url, certificate };
    }
  }
}

/** The number of the start page of a crawl. */
const startPageId = 1;

function failureOf(error: JobError): Pick<Attempt, 'isReached' | 'error'> {
  const { reason = '' } = error;
  const isOfSite = reasonsOfHosts.has(reason) || reasonsOfPages.has(reason);
  return isOfSite ? { isReached: false, error } : { isReached: null, error: null };
}

function serverError(status: number): JobError {
  const message = `The server responded with status ${status}.`;
  return { code: 'page_unreachable', reason: 'server_error', message };
}

/** When the certificate expires, if the check finds that this is soon. */
function expiringCertificate(checks: ReportDetails['checks']): string | null {
  const check = checks['tls-certificate-days'];
  if (check?.status !== 'warn' && check?.status !== 'fail') return null;
  const { value } = check;
  const validTo =
    typeof value === 'object' && value !== null && 'validTo' in value && value.validTo;
  const time = typeof validTo === 'string' ? Date.parse(validTo) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
