import type { ErrorCode } from '../errors.ts';
import type { Audit } from './audit.ts';
import type { AuditOptions } from './audit-page.ts';
import type { Connections } from './fetch/connections.ts';
import type { PageOutline } from './page-outline.ts';
import type { SiteFacts } from './site-facts.ts';

/** The means to request one URL of a crawl. */
export interface CrawlRequestOptions extends Pick<AuditOptions, 'now' | 'ownerId' | 'signal'> {
  /** Open connections of the owner. The caller closes them. */
  readonly connections: Connections;
}

/** Options of {@link auditCrawlPage}. */
export interface CrawlPageOptions
  extends CrawlRequestOptions,
    Pick<AuditOptions, 'ruleset' | 'expectIndexable' | 'memory' | 'onCheckFailed'> {
  /** The facts of the site, which are not requested again. */
  readonly siteFacts: SiteFacts;
}

/** Why a request of a crawl brought no page. Plain JSON, as the `error` of a job. */
export interface CrawlError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly reason?: string;
}

/** A request without a useful response. */
export interface FailedRequest {
  readonly kind: 'failed';
  /** `null` if there was no response. */
  readonly httpStatus: number | null;
  readonly error: CrawlError;
  /**
   * Whether the site refused the request: status 401, 403 or 407, or a connection that was refused or closed.
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
export type CrawledPage =
  | { readonly kind: 'audited'; readonly audit: Audit; readonly outline: PageOutline }
  /** It was not followed. `location` is absolute, without a fragment, and may be on another site. */
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
 * requests for other URLs do not apply: the issues of the crawl are about them.
 *
 * @throws the reason of `signal`, and errors of our side; what fails at the site is in the result.
 */
export declare function auditCrawlPage(url: URL, options: CrawlPageOptions): Promise<CrawledPage>;

/**
 * Requests an image, following its redirects, and reads only the headers of the response.
 *
 * @throws the reason of `signal`, and errors of our side; what fails at the site is in the result.
 */
export declare function requestImage(
  url: URL,
  options: CrawlRequestOptions,
): Promise<RequestedImage>;
