import { createHash } from 'node:crypto';
import { isWebUrl, maxUrlLength, parseUrl, valueLimit } from './web-url.ts';

/** A URL in a page. */
export interface ResolvedUrl {
  readonly url: URL;
  /**
   * Whether `url` is shortened: the beginning of a URL of more than 2,048 characters, and a digest of it.
   * Its origin is correct, and two shortened URLs are equal only if the full URLs are. It must not be
   * requested, or shown as a URL of the page.
   */
  readonly shortened: boolean;
}

/** The result of {@link resolveUrl}. */
export interface Resolved extends ResolvedUrl {
  /** The number of characters of the full URL. */
  readonly length: number;
}

/** The number of characters of the digest at the end of a shortened URL: 96 bits. */
const digestCharacters = 16;

/**
 * Resolves a URL in an attribute, and shortens it to 2,048 characters: with a long `<base>`, 10,000 short
 * URLs would take more than 100 MB.
 *
 * @returns `null` if it is not a valid URL.
 */
export function resolveUrl(href: string, base: string): Resolved | null {
  const trimmed = href.trim();
  const url = parseUrl(trimmed, base);
  if (url === null) return null;
  const { length } = url.href;
  const isCut = href.length >= valueLimit - 1 && !href.includes('#');
  if (length > maxUrlLength) url.hash = '';
  if (url.href.length <= maxUrlLength) return { url, shortened: isCut, length };
  const short = shorten(url);
  const shortUrl = short.length <= maxUrlLength ? parseUrl(short) : null;
  return shortUrl && { url: shortUrl, shortened: true, length };
}

/** The origin and the beginning of the path, with a digest. The host is never cut. */
function shorten(url: URL): string {
  const { href, protocol, pathname, search } = url;
  const start = isWebUrl(url) ? url.origin : protocol;
  const remaining = maxUrlLength - digestCharacters - 1 - start.length;
  const digest = createHash('sha256').update(href).digest('base64url').slice(0, digestCharacters);
  return `${start}${`${pathname}${search}`.slice(0, Math.max(remaining, 1))}~${digest}`;
}
