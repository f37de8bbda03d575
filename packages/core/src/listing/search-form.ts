import { domainToUnicode } from 'node:url';

/** Separates the two forms of a host. It cannot occur in URLs and host names. */
const separator = '\n';
/** Replaces separators in a search, which would otherwise match the one in a search form. */
const replacement = '\r';

/** Matches are counted up to this number. If there are more, the total is this number with `gte`. */
export const maxExactTotal = 10_000;

const schemeAndHost = /^([a-z][a-z\d+.-]*:\/\/)?([^/?#:]*)/;

/**
 * The search form of a URL or domain: in lower case, and, if the host is in punycode, followed by the same
 * text with the host in Unicode, so that `münchen` finds `xn--mnchen-3ya`. Stores save it next to the
 * text, and search it for {@link searchNeedle}, byte by byte.
 *
 * @example
 * ```ts
 * searchForm('https://xn--mnchen-3ya.de/A'); // 'https://xn--mnchen-3ya.de/a\nhttps://münchen.de/a'
 * ```
 */
export function searchForm(text: string): string {
  const lower = lowerCase(text).replaceAll(separator, replacement);
  if (!lower.includes('xn--')) return lower;

  const [start = '', scheme = '', host = ''] = schemeAndHost.exec(lower) ?? [];
  const unicode = domainToUnicode(host);
  if (unicode === '' || unicode === host) return lower;
  return `${lower}${separator}${scheme}${lowerCase(unicode)}${lower.slice(start.length)}`;
}

/** The string to find in a {@link searchForm} for a literal search. */
export function searchNeedle(text: string): string {
  return lowerCase(text).replaceAll(separator, replacement);
}

/**
 * Converts to lower case independent of the context: for sigma, `toLowerCase` depends on the following
 * character, so that a part of a text would not match.
 */
function lowerCase(text: string): string {
  return text.replaceAll('Σ', 'σ').toLowerCase();
}
