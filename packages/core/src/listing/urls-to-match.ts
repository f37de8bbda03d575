import { parseTarget, type UrlRules } from '@sitegrade/audit';
import { isSitegradeError } from '@sitegrade/foundation/errors';

/** Reports of any port and host may exist: the operator may have changed what is allowed. */
const anyPortAndHost: UrlRules = { isPortAllowed: () => true, isHostDenied: () => false };

/** The URLs of a filter, or what is wrong with it. */
type UrlsToMatch = { readonly urls: readonly [string, ...string[]] } | { readonly issue: string };

/**
 * The URLs that a written one stands for, normalised as in reports. Without a scheme, a report has
 * `https://`, or `http://` if the server did not respond to that.
 *
 * @example
 * ```ts
 * urlsToMatch('Example.com#top'); // { urls: ['https://example.com/', 'http://example.com/'] }
 * ```
 */
export function urlsToMatch(written: string): UrlsToMatch {
  try {
    const { url, schemeAssumed } = parseTarget(written, anyPortAndHost);
    if (!schemeAssumed) return { urls: [url.href] };
    const plain = new URL(url);
    plain.protocol = 'http:';
    return { urls: [url.href, plain.href] };
  } catch (error) {
    if (!isSitegradeError(error)) throw error;
    return { issue: error.message };
  }
}
