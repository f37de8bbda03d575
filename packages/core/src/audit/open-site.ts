import type { AuditOptions } from './audit-page.ts';
import type { CrawlRequestOptions } from './crawl-page.ts';
import type { Target } from './fetch/parse-target.ts';
import type { SiteFacts } from './site-facts.ts';

/** A site whose pages can be crawled. */
export interface OpenedSite {
  /** The final URL of the start page. */
  readonly finalUrl: string;
  readonly siteFacts: SiteFacts;
  /** Other origins, with or without `www.` or TLS, that redirect to the same path on the origin of the site. */
  readonly variants: readonly string[];
  /** `Crawl-delay` of robots.txt for our product token, in milliseconds: at most 10,000, and 0 without one. */
  readonly delayMs: number;
  /**
   * Whether robots.txt allows the start page. `server_error`, `unknown`: it could not be fetched, so that
   * nothing may be crawled (RFC 9309 §2.3.1.4).
   */
  readonly startPage: 'allowed' | 'disallowed' | 'server_error' | 'unknown';
}

/** Options of {@link openSite}. */
export interface OpenSiteOptions extends CrawlRequestOptions, Pick<AuditOptions, 'randomBytes'> {
  /** How many requests a host gets at a time, at most. */
  readonly atOnce: number;
}

/**
 * Fetches the start page of a crawl, following redirects, and what is the same for all pages of its site.
 *
 * @throws SitegradeError as `auditPage` if the page cannot be fetched, or if its status is not 2xx.
 */
export declare function openSite(target: Target, options: OpenSiteOptions): Promise<OpenedSite>;

/** Packs what is known of a site, so that workers share it. */
export declare function packSite(site: OpenedSite): Promise<Uint8Array>;

/**
 * The reverse of {@link packSite}.
 *
 * @throws SitegradeError `internal` if the bytes are damaged, or of another version.
 */
export declare function unpackSite(bytes: Uint8Array): Promise<OpenedSite>;

/**
 * Whether robots.txt of the site allows a crawl to request a URL; never one of another origin. A hostile
 * robots.txt takes milliseconds for each URL.
 *
 * @param userAgent - `network.userAgent`.
 */
export declare function isCrawlAllowed(
  siteFacts: Pick<SiteFacts, 'origin' | 'robots'>,
  url: URL,
  userAgent: string,
): boolean;
