import {
  type ErrorCode,
  isSitegradeError,
  type SitegradeError,
} from '@sitegrade/foundation/errors';
import {
  type Analysis,
  type AnalysisOptions,
  openAnalysis,
  readFetched,
  readUrls,
} from '../analysis/analysis.ts';
import type { Audit } from '../audit.ts';
import type { Connections } from '../fetch/connections.ts';
import { type FetchFailure, fetchError, statusError } from '../fetch/fetch-error.ts';
import { fetchPageOnce, isHtml, isSuccess } from '../fetch/fetch-page.ts';
import type { Fetched } from '../fetch/fetched.ts';
import { createFetcher } from '../fetch/fetcher.ts';
import { redirectTarget } from '../fetch/follow-redirects.ts';
import { retryAfterMs } from '../fetch/retry-after.ts';
import { sitemapFactsFor } from '../fetch/sitemap/fetch-sitemaps.ts';
import { dayAt } from '../iso-date.ts';
import { isBroken } from '../probes/broken-urls.ts';
import { reasonText } from '../probes/probe-verdicts.ts';
import { createProber, createSilentProber } from '../probes/prober.ts';
import { runProbes } from '../probes/run-probes.ts';
import { instantTargetOf } from '../readings/refresh.ts';
import { builtFactsOf } from '../readings/rendered-page.ts';
import { servedPageOf } from '../readings/served-page.ts';
import { readStructuredData } from '../readings/structured-data/read-structured-data.ts';
import { type AuditOptions, auditFacts, renderIfWanted } from '../report/audit-page.ts';
import type { PageOutline } from '../report/page-outline.ts';
import type { SiteFacts } from '../report/site-facts.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import { isWebUrl, maxUrlLength } from '../url/web-url.ts';
import { assumedKnowledge, evaluateSamples, nothingAssumed, samplesOf } from './crawl-samples.ts';
import { isCrawlAllowed } from './is-crawl-allowed.ts';
import { lastsUntil, watchTime } from './lasting-results.ts';
import { pageBasis, siteBasis } from './page-basis.ts';
import {
  bodyDigest,
  conditionsOf,
  confirms,
  packReading,
  sameReading,
  unpackReading,
} from './page-reading.ts';
import { watchHeaders } from './watched-headers.ts';

/** The means to request one URL of a crawl. */
export interface CrawlRequestOptions
  extends Pick<AuditOptions, 'now' | 'ownerId' | 'signal'>,
    Pick<AnalysisOptions, 'siteHeaders'> {
  /** Open connections of the owner. The caller closes them. */
  readonly connections: Connections;
}

/** Options of {@link auditCrawlPage}. */
export interface CrawlPageOptions
  extends CrawlRequestOptions,
    Pick<
      AuditOptions,
      | 'ruleset'
      | 'expectIndexable'
      | 'memory'
      | 'onCheckFailed'
      | 'headers'
      | 'renderer'
      | 'render'
      | 'speedRuns'
      | 'onRenderFailed'
    > {
  /** The facts of the site, which are not requested again. */
  readonly siteFacts: SiteFacts;
  /**
   * The `reading` of the same page in an earlier crawl: if it is still the same, the page is `unchanged`. Without one,
   * or with one that no longer applies, it is read. Not together with `siteHeaders`.
   */
  readonly earlier?: string | undefined;
}

/** Why a request of a crawl brought no page. Plain JSON, as the `error` of a job. */
interface CrawlError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly reason?: string;
}

/** A request without a useful response. */
interface FailedRequest {
  readonly kind: 'failed';
  /** `null` if there was no response. */
  readonly httpStatus: number | null;
  readonly error: CrawlError;
  /**
   * Whether the site refuses to be crawled: status 403, a page that tests whether the client is a browser, a
   * connection that was refused or closed, or no response at all. Status 401 does not count: that page needs a login.
   * See also {@link ThrottledRequest}.
   */
  readonly isRefusal: boolean;
}

/** A site that asks for fewer requests, with status 429 or 503 (RFC 6585 §4, RFC 9110 §15.6.4). A refusal. */
export interface ThrottledRequest {
  readonly kind: 'throttled';
  readonly httpStatus: 429 | 503;
  /** Milliseconds until the next request, from `Retry-After`; `null` without a valid one. Not limited. */
  readonly retryAfterMs: number | null;
  /** What to report if it is not requested again. */
  readonly error: CrawlError;
}

