import { isSitegradeError } from '@sitegrade/foundation/errors';
import { parseUrl } from '../url/web-url.ts';
import { type FetchFailure, fetchError } from './fetch-error.ts';
import type { Redirect } from './fetched.ts';
import { checkUrl, type UrlRules } from './parse-target.ts';
import { redirectStatuses } from './redirect-statuses.ts';
import type { OpenResponse } from './send-request.ts';

/**
 * The resolved target of a redirect, not validated yet. `null` if the response is not a redirect: it has
 * another status or no `Location`.
 *
 * @throws SitegradeError `redirect_invalid` for several `Location` headers, an empty or an invalid one.
 */
export function redirectTarget(
  from: URL,
  status: number,
  headers: ReadonlyMap<string, readonly string[]>,
): URL | null {
  const locations = headers.get('location');
  if (!redirectStatuses.has(status) || locations === undefined) return null;
  const [location = ''] = locations;
  const written = percentEncoded(location.trim());
  const target = parseUrl(written, from.href);
  if (locations.length > 1 || written === '' || target === null) {
    throw fetchError('redirect_invalid', { cause: new Error(`Location: ${locations.join(', ')}`) });
  }
  target.hash = '';
  return target;
}

/** Percent-encodes non-ASCII bytes, which are UTF-8 in practice. This also works in hosts. */
function percentEncoded(latin1: string): string {
  return latin1.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The end of a chain of redirects. */
interface Followed {
  readonly url: URL;
  readonly response: OpenResponse;
  readonly redirects: readonly Redirect[];
}

/** Options of {@link followRedirects}. */
interface FollowOptions {
  readonly rules: UrlRules;
  readonly maxRedirects: number;
  /** Sends a request for one URL. */
  readonly send: (url: URL) => Promise<OpenResponse>;
}

/**
 * Requests a URL and follows its redirects. Every URL is validated. Bodies of redirects are discarded,
 * because they may be endless.
 *
 * @throws SitegradeError with the `reason`; errors `redirect_…` have the {@link Redirect}s in their cause.
 */
export async function followRedirects(start: URL, options: FollowOptions): Promise<Followed> {
  const { rules, maxRedirects, send } = options;
  const redirects: Redirect[] = [];
  let setsCookies = false;
  const seen = new Set<string>();
  const fail = (failure: FetchFailure) =>
    fetchError(failure, { cause: new RedirectsFollowed(redirects, setsCookies) });
  let next = start;
  for (;;) {
    try {
      const url = checkUrl(next, rules);
      seen.add(url.href);
      const startedAt = performance.now();
      const response = await send(url);
      const location = await redirectTargetOf(url, response);
      if (location === null) return { url, response, redirects };
      setsCookies ||= response.headers.has('set-cookie');
      redirects.push({
        url: url.href,
        status: response.status,
        location: location.href,
        ms: Math.round(performance.now() - startedAt),
      });
      next = location;
    } catch (error) {
      throw redirects.length > 0 ? redirected(error) : error;
    }
    if (seen.has(next.href)) throw fail('redirect_loop');
    if (redirects.length > maxRedirects) throw fail('redirect_too_many');
  }
}

/** Requests a URL that was validated, and does not follow a redirect. */
export async function sendOnce(url: URL, send: FollowOptions['send']): Promise<Followed> {
  return { url, response: await send(url), redirects: [] };
}

/** The cause of an error about redirects: the redirects that were followed. */
export class RedirectsFollowed extends Error {
  override readonly name = 'RedirectsFollowed';
  readonly redirects: readonly Redirect[];
  /** Whether one of them set a cookie: clients that return it may get the page. */
  readonly setsCookies: boolean;

  constructor(redirects: readonly Redirect[], setsCookies: boolean) {
    super(redirects.map(({ url, status }) => `${status} ${url}`).join(' → '));
    this.redirects = redirects;
    this.setsCookies = setsCookies;
  }
}

async function redirectTargetOf(url: URL, response: OpenResponse): Promise<URL | null> {
  try {
    const target = redirectTarget(url, response.status, response.headers);
    if (target !== null) await response.body.discard();
    return target;
  } catch (error) {
    response.body.destroy();
    throw error;
  }
}

/** Reasons of invalid URLs, which are not the user's input here. */
const reasonsOfTargets: ReadonlyMap<string, FetchFailure> = new Map([
  ['url_invalid', 'redirect_invalid'],
  ['url_too_long', 'redirect_too_long'],
]);

/** Marks an error as one of a redirect target, not of the requested URL. */
function redirected(error: unknown): unknown {
  if (!isSitegradeError(error) || error.reason === undefined) return error;
  const reason = reasonsOfTargets.get(error.reason) ?? error.reason;
  return fetchError(reason as FetchFailure, {
    cause: error,
    redirected: !reason.startsWith('redirect_'),
  });
}
