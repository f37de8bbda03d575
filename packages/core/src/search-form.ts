import { domainToUnicode } from 'node:url';

/** Stands between the two spellings of a host. No URL and no host name can hold it. */
const separator = '\n';
/** What a separator in a needle becomes, so that it cannot find the one in a form. */
const impossible = '\r';

/** How many matches of a search are counted; above, a listing's total is this and `gte`. */
export const maxExactTotal = 10_000;

const schemeAndHost = /^([a-z][a-z\d+.-]*:\/\/)?([^/?#:]*)/;

/**
 * The form of a URL or domain that searches run against: lower-case, and followed by the same text
 * with the host in Unicode where it is in punycode, so that `münchen` finds `xn--mnchen-3ya`.
 * Stores keep it beside the text and look for {@link searchNeedle} in it, byte for byte.
 *
 * @example
 * ```ts
 * searchForm('https://xn--mnchen-3ya.de/A'); // 'https://xn--mnchen-3ya.de/a\nhttps://münchen.de/a'
 * ```
 */
export function searchForm(text: string): string {
  const lower = lowerCase(text).replaceAll(separator, impossible);
  if (!lower.includes('xn--')) return lower;

  const [whole = '', scheme = '', host = ''] = schemeAndHost.exec(lower) ?? [];
  const unicode = domainToUnicode(host);
  if (unicode === '' || unicode === host) return lower;
  return `${lower}${separator}${scheme}${lowerCase(unicode)}${lower.slice(whole.length)}`;
}

/** What to look for in a {@link searchForm} when somebody searches for `text`, literally. */
export function searchNeedle(text: string): string {
  return lowerCase(text).replaceAll(separator, impossible);
}

/**
 * Lower case that does not depend on what stands around a character: the final sigma is the one
 * letter where JavaScript's own does, and a part of a text would then not be found in it.
 */
function lowerCase(text: string): string {
  return text.replaceAll('Σ', 'σ').toLowerCase();
}