/** What one request for a page of a crawl brought. */
type CrawledPage =
  | {
      readonly kind: 'audited';
      readonly audit: Audit;
      readonly outline: PageOutline;
      /** What shows a later crawl whether the page has changed; `null` if it must always be read again. */
      readonly reading: string | null;
    }
  /** Its results are those of the earlier crawl. */
  | { readonly kind: 'unchanged'; readonly reading: string }
  /** The response to a conditional request was not conclusive: it must be requested without `earlier`. */
  | { readonly kind: 'inconclusive' }
  /**
   * It was not followed. A status of success is that of a page that browsers replace at once. `location` is absolute, normalised as the links of outlines, and may be on
   * another site.
   */
  | { readonly kind: 'redirected'; readonly httpStatus: number; readonly location: string }
  | { readonly kind: 'not_html'; readonly httpStatus: number }
  | FailedRequest
  | ThrottledRequest;

/** What a request for an image brought. `unknown`: it may work for others, such as one that we may not request. */
export type RequestedImage =
  | { readonly kind: 'found'; readonly httpStatus: number }
  | { readonly kind: 'unknown'; readonly httpStatus: number | null; readonly error: CrawlError }
  | FailedRequest
  | ThrottledRequest;

/**
 * Fetches one page of a crawl with one request, and checks it. Redirects are not followed. Checks that need
 * requests for other URLs do not apply, except those that `reviseCrawlPage` evaluates at the end of the crawl: until
 * then, links to the site are assumed to work. The limits are those of `auditPage`.
 *
 * @param url - A URL on the origin of the site.
 * @throws the reason of `signal`, and errors of our side; what fails at the site is in the result.
 */
export async function auditCrawlPage(url: URL, options: CrawlPageOptions): Promise<CrawledPage> {
  const { connections, siteFacts } = options;
  if (url.origin !== siteFacts.origin) {
    throw new TypeError(`A page of a crawl must be on ${siteFacts.origin}.`);
  }
  const analysis = openAnalysis(connections, options);
  const basis = options.siteHeaders ? null : basisOf(url, options);
  const { earlier } = options;
  const reading =
    earlier === undefined || basis === null
      ? null
      : unpackReading(earlier, { basis, now: options.now() });
  try {
    const onSize = (bytes: number) => analysis.memory?.receive(bytes);
    const conditions = reading === null ? undefined : conditionsOf(reading);
    const fetched = await fetchPageOnce(analysis.fetcher, url, { onSize, conditions });
    const unread = reading && unreadPage(reading, earlier ?? '', fetched, options.now());
    if (unread !== null) return unread;
    return (
      withoutPage(fetched, options.now()) ?? (await auditFetched(fetched, analysis, basis, options))
    );
  } catch (error) {
    options.signal?.throwIfAborted();
    return failedRequest(error);
  } finally {
    analysis.close();
  }
}

/** Statuses of servers that do not like the condition. */
const refusedConditions: ReadonlySet<number> = new Set([400, 412]);

/** What a response is if the page need not be read; otherwise `null`. */
function unreadPage(
  reading: NonNullable<ReturnType<typeof unpackReading>>,
  earlier: string,
  fetched: Fetched,
  now: Date,
): Extract<CrawledPage, { kind: 'unchanged' | 'inconclusive' }> | null {
  const isConditional = Object.keys(conditionsOf(reading)).length > 0;
  if (isConditional && fetched.status === 304) {
    return confirms(reading, fetched, now)
      ? { kind: 'unchanged', reading: earlier }
      : { kind: 'inconclusive' };
  }
  if (isConditional && refusedConditions.has(fetched.status)) return { kind: 'inconclusive' };
  const same = sameReading(reading, fetched, now);
  return same === null ? null : { kind: 'unchanged', reading: same };
}

/** The last basis of a site, with what it is for. */
const siteBases = new WeakMap<SiteFacts, { readonly key: string; readonly basis: string }>();

