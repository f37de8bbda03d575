import { isSitegradeError } from '../../errors.ts';
import { parseUrl } from '../url/web-url.ts';
import { type FetchFailure, fetchError } from './fetch-error.ts';
import type { Redirect } from './fetched.ts';
import { checkUrl, type UrlRules } from './parse-target.ts';
import type { OpenResponse } from './send-request.ts';

/** Statuses that ask for another URL; 300 and 304 do not (RFC 9110 §15.4). */
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Where a response points to, resolved but not judged yet. `null` where it is no redirect: another
 * status, or no `Location` at all.
 *
 * @throws SitegradeError `redirect_invalid` for several `Location`, an empty one or no URL.
 */
function redirectTarget(
  from: URL,
  status: number,
  headers: ReadonlyMap<string, readonly string[]>,
): URL | null {
  const locations = headers.get('location');
  if (!redirects.has(status) || locations === undefined) return null;
  const [location = ''] = locations;
  const written = percentEncoded(location.trim());
  const target = parseUrl(written, from.href);
  if (locations.length > 1 || written === '' || target === null) {
    throw fetchError('redirect_invalid', { cause: new Error(`Location: ${locations.join(', ')}`) });
  }
  target.hash = '';
  return target;
}

/** Bytes beyond ASCII are UTF-8 in practice; percent-encoded they mean the same, in hosts too. */
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

/** How a chain is followed. */
interface FollowOptions {
  readonly rules: UrlRules;
  readonly maxRedirects: number;
  /** Asks for one URL. */
  readonly send: (url: URL) => Promise<OpenResponse>;
}

/**
 * Asks for a URL and for whatever it redirects to, each judged like the first. A redirect's body is
 * never read: it may have no end.
 *
 * @throws SitegradeError with the `reason`; `redirect_…` carry the {@link Redirect}s in their cause.
 */
export async function followRedirects(start: URL, options: FollowOptions): Promise<Followed> {
  const { rules, maxRedirects, send } = options;
  const redirects: Redirect[] = [];
  const seen = new Set<string>();
  const fail = (failure: FetchFailure) =>
    fetchError(failure, { cause: new RedirectsFollowed(redirects) });
  let next = start;
  for (;;) {
    try {
      const url = checkUrl(next, rules);
      seen.add(url.href);
      const startedAt = performance.now();
      const response = await send(url);
      const location = redirectTargetOf(url, response);
      if (location === null) return { url, response, redirects };
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

/** The cause of an error about redirects: what was followed until then. */
export class RedirectsFollowed extends Error {
  override readonly name = 'RedirectsFollowed';
  readonly redirects: readonly Redirect[];

  constructor(redirects: readonly Redirect[]) {
    super(redirects.map(({ url, status }) => `${status} ${url}`).join(' → '));
    this.redirects = redirects;
  }
}

function redirectTargetOf(url: URL, response: OpenResponse): URL | null {
  try {
    const target = redirectTarget(url, response.status, response.headers);
    if (target !== null) response.body.destroy();
    return target;
  } catch (error) {
    response.body.destroy();
    throw error;
  }
}

/** Says of an error that it is about where the page redirects to, not about what was asked for. */
function redirected(error: unknown): unknown {
  if (!isSitegradeError(error) || error.reason === undefined) return error;
  const reason = error.code === 'invalid_input' ? 'redirect_invalid' : error.reason;
  return fetchError(reason as FetchFailure, {
    cause: error,
    redirected: !reason.startsWith('redirect_'),
  });
}
