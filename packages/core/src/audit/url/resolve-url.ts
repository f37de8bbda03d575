import { createHash } from 'node:crypto';
import { isWebUrl, maxUrlLength, parseUrl } from './web-url.ts';

/** Characters that are kept of the value of an attribute: {@link maxUrlLength} and a little. */
export const valueLimit = 2_050;

/** A URL that an element of a page names. */
export interface ResolvedUrl {
  readonly url: URL;
  /**
   * Whether `url` is only the beginning of the real one, which has more than 2,048 characters, and a
   * digest of it. Its scheme, host and port are the real ones, and two of them are equal where the real
   * ones are; it must not be requested, nor shown as what the page names.
   */
  readonly shortened: boolean;
}

/** What came of resolving one. */
export interface Resolved extends ResolvedUrl {
  /** Characters of the real one. */
  readonly length: number;
}

/** Characters of the digest at the end of a URL that is shortened: 96 bits. */
const digestLength = 16;

/**
 * Resolves a URL as the page has it in an attribute, and keeps at most 2,048 characters of it: with a
 * long `<base>`, a page of ten thousand short URLs would take more than a hundred megabytes.
 *
 * @returns `null` where it is no URL.
 */
export function resolveUrl(href: string, base: string): Resolved | null {
  const trimmed = href.trim();
  const url = parseUrl(trimmed, base);
  if (url === null) return null;
  const { length } = url.href;
  const isCut = href.length >= valueLimit - 1 && !href.includes('#');
  if (length > maxUrlLength) url.hash = '';
  if (url.href.length <= maxUrlLength) return { url, shortened: isCut, length };
  const short = beginningOf(url);
  const shortUrl = short.length <= maxUrlLength ? parseUrl(short) : null;
  return shortUrl && { url: shortUrl, shortened: true, length };
}

/** Never cut within a host, so that no other one is taken for it. */
function beginningOf(url: URL): string {
  const { href, protocol, pathname, search } = url;
  const start = isWebUrl(url) ? url.origin : protocol;
  const room = maxUrlLength - digestLength - 1 - start.length;
  const digest = createHash('sha256').update(href).digest('base64url').slice(0, digestLength);
  return `${start}${`${pathname}${search}`.slice(0, Math.max(room, 1))}~${digest}`;
}
