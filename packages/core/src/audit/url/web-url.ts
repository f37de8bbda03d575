/** Characters in a URL, before and after it is normalised. */
export const maxUrlLength = 2048;

/**
 * Resolves what a page, a header, robots.txt or a sitemap names: `null` where that is no URL, or one
 * that is not fetched over HTTP, such as `mailto:`, `about:blank` and `data:`. Those have neither a
 * host nor a path that anything else could be resolved on.
 *
 * @param base - What a relative URL is resolved on; without it, only an absolute one counts.
 */
export function webUrl(written: string, base?: string): URL | null {
  const url = parseUrl(written, base);
  return url !== null && isWebUrl(url) ? url : null;
}

/** Whether a URL is fetched over HTTP. */
export function isWebUrl({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

/**
 * Parses a URL of any scheme; `null` where it is none. To be used instead of `URL.canParse`, which in
 * Node 20 takes Latin-1 strings for UTF-8 once it is compiled: it then refuses `http://faß.de/`, and
 * accepts the bytes of a header that `new URL` throws at.
 *
 * @param base - What a relative URL is resolved on.
 */
export function parseUrl(written: string, base?: string): URL | null {
  // Right about ASCII, and six times as fast as an exception: a page may have ten thousand such links.
  if (isAscii(written) && !URL.canParse(written, base)) return null;
  try {
    return new URL(written, base);
  } catch {
    return null;
  }
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, control characters too.
  return !/[^\x00-\x7f]/.test(text);
}

/**
 * The base URL of a page's relative URLs: its `<base>`, where that is usable, or its own URL.
 *
 * @param baseHref - `href` of the first `<base>` that has one.
 */
export function baseUrlOf(baseHref: string | null, pageUrl: string): URL {
  // The standard forbids `data:` and `javascript:` as base URLs; other schemes are not fetched.
  return (baseHref === null ? null : webUrl(baseHref, pageUrl)) ?? new URL(pageUrl);
}
