/** The maximum number of characters in a URL, before and after it is normalised. */
export const maxUrlLength = 2048;

/** Only this many characters of an attribute value are kept: slightly more than {@link maxUrlLength}. */
export const valueLimit = 2_050;

/**
 * What browsers and editors copy with a URL: white space, control characters, and characters without width. NUL is not
 * among them, since it is never text.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the URL standard removes these.
const around = /[\x01-\x20\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f]/;

/**
 * Removes what a person did not mean of a pasted URL, at both ends: C0 controls and spaces, as the URL standard does
 * (https://url.spec.whatwg.org/#concept-basic-url-parser), other white space such as a no-break space, and characters
 * without width such as a byte order mark.
 */
export function trimUrl(written: string): string {
  let start = 0;
  let end = written.length;
  // Not a regular expression for the whole, which would take quadratic time for many spaces inside.
  while (start < end && around.test(written.charAt(start))) start++;
  while (end > start && around.test(written.charAt(end - 1))) end--;
  return written.slice(start, end);
}

/**
 * Resolves an http(s) URL from a page, a header, robots.txt or a sitemap. `null` if it is not a valid URL,
 * or has another scheme, such as `mailto:`, `about:blank` or `data:`, which may have neither host nor path.
 *
 * @param base - The base URL; without it, only absolute URLs are valid.
 */
export function webUrl(written: string, base?: string): URL | null {
  const url = parseUrl(written, base);
  return url !== null && isWebUrl(url) ? url : null;
}

/** Whether {@link webUrl} is not `null`, without its object where possible. */
export function isWebUrlText(written: string, base?: string): boolean {
  if (certainlyValid.test(written)) return true;
  const isAbsolute = /^https?:\/\//i.test(written) && isAscii(written);
  return isAbsolute ? URL.canParse(written) : webUrl(written, base) !== null;
}

/** The beginning of a URL with a host name of letters, digits and single hyphens: nothing after it can be invalid. */
const certainlyValid = /^https?:\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}(?:[/?#]|$)/;

/** Whether a URL has the scheme `http` or `https`. */
export function isWebUrl({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

/**
 * Parses a URL of any scheme; `null` if it is not valid. Use this instead of `URL.canParse`: the optimised
 * version in Node 20 reads Latin-1 strings as UTF-8. It then rejects `http://faß.de/`, and accepts header
 * bytes for which `new URL` throws.
 *
 * @param base - The base URL of relative URLs.
 */
export function parseUrl(written: string, base?: string): URL | null {
  // An exception takes 15 µs. Without a base, a URL has a scheme.
  if (base === undefined && !written.includes(':')) return null;
  // Correct for ASCII, and six times as fast as an exception; a page can have 10,000 invalid links.
  if (!isPath.test(written) && isAscii(written) && !URL.canParse(written, base)) return null;
  try {
    return new URL(written, base);
  } catch {
    return null;
  }
}

/** The beginning of a path, query or fragment, which are valid with any base URL of a page. */
const isPath = /^(?:[?#]|\/\w)/;

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, control characters too.
  return !/[^\x00-\x7f]/.test(text);
}

/**
 * The base URL of a page: its `<base>` if valid, otherwise its own URL.
 *
 * @param baseHref - The `href` of the first `<base>` with one.
 */
export function baseUrlOf(baseHref: string | null, pageUrl: string): URL {
  // The standard forbids `data:` and `javascript:` as base URLs; other schemes are not fetched.
  return (baseHref === null ? null : webUrl(baseHref, pageUrl)) ?? new URL(pageUrl);
}