/** What the results of a page depend on, other than its response. */
function basisOf(url: URL, options: CrawlPageOptions): string {
  const { siteFacts, ruleset, expectIndexable, connections } = options;
  const { userAgent } = connections.network;
  const now = options.now();
  const key = `${ruleset.version} ${expectIndexable} ${dayAt(now)} ${userAgent}`;
  const known = siteBases.get(siteFacts);
  const basis =
    known?.key === key
      ? known.basis
      : siteBasis(siteFacts, { ruleset, expectIndexable, userAgent, now });
  if (known?.key !== key) siteBases.set(siteFacts, { key, basis });
  const ofPage = pageBasis(basis, url, siteFacts);
  // A page that was not rendered before may be now.
  const { renderer, render = 'auto' } = options;
  return renderer === undefined || render === 'off' ? ofPage : `${ofPage} ${render}`;
}

/** What a response is if it is not a page; otherwise `null`. */
function withoutPage(
  fetched: Fetched,
  now: Date,
): Exclude<CrawledPage, { kind: 'audited' | 'unchanged' | 'inconclusive' }> | null {
  const { status: httpStatus, headers } = fetched;
  try {
    const location = redirectTarget(new URL(fetched.url), httpStatus, headers);
    if (location !== null) {
      return { kind: 'redirected', httpStatus, location: requireLocation(location) };
    }
  } catch (error) {
    return failedRequest(error, httpStatus);
  }
  if (isThrottling(httpStatus)) return throttledRequest(httpStatus, headers, now);
  if (!isSuccess(fetched)) {
    const error = plainError(statusError(httpStatus));
    return { kind: 'failed', httpStatus, error, isRefusal: httpStatus === 403 };
  }
  return isHtml(fetched) ? null : { kind: 'not_html', httpStatus };
}

function requireLocation(location: URL): string {
  if (!isWebUrl(location)) throw fetchError('redirect_invalid');
  // Credentials must not be stored.
  if (location.username !== '' || location.password !== '') {
    throw fetchError('url_userinfo', { redirected: true });
  }
  if (location.href.length > maxUrlLength) throw fetchError('redirect_too_long');
  return comparableUrl(location);
}

async function auditFetched(
  received: Fetched,
  analysis: Analysis,
  basis: string | null,
  options: CrawlPageOptions,
): Promise<CrawledPage> {
  const { cpu } = analysis;
  const watched = watchHeaders(received.headers);
  const { status, headers } = received;
  // Before it is read, so that it is not kept until the end.
  const head = { status, headers, body: basis === null ? '' : bodyDigest(received.body) };
  const fetched = { ...received, headers: watched.headers };
  const { siteFacts, connections } = options;
  const { userAgent } = connections.network;
  const { robots, favicon, sitemaps } = siteFacts;
  const { page, response } = await readFetched(fetched, analysis);
  const next = instantTargetOf(page, response);
  if (next !== null)
    return { kind: 'redirected', httpStatus: status, location: comparableUrl(next) };
  const urls = await readUrls(page, response, analysis);
  const source = { page, urls };
  const { rendering } = await renderIfWanted(source, response, analysis, {
    ...options,
    screenshot: false,
    headers: options.headers ?? {},
    isNavigationAllowed: (url) => isCrawlAllowed(siteFacts, url, userAgent),
  });
  const [probes] = await Promise.all([
    runProbes({
      prober: createSilentProber(),
      ...(rendering?.kind === 'rendered' ? rendering.built : source),
      response,
      robots,
      userAgent,
      cpu,
      site: Promise.resolve(siteFacts),
      favicon,
    }),
    readStructuredData(page, cpu),
  ]);
  const sitemap = sitemapFactsFor(new URL(response.finalUrl), sitemaps);
  const now = options.now();
  const { facts, onCheck, checks } = watchTime({
    ...source,
    response,
    robots,
    sitemap,
    probes,
    rendering,
    speed: null,
    fieldData: null,
    now,
  });
  if (servedPageOf(facts).kind === 'refusal') return refused(response.status);
  let samples = servedPageOf(facts).kind === 'page' ? samplesOf(builtFactsOf(facts)) : {};
  const known = { robots, userAgent };
  const { audit, outline } = await auditFacts(facts, analysis, {
    ...options,
    onCheck,
    revise: (results) => {
      const isPartial = [...results.values()].some(({ status }) => status === 'error');
      const assumed = isPartial ? nothingAssumed(known) : assumedKnowledge(siteFacts.origin, known);
      if (isPartial && samples.links) {
        samples = { ...samples, links: { ...samples.links, isUnassumed: true } };
      }
      return new Map([
        ...results,
        ...evaluateSamples(options.ruleset.checks, samples, assumed, response.finalUrl, now),
      ]);
    },
  });
  return {
    kind: 'audited',
    audit,
    outline: Object.keys(samples).length === 0 ? outline : { ...outline, samples },
    reading:
      // Scripts may build another page of the same HTML.
      basis === null || rendering !== null
        ? null
        : packReading(head, watched, { basis, until: lastsUntil(facts, checks), now }),
  };
}

