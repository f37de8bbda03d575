import { SitegradeError } from '@sitegrade/foundation/errors';
import { isHost } from '../root-url.ts';
import { type ApiRequest, headerValues } from './request.ts';

/** Which requests of browsers count as cross-site. */
export interface CrossSiteRules {
  /** The option `publicUrl`: its origin is allowed in addition to the request's own host. */
  readonly publicUrl: string | undefined;
  /** Whether pages of the same site are allowed too, such as those of sibling subdomains. */
  readonly sameSite: boolean;
  /** What to do without `Sec-Fetch-Site` and `Origin`, as programs and a few old browsers send requests. */
  readonly withoutHeaders: 'allow' | 'refuse';
}

/** Of an {@link ApiRequest}, what shows where it was sent from. */
type SentFrom = Pick<ApiRequest, 'host'> & {
  readonly incoming: Pick<ApiRequest['incoming'], 'method' | 'headers' | 'rawHeaders'>;
};

const safeMethods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);
const bearer = /^bearer /i;
const webOrigin = /^https?:\/\/[^/?#@\s\\]+$/i;

/**
 * Whether a page of another site may have sent the request, with the cookies of its visitor. Requests
 * that change nothing are never cross-site, nor are those with a Bearer token: browsers do not add one
 * by themselves. `Sec-Fetch-Site` decides if it was sent, otherwise `Origin`. Headers that are
 * malformed or sent twice count as cross-site.
 */
export function isCrossSite(
  { incoming, host }: SentFrom,
  { publicUrl, sameSite, withoutHeaders }: CrossSiteRules,
): boolean {
  if (safeMethods.has(incoming.method)) return false;
  if (bearer.test(incoming.headers.authorization ?? '')) return false;
  const [site, ...otherSites] = headerValues(incoming, 'sec-fetch-site');
  if (site !== undefined) {
    const isAllowed =
      site === 'same-origin' || site === 'none' || (sameSite && site === 'same-site');
    return !isAllowed || otherSites.length > 0;
  }
  const [origin, ...otherOrigins] = headerValues(incoming, 'origin');
  if (origin === undefined) return withoutHeaders === 'refuse';
  return otherOrigins.length > 0 || !isOwnOrigin(origin, host, publicUrl);
}

/** The error for a cross-site request. */
export function crossSiteRequest(): SitegradeError {
  return new SitegradeError(
    'cross_site',
    'This request was sent from another site, according to its Sec-Fetch-Site or Origin header. Requests that change data must come from this site, or carry a Bearer token.',
  );
}

/**
 * Whether the origin has the host of the request or is that of `publicUrl`. Schemes are not compared
 * with the request's, because a proxy in front of the server may have ended TLS.
 */
function isOwnOrigin(text: string, host: string, publicUrl: string | undefined): boolean {
  // Also "null", which sandboxed frames and local files send.
  if (!webOrigin.test(text) || !URL.canParse(text)) return false;
  const origin = new URL(text);
  if (publicUrl !== undefined && new URL(publicUrl).origin === origin.origin) return true;
  return isHost(host) && new URL(`${origin.protocol}//${host}`).host === origin.host;
}
