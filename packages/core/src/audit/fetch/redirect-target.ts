import { parseUrl } from '../url/web-url.ts';
import { fetchError } from './fetch-error.ts';

/** Statuses that ask for another URL; 300 and 304 do not (RFC 9110 §15.4). */
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Where a response points to, resolved but not judged yet. `null` where it is no redirect: another
 * status, or no `Location` at all.
 *
 * @throws SitegradeError `redirect_invalid` for several `Location`, an empty one or no URL.
 */
export function redirectTarget(
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