function refused(httpStatus: number): FailedRequest {
  const message = 'The server did not show the page, but a test whether the client is a browser.';
  const error = { code: 'page_unreachable', message, reason: 'request_refused' } as const;
  return { kind: 'failed', httpStatus, error, isRefusal: true };
}

/**
 * Reasons of requests that a server may have rejected on purpose, and of those that it did not respond to. A crawl
 * of a server that hangs would take hours, at the limit of time for each page.
 */
const refusals: ReadonlySet<string | undefined> = new Set<FetchFailure>([
  'connect_refused',
  'connect_failed',
  'connect_timeout',
  'connection_closed',
  'dns_not_found',
  'dns_failed',
  'dns_timeout',
  'headers_timeout',
  'fetch_timeout',
]);

/** Errors of our side. All others are the fault of the URL or its site. */
const ownErrors: ReadonlySet<ErrorCode> = new Set(['internal', 'overloaded']);

/** @throws errors of our side. */
function failedRequest(error: unknown, httpStatus: number | null = null): FailedRequest {
  if (!isSitegradeError(error) || ownErrors.has(error.code)) throw error;
  const isRefusal = refusals.has(error.reason);
  return { kind: 'failed', httpStatus, error: plainError(error), isRefusal };
}

function plainError({ code, message, reason }: SitegradeError): CrawlError {
  return { code, message, ...(reason !== undefined && { reason }) };
}

function isThrottling(status: number): status is ThrottledRequest['httpStatus'] {
  return status === 429 || status === 503;
}

function throttledRequest(
  httpStatus: ThrottledRequest['httpStatus'],
  headers: Fetched['headers'],
  now: Date,
): ThrottledRequest {
  const error = plainError(statusError(httpStatus));
  return { kind: 'throttled', httpStatus, retryAfterMs: retryAfterMs(headers, now), error };
}

/**
 * Requests an image of the site, following its redirects, and reads only the headers of the response, within
 * 2.5 seconds.
 *
 * @throws the reason of `signal`, and errors of our side; what fails at the site is in the result.
 */
export async function requestImage(
  url: URL,
  { connections, now, signal, siteHeaders }: CrawlRequestOptions,
): Promise<RequestedImage> {
  const fetcher = createFetcher(connections, {
    ...(signal && { signal }),
    ...(siteHeaders && { siteHeaders }),
  });
  try {
    const result = await createProber(fetcher).read(url, { accept: 'image/*,*/*;q=0.8', cutAt: 0 });
    if (result.kind !== 'response') {
      const { reason } = result;
      const message = `The image could not be requested: ${reasonText(result)}.`;
      const error = { code: 'page_unreachable', message, reason } as const;
      return isBroken({ probe: result, own: true })
        ? { kind: 'failed', httpStatus: null, error, isRefusal: false }
        : { kind: 'unknown', httpStatus: null, error };
    }
    const { status: httpStatus, headers } = result.fetched;
    if (isThrottling(httpStatus)) return throttledRequest(httpStatus, headers, now());
    const broken = isBroken({
      probe: { kind: 'response', url: url.href, status: httpStatus },
      own: true,
    });
    if (broken === false) return { kind: 'found', httpStatus };
    const error = plainError(statusError(httpStatus));
    return broken
      ? { kind: 'failed', httpStatus, error, isRefusal: false }
      : { kind: 'unknown', httpStatus, error };
  } finally {
    fetcher.close();
  }
}
